import { belongsTo, hostOf } from '../domain/web/host.ts';
import { siteOf } from '../domain/web/site.ts';
import { isCommon, isOrdinary } from '../extract/names/words/ordinary-words.ts';
import { fold } from '../extract/text/fold.ts';
import type { PageReading } from './page-reading.ts';
import { ofPages, type Proposal, proposal, type SitePages } from './proposal.ts';

/** Where a name of the brand may stand on a page, the most telling first. */
const PLACES = ['og:site_name', 'organization data', 'title', 'product data'] as const;
type Place = (typeof PLACES)[number];

/** A name with the pages that have it, by where. */
interface Candidate {
  readonly text: string;
  readonly pages: ReadonlyMap<Place, ReadonlySet<PageReading>>;
}

/** A longer one is a sentence. */
const MOST_WORDS = 5;
const LONGEST = 60;

/** A shop has more products than anybody looks for by name. */
const MOST_PRODUCTS = 6;

/** The name of the brand, other names that it goes by, and names of its products. */
export function nameProposals(site: SitePages): Proposal[] {
  const candidates = candidatesOf(site);
  const label = labelOf(site.host);
  const [name, ...others] = candidates.sort((one, other) => rankOf(other, label) - rankOf(one, label));
  if (name === undefined || !isNamed(name)) return [fromDomain(site)];
  const known = lettersOf(name.text);
  const aliases = others.filter(
    (each) => !containsName(each.text, name.text) && lettersOf(each.text) !== known,
  );
  const products = aliases.filter(isProduct);
  return [
    proposal({ kind: 'name', text: name.text, evidence: evidenceOf(name, site) }),
    ...aliases
      .filter((each) => !products.includes(each) && isNamed(each))
      .map((each) => aliasProposal(each, site, null)),
    ...(products.length > MOST_PRODUCTS ? [] : products).map((each) =>
      aliasProposal(each, site, each.pages.get('product data')?.size === 1 ? 'a product on one page' : null),
    ),
  ];
}

function aliasProposal(candidate: Candidate, site: SitePages, doubt: string | null): Proposal {
  const { text } = candidate;
  const caution = cautionOf(text) ?? doubt;
  return proposal({ kind: 'alias', text, evidence: evidenceOf(candidate, site), caution });
}

/** Why a name would be found where nobody means the brand. */
export function cautionOf(text: string): string | null {
  if (isPlainWords(text)) return 'an ordinary word: would be counted where it is not you';
  return lettersOf(text).length < 3 ? 'too short: would be counted where it is not you' : null;
}

/** Whether a name is no more than a word or a phrase. What begins with a rare word, such as Kestrel Boards, is known for a name. */
export function isPlainWords(text: string): boolean {
  const lower = fold(text).text;
  const [first = '', ...others] = lower.split(' ');
  return isOrdinary(lower) && (others.length === 0 || isCommon(first));
}

function candidatesOf({ host, pages }: SitePages): Candidate[] {
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
    for (const { types, name, otherNames, url } of page.things) {
      const at = url === null || !URL.canParse(url, page.url) ? null : hostOf(new URL(url, page.url).href);
      if (at !== null && !belongsTo(at, own)) continue;
      if (types.some((type) => ORGANIZATION.test(type))) {
        for (const each of [name, ...otherNames]) if (each !== null) add(each, 'organization data', page);
      } else if (name !== null && types.some((type) => PRODUCT.test(type))) add(name, 'product data', page);
    }
  }
  const most = Math.max(1, Math.ceil(pages.length / 2));
  // The end of a title is a name only where most pages have it, or where the domain says the same.
  return [...found]
    .map(([text, places]) => ({ text, pages: places }))
    .filter((each) => {
      const places = placesOf(each);
      if (places.some((place) => place === 'og:site_name' || place === 'product data')) return true;
      const isDomain = lettersOf(each.text) === labelOf(host);
      const count = Math.max(...places.map((place) => each.pages.get(place)?.size ?? 0));
      return isDomain || (places[0] === 'organization data' ? true : count >= Math.max(2, most));
    });
}

const ORGANIZATION = /(?:Organization|Corporation|Business|Brand|WebSite|NGO|Store)$/;
const PRODUCT =
  /^(?:Product|ProductGroup|SoftwareApplication|WebApplication|MobileApplication|VideoGame|Service|FinancialProduct)$/;

/** What a title begins and ends with, cut where titles are: `Pricing | Tandemly`. */
function titleEnds(title: string): string[] {
  const parts = title.split(/\s+[-–—·•»:/]\s+|\s*[|｜]\s*|:\s+/).map((part) => part.trim());
  return [...new Set([parts[0] ?? '', parts.at(-1) ?? ''])].filter((part) => part !== '');
}

function placesOf({ pages }: Candidate): Place[] {
  return PLACES.filter((place) => pages.has(place));
}

/** Whether it is only a product's, whose pages have it in their titles, too. */
function isProduct({ pages }: Candidate): boolean {
  return pages.has('product data') && !pages.has('og:site_name') && !pages.has('organization data');
}

/** Whether a page says that it is a name of the whole, and not only of a product. */
function isNamed(candidate: Candidate): boolean {
  return placesOf(candidate).some((place) => place !== 'product data');
}

/** By what the domain says, then by how many places and pages have it. */
function rankOf(candidate: Candidate, label: string): number {
  const letters = lettersOf(candidate.text);
  const places = placesOf(candidate);
  const pages = new Set(places.flatMap((place) => [...(candidate.pages.get(place) ?? [])]));
  const likeDomain = letters === label ? 2 : label.startsWith(letters) || letters.startsWith(label) ? 1 : 0;
  return (isNamed(candidate) ? 1e6 : 0) + likeDomain * 1e5 + places.length * 1e3 + pages.size;
}

function evidenceOf(candidate: Candidate, { pages }: SitePages): string[] {
  return placesOf(candidate).map(
    (place) => `${place} of ${ofPages(candidate.pages.get(place)?.size ?? 0, pages.length)}`,
  );
}

function fromDomain({ host }: SitePages): Proposal {
  const label = siteOf(host).split('.')[0] ?? host;
  const text = label.charAt(0).toUpperCase() + label.slice(1);
  return proposal({
    kind: 'name',
    text,
    evidence: ['the domain, because no page says a name'],
    isAdvised: true,
  });
}

/** What the domain calls the brand: `tandemly` of `www.tandemly.co.uk`. */
function labelOf(host: string): string {
  return lettersOf(siteOf(host).split('.')[0] ?? '');
}

/** The letters and digits of a name, however it is written. */
export function lettersOf(text: string): string {
  return fold(text).text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a name has another in it as whole words, by which it is found already. */
export function containsName(text: string, name: string): boolean {
  const words = (of: string) => ` ${(fold(of).text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  return words(text).includes(words(name));
}
