import { isDeepStrictEqual } from 'node:util';
import { locationCodeFrom, nearestCountry } from '../../../domain/brand/country-names.ts';
import { factKey } from '../../../domain/brand/fact.ts';
import { marketWords } from '../../../domain/brand/market.ts';
import { ownThemeProblem } from '../../../domain/brand/theme.ts';
import {
  FILTER_WORDS,
  type MatchChoices,
  MOST_COMPETITORS,
  MOST_NAMES,
  nameOf,
  namesOf,
} from '../../../domain/brand/tracked-brand.ts';
import { tagKey } from '../../../domain/questions/tags.ts';
import { parseInstant } from '../../../domain/time/instant.ts';
import { hostOfDomain } from '../../../domain/web/host.ts';
import { siteOf } from '../../../domain/web/site.ts';
import { isFindable } from '../../../extract/names/name-pattern.ts';
import { fold } from '../../../extract/text/fold.ts';
import type { Problem } from '../../problems.ts';
import {
  aliasesOf,
  codesOf,
  type DeclaredBrand,
  type DeclaredFile,
  type DeclaredMarket,
  type DeclaredOrganization,
  type DeclaredSite,
  matchOf,
  promptsOf,
} from '../document/declared.ts';
import { factProblem } from '../document/fact-entries.ts';

/** Problems beyond the schema's reach: repeated names, and texts that are not times, domains, or countries. */
export function inconsistencies({ organizations }: DeclaredFile): Problem[] {
  const brands = organizations.flatMap((organization) => organization.brands ?? []);
  return [
    ...repeats('organizations', 'organization name', organizations, 'name'),
    ...repeats('organizations', 'organization id', organizations, 'id'),
    ...repeats('organizations', 'brand id', brands, 'id'),
    ...organizations.flatMap((each, index) => organizationProblems(each, `organizations[${index}]`)),
  ];
}

function organizationProblems({ name, plan, brands = [] }: DeclaredOrganization, at: string): Problem[] {
  const ends = plan?.trial_ends_at;
  const isNoTime = typeof ends === 'string' && parseInstant(ends) === null;
  return [
    ...(isNoTime ? [problem(`${at}.plan.trial_ends_at`, `${name}: plan.trial_ends_at ${NO_TIME}`)] : []),
    ...repeats(`${at}.brands`, `brand name in ${name}`, brands, 'name'),
    ...brands.flatMap((each, index) => brandProblems(each, `${at}.brands[${index}]`)),
  ];
}

const NO_TIME = 'must be an ISO 8601 time with a time zone';

function brandProblems(brand: DeclaredBrand, at: string): Problem[] {
  const competitors = brand.competitors ?? [];
  return [
    ...repeats(`${at}.competitors`, `tracked name in ${brand.name}`, [brand, ...competitors], 'name'),
    ...repeats(`${at}.prompts`, `prompt in ${brand.name}`, promptsOf(brand) ?? [], 'text'),
    ...contraryCategories(brand, `${at}.prompts`),
    ...oftenInWeek(brand, `${at}.prompts`),
    ...tooMany(brand, at),
    ...reservedNames(brand, `${at}.competitors`),
    ...marketProblems(brand, at),
    ...unusableSites(brand, `${at}.sites`),
    ...factProblems(brand, `${at}.facts`),
    ...themeProblems(brand, `${at}.themes`),
    ...siteProblems(brand, at),
    ...competitors.flatMap((each, index) => siteProblems(each, `${at}.competitors[${index}]`)),
  ];
}

function siteProblems(site: DeclaredSite, at: string): Problem[] {
  const noDomain = (domain: string) =>
    `${site.name}: ${JSON.stringify(domain)} is not a domain such as example.org`;
  const isNone = (domain: string) => hostOfDomain(domain) === null;
  const main = typeof site.domain === 'string' ? [site.domain] : [];
  return [
    ...contradictions(site, `${at}.aliases`),
    ...unfindable(site, at),
    ...main.filter(isNone).map((domain) => problem(`${at}.domain`, noDomain(domain))),
    ...(site.domains ?? []).filter(isNone).map((domain) => problem(`${at}.domains`, noDomain(domain))),
  ];
}

