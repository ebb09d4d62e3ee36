import { capitalized } from '../domain/text.ts';
import { belongsTo, hostOf } from '../domain/web/host.ts';
import { siteOf } from '../domain/web/site.ts';
import { isCommon, isOrdinary } from '../extract/names/words/ordinary-words.ts';
import { fold } from '../extract/text/fold.ts';
import type { PageReading } from './page-reading.ts';
import { type Proposal, pageShare, proposal, type SitePages } from './proposal.ts';
import type { Thing } from './structured-data.ts';

/** Where a page may have the brand's name, most reliable first. */
const PLACES = ['og:site_name', 'organization data', 'Wikipedia link', 'title', 'product data'] as const;
type Place = (typeof PLACES)[number];

interface NameCandidate {
  readonly text: string;
  readonly pages: ReadonlyMap<Place, ReadonlySet<PageReading>>;
}

/** A longer name is a sentence. */
const MOST_WORDS = 5;
const LONGEST = 60;

/** A shop has more products than people look for by name. */
const MOST_PRODUCTS = 6;

/** A person reads the list. */
const MOST_ALIASES = 50;

export function nameProposals(site: SitePages): Proposal[] {
  const candidates = candidatesOf(site);
  const label = labelOf(site.host);
  const ranks = new Map(candidates.map((each) => [each, rankOf(each, label)]));
  const rank = (each: NameCandidate) => ranks.get(each) ?? 0;
  const [name, ...others] = candidates.sort((one, other) => rank(other) - rank(one));
  if (name === undefined || !isNamed(name)) return [nameFromDomain(site)];
  const known = lettersOf(name.text);
  const aliases = others.filter(
    (each) => !containsName(each.text, name.text) && lettersOf(each.text) !== known,
  );
  const products = aliases.filter(isProduct);
  return [
    proposal({ kind: 'name', text: name.text, evidence: evidenceOf(name, site) }),
    ...aliases
      .filter((each) => !isProduct(each) && isNamed(each))
      .slice(0, MOST_ALIASES)
      .map((each) => aliasProposal(each, site, null)),
    ...(products.length > MOST_PRODUCTS ? [] : products).map((each) =>
      aliasProposal(each, site, each.pages.get('product data')?.size === 1 ? 'a product on one page' : null),
    ),
  ];
}

function aliasProposal(candidate: NameCandidate, site: SitePages, doubt: string | null): Proposal {
  const { text } = candidate;
  const caution = cautionOf(text) ?? doubt;
  return proposal({ kind: 'alias', text, evidence: evidenceOf(candidate, site), caution });
}

/** Why a name would match text that doesn't mean the brand. */
export function cautionOf(text: string): string | null {
  if (isPlainWords(text)) return 'an ordinary word: Sightline would count it where it does not mean you';
  return lettersOf(text).length < 3 ? 'too short: Sightline would count it where it does not mean you' : null;
}

/** Whether a name is only a word or phrase. A rare first word, as in Kestrel Boards, makes it a name. */
export function isPlainWords(text: string): boolean {
  const lower = fold(text).text;
  const [first = '', ...others] = lower.split(' ');
  return isOrdinary(lower) && (others.length === 0 || isCommon(first));
}

function candidatesOf({ host, pages }: SitePages): NameCandidate[] {
  const found = new Map<string, Map<Place, Set<PageReading>>>();
  const add = (text: string, place: Place, page: PageReading) => {
    const name = text.replace(/[®™©]/g, '').trim();
    if (name === '' || name.includes('://') || name.length > LONGEST || name.split(' ').length > MOST_WORDS)
      return;
    const places = found.get(name) ?? new Map<Place, Set<PageReading>>();
    found.set(name, places.set(place, (places.get(place) ?? new Set()).add(page)));
  };
  const own = [siteOf(host)];
  for (const page of pages) {
    if (page.siteName !== null) add(page.siteName, 'og:site_name', page);
    for (const part of titleEnds(page.title ?? '')) add(part, 'title', page);
    for (const thing of page.things) {
      const { types, name, otherNames } = thing;
      if (!isAbout(thing, page, own)) continue;
      if (isOrganization(thing)) {
        for (const each of [name, ...otherNames]) if (each !== null) add(each, 'organization data', page);
        for (const url of thing.sameAs) add(articleIn(url) ?? '', 'Wikipedia link', page);
      } else if (name !== null && types.some((type) => PRODUCT.test(type))) add(name, 'product data', page);
    }
  }
  const most = Math.max(1, Math.ceil(pages.length / 2));
  // A title's end is a name only if most pages have it, or the domain agrees.
  return [...found]
    .map(([text, places]) => ({ text, pages: places }))
    .filter((each) => {
      const places = placesOf(each);
      if (places.some((place) => place === 'og:site_name' || place === 'product data')) return true;
      const isDomain = lettersOf(each.text) === labelOf(host);
      const count = Math.max(...places.map((place) => each.pages.get(place)?.size ?? 0));
      const isData = places[0] === 'organization data' || places[0] === 'Wikipedia link';
      return isDomain || isData || count >= Math.max(2, most);
    });
}

