import { locationCodeFrom } from '../domain/brand/country-names.ts';
import { isSameMarket, type MarketCodes, marketWords } from '../domain/brand/market.ts';
import { namesOf, type TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { hostOf } from '../domain/web/host.ts';
import { siteOf } from '../domain/web/site.ts';
import { promptBrandReader } from '../extract/names/branded-prompts.ts';
import { competitorProposals } from './competitors.ts';
import { labelOf, lettersOf, nameProposals, ownAddresses } from './names.ts';
import { type Proposal, pageShare, proposal, type SitePages } from './proposal.ts';
import { type QuestionCandidate, questionProposals, siteQuestions } from './questions.ts';

/** Sources for proposals besides a site's pages. */
export interface ProposalSources {
  /** Names beside the brand in stored answers. */
  readonly competitors?: readonly Proposal[];
  /** Questions from elsewhere, which precede the site's. */
  readonly questions?: readonly QuestionCandidate[];
  readonly declared?: DeclaredNames;
}

/** The names to look for. */
interface DeclaredNames {
  /** The brand's names, its own first. */
  readonly own: readonly string[];
  readonly competitors: readonly string[];
  /** The questions asked today. */
  readonly questions: readonly string[];
}

/** Limits other sources' questions, so that the site's have room. */
const MOST_FROM_ELSEWHERE = 60;
const MOST_BRANDED = 10;

/** All proposals from a site's pages, if read, and other sources, in the order of a person's decisions. */
export function proposalsOf(site: SitePages | null, sources: ProposalSources = {}): Proposal[] {
  const names = site === null ? [] : nameProposals(site);
  const own = [...(sources.declared?.own ?? []), ...names.map(({ text }) => text)];
  const competitors = mergedByName([
    ...(sources.competitors ?? []),
    ...(site === null ? [] : competitorProposals(site, own)),
  ]);
  const named = [
    ...(sources.declared?.competitors ?? []),
    ...competitors.filter(({ isAdvised }) => isAdvised).map(({ text }) => text),
  ];
  const whom = promptBrandReader(trackedBrands(own, named));
  const questions = [
    ...(sources.questions ?? []).filter(({ text }) => whom(text) !== 'self').slice(0, MOST_FROM_ELSEWHERE),
    ...(site === null ? [] : siteQuestions(site, named)),
    ...(sources.questions ?? []).filter(({ text }) => whom(text) === 'self').slice(0, MOST_BRANDED),
  ];
  const { declared } = sources;
  return [
    ...names,
    ...(site === null ? [] : [...domainProposals(site), ...marketProposals(site)]),
    ...competitors,
    // A person who already has questions ticks further ones.
    ...questionProposals(questions, whom, { asked: declared?.questions, mostTicked: declared && 0 }),
  ];
}

/** One proposal per name, with all its evidence. */
function mergedByName(competitors: readonly Proposal[]): Proposal[] {
  return [...Map.groupBy(competitors, ({ text }) => lettersOf(text)).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              ...first,
              host: first.host ?? others.find(({ host }) => host !== null)?.host ?? null,
              evidence: [first, ...others].flatMap(({ evidence }) => evidence),
            },
          ],
  );
}

/** The brand and its competitors, as the extractor would look for them. */
function trackedBrands(own: readonly string[], competitors: readonly string[]): TrackedBrand[] {
  const tracked = (role: TrackedBrand['role'], [name = '', ...aliases]: readonly string[], id: number) => ({
    id,
    role,
    name,
    names: namesOf(
      name,
      {},
      aliases.map((text) => ({ text })),
    ),
    hosts: [],
  });
  return [
    tracked('self', own, 1),
    ...competitors.map((name, index) => tracked('competitor', [name], index + 2)),
  ];
}

/** A language with two or three letters, with an optional script and country; a region such as 419 is no country. */
const CODE = /^([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_](?:([a-z]{2})|\d{3}))?$/i;

