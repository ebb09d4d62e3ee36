/** A thing that structured data describes: an organization, a product, a question. */
export interface Thing {
  /** Without the vocabulary: `Organization`. */
  readonly types: readonly string[];
  readonly name: string | null;
  /** `alternateName` and `legalName` */
  readonly otherNames: readonly string[];
  readonly url: string | null;
  /** The thing's other addresses: profiles, articles, websites. */
  readonly sameAs: readonly string[];
  readonly published: string | null;
  readonly changed: string | null;
}

/** Sightline doesn't trust pages, so it ignores longer or deeper data. */
const DEEPEST = 12;
const LONGEST = 500_000;
const LONGEST_TEXT = 300;
const MOST_SAME = 50;

/** A JSON-LD block's subjects, at any depth; none for invalid JSON. @param most the limit */
export function thingsIn(json: string, most: number): Thing[] {
  if (json.length > LONGEST) return [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  const found: Thing[] = [];
  const visit = (each: unknown, depth: number): void => {
    if (depth > DEEPEST || found.length >= most || typeof each !== 'object' || each === null) return;
    if (!Array.isArray(each) && '@type' in each) found.push(thingOf(each as Record<string, unknown>));
    for (const inner of Object.values(each)) visit(inner, depth + 1);
  };
  visit(value, 0);
  return found.slice(0, most);
}

/** Types with a page's own dates: its page, then its article. Reviews and comments on it have dates too. */
const DATED = [/Page$/, /(?:Article|Posting|Report|Recipe|HowTo)$/];

/** The day when a page was published or changed; null for none, or for several articles with different days. */
export function pageDateIn(things: readonly Thing[], date: 'published' | 'changed'): string | null {
  for (const dated of DATED) {
    const dates = things
      .filter(({ types }) => types.some((type) => dated.test(type)))
      .flatMap((thing) => thing[date] ?? []);
    const [first] = dates;
    if (first !== undefined) return dates.every((each) => dayOf(each) === dayOf(first)) ? first : null;
  }
  return null;
}

function dayOf(date: string): string {
  return date.slice(0, 'yyyy-mm-dd'.length);
}

function thingOf(node: Record<string, unknown>): Thing {
  return {
    types: textsOf(node['@type']).map((type) => type.replace(/^.*[/#:]/, '')),
    name: textsOf(node.name)[0] ?? null,
    otherNames: [...textsOf(node.alternateName), ...textsOf(node.legalName)],
    url: textsOf(node.url)[0] ?? null,
    sameAs: textsOf(node.sameAs).slice(0, MOST_SAME),
    published: textsOf(node.datePublished)[0] ?? null,
    changed: textsOf(node.dateModified)[0] ?? null,
  };
}

/** One or several texts, without JSON-LD's language wrapper. */
function textsOf(value: unknown): string[] {
  return [value].flat(2).flatMap((each) => {
    const text =
      typeof each === 'object' && each !== null ? (each as { '@value'?: unknown })['@value'] : each;
    if (typeof text !== 'string') return [];
    const line = text
      .slice(0, 4 * LONGEST_TEXT)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, LONGEST_TEXT);
    return line === '' ? [] : [line];
  });
}