/** Whether a thing has no address, or one on these sites. */
function isAbout({ url }: Thing, page: PageReading, sites: readonly string[]): boolean {
  const at = url === null || !URL.canParse(url, page.url) ? null : hostOf(new URL(url, page.url).href);
  return at === null || belongsTo(at, sites);
}

/** A Wikipedia article's title, without the part that tells it from others: `Tandemly_(software)`. */
function articleIn(url: string): string | null {
  const [, title = ''] = /^https?:\/\/\w+(?:\.m)?\.wikipedia\.org\/wiki\/([^?#:]+)/.exec(url) ?? [];
  try {
    const article = decodeURIComponent(title).replaceAll('_', ' ');
    return (article.endsWith(')') ? article.replace(/ \(.*$/s, '') : article) || null;
  } catch {
    return null;
  }
}

function isOrganization({ types }: Thing): boolean {
  return types.some((type) => ORGANIZATION.test(type));
}

/** The organization's other addresses, by the site's data. */
export function ownAddresses({ host, pages }: SitePages): string[] {
  const own = [siteOf(host)];
  return pages.flatMap((page) =>
    page.things
      .filter((thing) => isOrganization(thing) && isAbout(thing, page, own))
      .flatMap(({ sameAs }) => sameAs),
  );
}

const ORGANIZATION = /(?:Organization|Corporation|Business|Brand|WebSite|NGO|Store)$/;
const PRODUCT =
  /^(?:Product|ProductGroup|SoftwareApplication|WebApplication|MobileApplication|VideoGame|Service|FinancialProduct)$/;

/** A title's first and last part: `Pricing | Tandemly`. */
function titleEnds(title: string): string[] {
  const parts = title.split(/(?<!\s)\s+[-–—·•»:/]\s+|[|｜]\s*|:\s+/).map((part) => part.trim());
  return [...new Set([parts[0] ?? '', parts.at(-1) ?? ''])].filter((part) => part !== '');
}

function placesOf({ pages }: NameCandidate): Place[] {
  return PLACES.filter((place) => pages.has(place));
}

/** Whether it is only a product's name, which the product's page titles repeat. */
function isProduct({ pages }: NameCandidate): boolean {
  return pages.has('product data') && !pages.has('og:site_name') && !pages.has('organization data');
}

/** Whether a page uses it for the whole brand, not only for a product. */
function isNamed(candidate: NameCandidate): boolean {
  return placesOf(candidate).some((place) => place !== 'product data');
}

/** The rank by agreement with the domain, then by the number of places and pages. */
function rankOf(candidate: NameCandidate, label: string): number {
  const letters = lettersOf(candidate.text);
  const places = placesOf(candidate);
  const pages = new Set(places.flatMap((place) => [...(candidate.pages.get(place) ?? [])]));
  const likeDomain = letters === label ? 2 : label.startsWith(letters) || letters.startsWith(label) ? 1 : 0;
  return (isNamed(candidate) ? 1e6 : 0) + likeDomain * 1e5 + places.length * 1e3 + pages.size;
}

function evidenceOf(candidate: NameCandidate, { pages }: SitePages): string[] {
  return placesOf(candidate).map(
    (place) => `${place} of ${pageShare(candidate.pages.get(place)?.size ?? 0, pages.length)}`,
  );
}

function nameFromDomain({ host }: SitePages): Proposal {
  const label = siteOf(host).split('.')[0] ?? host;
  const text = capitalized(label);
  return proposal({
    kind: 'name',
    text,
    evidence: ['the domain, because no page says a name'],
    isAdvised: true,
  });
}

/** The brand in the domain: `tandemly` in `www.tandemly.co.uk`. */
export function labelOf(host: string): string {
  return lettersOf(siteOf(host).split('.')[0] ?? '');
}

/** A name's letters and digits, however spelled. */
export function lettersOf(text: string): string {
  return fold(text).text.replace(/[^\p{L}\p{N}]/gu, '');
}

function containsName(text: string, name: string): boolean {
  const words = (of: string) => ` ${(fold(of).text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  return words(text).includes(words(name));
}
