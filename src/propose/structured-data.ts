import { decodeHTMLStrict } from 'entities';

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

/** A JSON-LD block's subjects, at any depth; none for text that is not JSON even when mended. @param most the limit */
export function thingsIn(json: string, most: number): Thing[] {
  if (json.length > LONGEST) return [];
  const value = parsed(json) ?? parsed(mended(json));
  const found: Thing[] = [];
  const visit = (each: unknown, depth: number): void => {
    if (depth > DEEPEST || found.length >= most || typeof each !== 'object' || each === null) return;
    if (!Array.isArray(each) && '@type' in each) found.push(thingOf(each as Record<string, unknown>));
    for (const inner of Object.values(each)) visit(inner, depth + 1);
  };
  visit(value, 0);
  return found.slice(0, most);
}

/** Undefined if it is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A text in quotation marks, with its escapes; the end of the block ends it too. */
const TEXT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*\\?"?/.source;

/** Around and between the data: marks of comments and of CDATA, comments, and tags that an editor inserts. */
const AROUND =
  /(?:\/[/*][ \t]*)?(?:<!--|-->|<!\[CDATA\[|(?:<!)?\]\]>)(?:[ \t]*\*\/)?|\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|<\/?[a-z][^<>]*>/
    .source;

const TOKENS = new RegExp(`${TEXT}|${AROUND}|;|[^\\S \\t\\n\\r]`, 'gi');
const ENDS = new RegExp(`${TEXT}|,[\\s,]*|\\}(?=\\s*\\{)`, 'g');

/**
 * JSON from a block that sites write as if it were JavaScript: within comments or CDATA, with comments, with semicolons
 * and too many commas, several in a row, or with raw line breaks and needless backslashes in texts. Other mistakes stay:
 * apostrophes for quotation marks, keys without them. Linear in the block.
 */
function mended(block: string): string {
  const data = block.replace(TOKENS, (token) => {
    if (token.startsWith('"')) return mendedText(token);
    return token === ';' ? ',' : ' ';
  });
  const list = `[${data}]`;
  return list.replace(ENDS, (token, at: number) => {
    if (token === '}') return '},';
    if (token.startsWith('"')) return token;
    return /[}\]]/.test(list[at + token.length] ?? '') ? '' : ',';
  });
}

/** Without line breaks and other control characters, and without a backslash that escapes nothing. */
function mendedText(text: string): string {
  return text.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[\\\p{Cc}]/gu, (each) => {
    if (each.length > 1) return each;
    return each === '\\' ? '' : ' ';
  });
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

/** One or several texts, without JSON-LD's language wrapper and without HTML's character references, decoded once. */
function textsOf(value: unknown): string[] {
  return [value].flat(2).flatMap((each) => {
    const text =
      typeof each === 'object' && each !== null ? (each as { '@value'?: unknown })['@value'] : each;
    if (typeof text !== 'string') return [];
    const line = decodeHTMLStrict(text.slice(0, 4 * LONGEST_TEXT))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, LONGEST_TEXT);
    return line === '' ? [] : [line];
  });
}