/** Refuses only files that declare too many; stored ones stay. */
function tooMany(brand: DeclaredBrand, at: string): Problem[] {
  const { name, competitors = [] } = brand;
  const names = [brand, ...competitors].reduce((sum, site) => sum + 1 + (site.aliases?.length ?? 0), 0);
  const count = (number: number) => number.toLocaleString('en-US');
  const problems: Problem[] = [];
  if (competitors.length > MOST_COMPETITORS) {
    const given = `${name} has ${count(competitors.length)} competitors`;
    problems.push(problem(`${at}.competitors`, `${given}; a brand can track at most ${MOST_COMPETITORS}`));
  }
  if (names > MOST_NAMES) {
    const given = `${name} and its competitors have ${count(names)} names and aliases`;
    problems.push(problem(at, `${given}; Sightline can look for at most ${count(MOST_NAMES)}`));
  }
  return problems;
}

/** Names that would make a filter of /answers ambiguous. */
function reservedNames({ name, competitors = [] }: DeclaredBrand, at: string): Problem[] {
  return competitors.flatMap((each, index) => {
    if (!FILTER_WORDS.some((word) => word === each.name)) return [];
    const what = `${name}: a competitor cannot be named "${each.name}"`;
    const why = 'which has its own meaning in filters; capitalize it, for example';
    return [problem(`${at}[${index}].name`, `${what}, ${why}`)];
  });
}

/** A category is the first tag: a file may give both if they agree. */
function contraryCategories(brand: DeclaredBrand, at: string): Problem[] {
  return (promptsOf(brand) ?? []).flatMap(({ text, category, tags }, index) => {
    if (category === undefined || tags === undefined) return [];
    const [first = ''] = tags;
    if (tagKey(category ?? '') === tagKey(first)) return [];
    const given = category ? `the category ${JSON.stringify(category)}` : 'no category';
    const tag = first === '' ? 'no tags' : `the first tag ${JSON.stringify(first)}`;
    const both = `${brand.name}: the prompt ${JSON.stringify(text)} has ${given} and ${tag}`;
    return [problem(`${at}[${index}].category`, `${both}; a category is the first tag, so leave it out`)];
  });
}

/** A weekly prompt is asked once in its week. */
function oftenInWeek(brand: DeclaredBrand, at: string): Problem[] {
  return (promptsOf(brand) ?? []).flatMap(({ text, every, samples_per_day: samples }, index) => {
    if (every !== 'week' || samples === undefined) return [];
    const what = `${brand.name}: the prompt ${JSON.stringify(text)} is asked every week`;
    return [problem(`${at}[${index}].samples_per_day`, `${what}, so it has no samples_per_day`)];
  });
}

/** Facts that match no sentence. */
function factProblems({ name, facts = [] }: DeclaredBrand, at: string): Problem[] {
  return [
    ...repeats(at, `fact of ${name}`, facts, 'name'),
    ...alike(name, facts, at),
    ...facts.flatMap((fact, index) => {
      const wrong = factProblem(fact);
      return wrong === null ? [] : [problem(`${at}[${index}]`, `${name}: ${wrong}`)];
    }),
  ];
}

/** Facts whose names differ only in capitals or spaces, which readers cannot tell apart. */
function alike(brand: string, facts: DeclaredBrand['facts'] & object, at: string): Problem[] {
  return facts.flatMap(({ name }, index) => {
    const first = facts.slice(0, index).find((each) => factKey(each.name) === factKey(name));
    if (first === undefined || first.name === name) return [];
    const both = `the facts ${JSON.stringify(first.name)} and ${JSON.stringify(name)}`;
    return [problem(`${at}[${index}].name`, `${brand}: ${both} differ only in capitals or blanks`)];
  });
}

/** Repeated themes, and themes that match no word. */
function themeProblems({ name, themes = [] }: DeclaredBrand, at: string): Problem[] {
  return [
    ...repeats(at, `theme of ${name}`, themes, 'name'),
    ...themes.flatMap((theme, index) => {
      const wrong = ownThemeProblem(theme);
      return wrong === null ? [] : [problem(`${at}[${index}]`, `${name}: ${wrong}`)];
    }),
  ];
}