/** Country domains that people use worldwide. */
const NO_COUNTRY: ReadonlySet<string> = new Set(
  'ai app cc co eu fm gg im io is la me so to tv ws'.split(' '),
);

/** A site with more markets only translates its pages for search engines. */
const MOST_MARKETS = 12;

/** The site's countries and languages, its first page's first. Each further one multiplies the cost. */
function marketProposals({ host, pages }: SitePages): Proposal[] {
  const [first] = pages;
  if (first === undefined) return [];
  const own = marketOfCode(first.language ?? '', countryOf(host));
  const found: { readonly market: MarketCodes; readonly evidence: string }[] = [];
  if (own !== null) {
    const country = own.locationCode === null ? '' : ', and its domain';
    const evidence = first.language?.match(/[-_][a-z]{2}$/i)
      ? `language ${first.language} of its first page`
      : `language ${first.language} of its first page${country}`;
    found.push({ market: own, evidence });
  }
  for (const code of new Set(pages.flatMap(({ alternates }) => alternates.map((each) => each.code)))) {
    const market = marketOfCode(code, null);
    const count = pages.filter(({ alternates }) => alternates.some((each) => each.code === code)).length;
    if (market === null || found.some((each) => isSameMarket(each.market, market))) continue;
    found.push({ market, evidence: `hreflang ${code} on ${pageShare(count, pages.length)}` });
  }
  const named = withoutVaguer(found).slice(0, MOST_MARKETS);
  return named.map(({ market, evidence }, index) =>
    proposal({
      kind: 'market',
      text: marketWords(market),
      market,
      evidence: [evidence],
      caution: index === 0 ? null : 'every question is asked in each market, at the cost of each',
    }),
  );
}

/** Drops a language without a country if another market has the language with one. */
function withoutVaguer<Each extends { readonly market: MarketCodes }>(found: readonly Each[]): Each[] {
  const language = ({ market }: Each) => market.languageCode?.split('-')[0];
  const isVaguer = (each: Each) =>
    each.market.locationCode === null &&
    found.some((other) => other.market.locationCode !== null && language(other) === language(each));
  return found.filter((each) => !isVaguer(each));
}

function marketOfCode(code: string, country: number | null): MarketCodes | null {
  const [, language, region] = CODE.exec(code.trim()) ?? [];
  if (language === undefined || language.toLowerCase() === 'x') return null;
  const locationCode = region === undefined ? country : (locationCodeFrom(region) ?? country);
  return { locationCode, languageCode: language.toLowerCase() };
}

/** The country in a domain's ending, `de` in `tandemly.de`; null for an ending used worldwide. */
function countryOf(host: string): number | null {
  const ending = host.split('.').at(-1) ?? '';
  if (ending.length !== 2 || NO_COUNTRY.has(ending)) return null;
  return locationCodeFrom(ending) ?? null;
}

/** The brand's other websites: the typed one, if it redirects, those in other languages, and namesakes in its data. */
function domainProposals(read: SitePages): Proposal[] {
  const { host, typed, pages } = read;
  const sites = new Map<string, string>();
  const own = siteOf(host);
  if (siteOf(typed) !== own) sites.set(siteOf(typed), `redirects to ${host}`);
  for (const { alternates } of pages) {
    for (const { code, url } of alternates) {
      const site = siteOf(hostOf(url) ?? host);
      if (site !== own && !sites.has(site)) sites.set(site, `hreflang ${code}`);
    }
  }
  // Most such addresses are profiles on other sites.
  for (const address of ownAddresses(read)) {
    const site = siteOf(hostOf(address) ?? host);
    const isNamesake = labelOf(site) === labelOf(host);
    if (isNamesake && site !== own && !sites.has(site)) sites.set(site, 'sameAs in organization data');
  }
  return [...sites].map(([text, evidence]) => proposal({ kind: 'domain', text, evidence: [evidence] }));
}
