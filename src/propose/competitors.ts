import { hostOf } from '../domain/web/host.ts';
import { siteOf } from '../domain/web/site.ts';
import { cautionOf, lettersOf } from './names.ts';
import type { PageReading } from './page-reading.ts';
import { type Proposal, proposal, type SitePages } from './proposal.ts';

/** A longer name is a sentence. */
const MOST_WORDS = 4;

/** A person reads the list. */
const MOST_PROPOSED = 30;

/** Words for comparison between names, in English, German, French, Spanish, Italian, Portuguese, Dutch, and Polish. */
const VERSUS =
  /(?<!\s)\s+(?:vs\.?|versus|compared (?:to|with)|gegen|im vergleich (?:zu|mit)|contre|frente a|contra|contro|tegen|kontra)\s+/i;
/** Words that usually join other things: only between two names, one of them the brand's. */
const OR = /(?<!\s)\s+(?:or|oder|ou|o|oppure|of|czy)\s+/i;

/** The text around a name to replace, in the same languages. */
const ALTERNATIVES: readonly RegExp[] = [
  /\balternatives? (?:to|for) (.+)$/is,
  /\balternativen? (?:zu|für) (.+)$/is,
  /\balternatives? (?:à|a|au|aux) (.+)$/is,
  /\balternativas? (?:ao?|à|para) (.+)$/is,
  /\balternativ[ae] (?:a|ad) (.+)$/is,
  /\balternatie(?:f|ven) voor (.+)$/is,
  /\balternatyw[ay] (?:dla|do|wobec) (.+)$/is,
];

/** The same behind a name: `the 7 best Kestrel alternatives`. */
const BEHIND_NAME = /(?<![\s-])[\s-]+alternativ(?:es?|en)\b/i;
const BEFORE_NAME = /^(?:(?:the|best|top|die|besten?|les|meilleures?|\d+)\s+)*/i;

/** Final words in such headings that aren't part of a name. */
const AFTER_NAMES =
  /(?<!\s)\s+(?:comparison|compared|alternatives?|review|pricing|features?|vergleich|alternativen?|comparatif|comparaison|comparativa|comparación|comparativo|confronto|vergelijking|porównanie|\(?20\d\d\)?)$/i;

const COMPARE = /^(?:compare|vergleich|comparer|comparar|confronta|vergelijk|porównaj)\s+/i;

/** A comparison's other brand. */
interface Compared {
  readonly name: string;
  readonly page: PageReading;
  /** The path of the comparing page, or of the linked one. */
  readonly path: string;
}

/** Competitors that the site compares the brand with, or offers it as an alternative to. */
export function competitorProposals(site: SitePages, names: readonly string[]): Proposal[] {
  const own = new Set(names.map(lettersOf));
  const compared = site.pages.flatMap((page) => comparedOn(page, own));
  const linkedSites = new Map(site.pages.map((page) => [page, sitesLinkedOn(page, site.host)]));
  return [...Map.groupBy(compared, ({ name }) => lettersOf(name)).values()]
    .map((group) => ({ group, paths: [...new Set(group.map(({ path }) => path))] }))
    .sort((one, other) => other.paths.length - one.paths.length)
    .slice(0, MOST_PROPOSED)
    .map(({ group, paths }) => {
      const name = usualSpelling(group.map((each) => each.name));
      return proposal({
        kind: 'competitor',
        text: name,
        host: hostFor(name, group, linkedSites),
        evidence: [`compared with you on ${pathsText(paths)}`],
        caution: cautionOf(name),
      });
    });
}

function pathsText(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  return others.length === 0 ? first : `${first} and ${others.length} more of your pages`;
}