/** Invalid hosts, and several hosts of one site: a site has one kind. */
function unusableSites({ name, sites = [] }: DeclaredBrand, at: string): Problem[] {
  const problems = sites
    .filter(({ host }) => hostOfDomain(host) === null)
    .map(({ host }) =>
      problem(at, `${name}: sites: ${JSON.stringify(host)} is not a host such as example.org`),
    );
  const usable = sites.flatMap(({ host }) => {
    const found = hostOfDomain(host);
    return found === null ? [] : [{ host, site: siteOf(found) }];
  });
  for (const [site, entries] of Map.groupBy(usable, (entry) => entry.site)) {
    if (entries.length < 2) continue;
    const given = entries.map(({ host }) => host).join(', ');
    problems.push(problem(at, `${name}: sites: the site ${site} is given more than once, by ${given}`));
  }
  return problems;
}

function marketProblems(brand: DeclaredBrand, at: string): Problem[] {
  const { name, market, markets = [] } = brand;
  const fields = [
    ...(market ? [{ field: 'market', declared: market }] : []),
    ...markets.map((declared, index) => ({ field: `markets[${index}]`, declared })),
  ];
  const unknown = fields.flatMap((each) => unknownCountry(name, each, at));
  if (unknown.length > 0) return unknown;
  const alike = [...Map.groupBy(markets, (each) => JSON.stringify(codesOf(each))).values()]
    .filter((same) => same.length > 1)
    .map(([first = {}]) =>
      problem(`${at}.markets`, `${name}: the market ${marketWords(codesOf(first))} is given more than once`),
    );
  const isNone = markets.length > 0 && markets.every(({ active }) => active === false);
  const both = 'gives `market` and `markets`; a market in the list needs no other place';
  return [
    ...(market && brand.markets ? [problem(`${at}.market`, `${name} ${both}`)] : []),
    ...(isNone ? [problem(`${at}.markets`, `${name} needs a market that is active`)] : []),
    ...repeats(`${at}.markets`, `market name in ${name}`, markets, 'name'),
    ...alike,
  ];
}

function unknownCountry(
  name: string,
  { field, declared }: { readonly field: string; readonly declared: DeclaredMarket },
  at: string,
): Problem[] {
  const given = declared.location_code;
  if (typeof given !== 'string' || locationCodeFrom(given) !== undefined) return [];
  const near = nearestCountry(given);
  const hint = near === undefined ? '2840, US and United States are the same' : `did you mean ${near}?`;
  const place = `${field}.location_code`;
  return [problem(`${at}.${place}`, `${name}: ${place} ${JSON.stringify(given)} is not a country; ${hint}`)];
}

/** Repeated names with different options: Sightline would silently lose one. */
function contradictions(site: DeclaredSite, at: string): Problem[] {
  const match = matchOf(site) ?? {};
  const aliases = aliasesOf(site) ?? [];
  const standing = new Map(namesOf(site.name, match, aliases).map((each) => [each.text, each]));
  const lost = aliases.filter((alias) => !isDeepStrictEqual(standing.get(alias.text), nameOf(alias, match)));
  return [...new Set(lost.map((alias) => alias.text))].map((text) =>
    problem(
      at,
      `${site.name}: the name ${JSON.stringify(text)} is given more than once, with different match options`,
    ),
  );
}

/** Names and words that match nothing, so they would silently have no effect. */
function unfindable(site: DeclaredSite, at: string): Problem[] {
  const aliases = aliasesOf(site) ?? [];
  const wordsOf = ({ notFollowedBy = [], notPrecededBy = [] }: MatchChoices) => [
    ...notFollowedBy,
    ...notPrecededBy,
  ];
  const isNothing = (word: string) => !/[^\s-]/.test(fold(word).text);
  const sentences = (place: string, texts: readonly string[]) =>
    [...new Set(texts)].map((text) =>
      problem(place, `${site.name}: ${JSON.stringify(text)} contains nothing to search for`),
    );
  return [
    ...sentences(`${at}.aliases`, [
      ...aliases.map(({ text }) => text).filter((text) => !isFindable(text)),
      ...aliases.flatMap(wordsOf).filter(isNothing),
    ]),
    ...sentences(`${at}.match`, wordsOf(matchOf(site) ?? {}).filter(isNothing)),
  ];
}

/** Values of a field that several entries have. */
function repeats<Field extends string>(
  at: string,
  what: string,
  entries: readonly { readonly [Name in Field]?: string }[],
  field: Field,
): Problem[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { [field]: value } of entries)
    if (value !== undefined) (seen.has(value) ? repeated : seen).add(value);
  return [...repeated].map((value) =>
    problem(at, `the ${what} ${JSON.stringify(value)} is given more than once`),
  );
}

function problem(at: string, text: string): Problem {
  return { at, text };
}