/** Comparisons in a page's title and main headings, and in links, which speak for the linked page. */
function comparedOn(page: PageReading, own: ReadonlySet<string>): Compared[] {
  const path = pathOf(page.url);
  const said = [
    ...(page.title ?? '').split(/[|｜·•»]\s*|(?<!\s)\s+[–—-]\s+/),
    ...page.headings.filter(({ level }) => level <= 2).map(({ text }) => text),
  ];
  const site = siteOf(hostOf(page.url) ?? '');
  return [
    ...said.flatMap((text) => comparedNames(text, own).map((name) => ({ name, page, path }))),
    ...page.links
      .filter(({ url }) => siteOf(hostOf(url) ?? '') === site)
      .flatMap(({ url, text }) =>
        comparedNames(text, own).map((name) => ({ name, page, path: pathOf(url) })),
      ),
  ];
}

/**
 * The names that a heading compares with one of the brand's, or offers it as an alternative to.
 *
 * @param own the brand's names in `lettersOf` form
 */
export function comparedNames(text: string, own: ReadonlySet<string>): string[] {
  const line = text.replace(/[:?!：？].*$/s, '').trim();
  const isOwn = (name: string) => own.has(lettersOf(name));
  const compared = line.replace(COMPARE, '');
  const sides = [compared.split(VERSUS), compared.split(OR)].find(
    (pieces, at) =>
      (at === 0 ? pieces.length > 1 : pieces.length === 2) &&
      pieces.some((piece) => isOwn(nameIn(piece) ?? '')),
  );
  const end = line.search(BEHIND_NAME);
  const replaced = [
    ...ALTERNATIVES.flatMap((pattern) => pattern.exec(line)?.[1] ?? []),
    ...(end > 0 ? [line.slice(0, end).replace(BEFORE_NAME, '')] : []),
  ];
  const found =
    sides?.flatMap((piece) => nameIn(piece) ?? []) ??
    replaced.flatMap((each) => nameIn(each) ?? []).slice(0, 1);
  return found.filter((name) => !isOwn(name));
}

/** First words of headings that are not names. */
const NO_NAME =
  /^(?:an?|the|best|top|free|our|your|other|why|die|der|das|eine?|beste[nrs]?|les?|la|une?|meilleures?|el|los|las|una?|mejores|gli|i|migliori|os?|as?|melhores|de|het|een|najlepsze)$/i;

/** The name at the start of a heading's part, or at its end if it starts in lower case; null for none. */
function nameIn(piece: string): string | null {
  let text = piece
    .replace(/[®™©()[\]"“”„'’]+/g, ' ')
    .replace(/[,;].*$/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  while (AFTER_NAMES.test(text)) text = text.replace(AFTER_NAMES, '');
  const words = text.split(' ');
  const end = words.findIndex((word) => !isNameWord(word));
  const name = (end === -1 ? words : words.slice(0, end)).join(' ');
  if (NO_NAME.test(name)) return null;
  return name === '' || name.split(' ').length > MOST_WORDS || lettersOf(name).length < 2 ? null : name;
}

/** Names have a capital, a digit, or an inner dot, like monday.com. */
function isNameWord(word: string): boolean {
  return /^[\p{Lu}\p{Lt}\p{Lo}\d]|^\p{Ll}+(?:\p{Lu}|\.\p{L})/u.test(word) || word === '&';
}

function usualSpelling(names: readonly string[]): string {
  const counted = [...Map.groupBy(names, (name) => name)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return counted[0]?.[0] ?? '';
}

/** Other sites that a page links to, in the order of its links. */
function sitesLinkedOn({ links }: PageReading, host: string): string[] {
  const sites = new Set(links.map(({ url }) => siteOf(hostOf(url) ?? host)));
  sites.delete(siteOf(host));
  return [...sites];
}

/** A site with this name that a comparing or compared page links to. */
function hostFor(
  name: string,
  group: readonly Compared[],
  linkedSites: ReadonlyMap<PageReading, readonly string[]>,
): string | null {
  const letters = lettersOf(name);
  const about = new Set(group.map(({ path }) => path));
  const comparing = new Set(group.map(({ page }) => page));
  const isNamed = (site: string) =>
    [site, site.split('.')[0] ?? ''].some((each) => lettersOf(each) === letters);
  for (const [page, sites] of linkedSites) {
    const found = comparing.has(page) || about.has(pathOf(page.url)) ? sites.find(isNamed) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
