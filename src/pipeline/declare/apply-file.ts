import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ALERT_KINDS, type AlertKind, type AlertSettings } from '../../domain/alert-rules.ts';
import { locationCodeFrom, nearestCountry } from '../../domain/country-names.ts';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { hostOfDomain } from '../../domain/host.ts';
import { parseInstant } from '../../domain/instant.ts';
import { BRAND_ID, ORGANIZATION_ID } from '../../domain/public-id.ts';
import { MIN_SAMPLE } from '../../domain/rate.ts';
import { siteOf } from '../../domain/site.ts';
import { OTHER_KINDS, type SiteChoice } from '../../domain/site-kinds.ts';
import { PLAN_NAMES, PLAN_PROMPTS, type Subscription } from '../../domain/subscription.ts';
import { type Alias, FILTER_WORDS, type MatchChoices, nameOf, namesOf } from '../../domain/tracked-brand.ts';
import { isFindable } from '../../extract/names/name-pattern.ts';
import { fold } from '../../extract/text/fold.ts';
import type { CollectLimits } from '../../storage/collect/spending.ts';
import { Names, NullableInteger, NullableObject, NullableText, OneOf, TextOr, Words } from '../fields.ts';
import { problemsOf, sentenceOf } from '../problems.ts';
import { readYaml } from './yaml.ts';

const closed = { additionalProperties: false };

const PlanSchema = Type.Object(
  {
    name: OneOf(PLAN_NAMES),
    status: Type.Optional(Words(100)),
    trial_ends_at: Type.Optional(NullableText(40)),
    prompts_included: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    api_access: Type.Optional(Type.Boolean()),
  },
  closed,
);

const AlertsSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    kinds: Type.Optional(
      Type.Unsafe<'all' | AlertKind[]>({
        type: ['string', 'array'],
        pattern: '^all$',
        items: { enum: [...ALERT_KINDS] },
        uniqueItems: true,
      }),
    ),
    min_delta_points: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    min_sample_each_side: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  closed,
);

const CollectSchema = Type.Object(
  {
    calls_per_day: Type.Optional(NullableInteger(0)),
    usd_per_day: Type.Optional(
      Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 1_000_000 }),
    ),
  },
  closed,
);

/** A number, or a country by its code or name. */
const LocationCode = Type.Unsafe<number | string | null>({
  type: ['integer', 'string', 'null'],
  minimum: 0,
  maximum: 2_147_483_647,
  pattern: '\\S',
  maxLength: 100,
});

const matchFields = {
  case_sensitive: Type.Optional(Type.Boolean()),
  not_followed_by: Type.Optional(Names),
  not_preceded_by: Type.Optional(Names),
  includes_products: Type.Optional(Type.Boolean()),
};

const MatchSchema = Type.Object(matchFields, closed);
const AliasSchema = Type.Object({ name: Words(200), ...matchFields }, closed);

const AliasEntry = TextOr(AliasSchema, 200);

const PromptSchema = Type.Object(
  {
    text: Words(10_000),
    category: Type.Optional(NullableText(200)),
    active: Type.Optional(Type.Boolean()),
  },
  closed,
);

const SiteKindSchema = Type.Object({ host: Words(300), kind: OneOf(OTHER_KINDS) }, closed);

const site = {
  name: Words(200),
  domain: Type.Optional(NullableText(300)),
  domains: Type.Optional(Names),
  aliases: Type.Optional(Type.Array(AliasEntry, { maxItems: 100 })),
  match: Type.Optional(MatchSchema),
};

const BrandSchema = Type.Object(
  {
    ...site,
    id: Type.Optional(Type.String({ pattern: BRAND_ID.source })),
    market: Type.Optional(
      Type.Object(
        { location_code: Type.Optional(LocationCode), language_code: Type.Optional(NullableText(20)) },
        closed,
      ),
    ),
    configured: Type.Optional(Type.Boolean()),
    samples_per_day: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    engines: Type.Optional(Type.Array(OneOf(ENGINE_SLUGS), { uniqueItems: true })),
    competitors: Type.Optional(Type.Array(Type.Object(site, closed), { maxItems: 1000 })),
    prompts: Type.Optional(Type.Array(TextOr(PromptSchema, 10_000), { maxItems: 100_000 })),
    sites: Type.Optional(Type.Array(SiteKindSchema, { maxItems: 1000 })),
  },
  closed,
);

const OrganizationSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ pattern: ORGANIZATION_ID.source })),
    name: Words(200),
    plan: Type.Optional(NullableObject(PlanSchema)),
    alerts: Type.Optional(AlertsSchema),
    collect: Type.Optional(NullableObject(CollectSchema)),
    brands: Type.Optional(Type.Array(BrandSchema)),
  },
  closed,
);

const FileSchema = Type.Object({ organizations: Type.Array(OrganizationSchema) }, closed);

const fileValidator = Compile(FileSchema);

export type DeclaredOrganization = Static<typeof OrganizationSchema>;
export type DeclaredBrand = Static<typeof BrandSchema>;
/** A brand or a competitor, as far as both are looked for in answers. */
export type DeclaredSite = Pick<DeclaredBrand, 'name' | 'domain' | 'domains' | 'aliases' | 'match'>;

/**
 * Reads an apply file, YAML or JSON.
 *
 * @throws SightlineError `invalid_file` naming everything that is wrong with it
 */
export function readApplyFile(text: string): DeclaredOrganization[] {
  const { value, problems } = readYaml(text);
  if (value === null) problems.push('the file is empty; it must begin with `organizations:`');
  else if (typeof value !== 'object' || Array.isArray(value))
    problems.push('the file must be an object that begins with `organizations:`');
  if (problems.length === 0) problems.push(...problemsOf(fileValidator, value));
  if (problems.length === 0) problems.push(...inconsistencies(value as Static<typeof FileSchema>));
  if (problems.length > 0) {
    throw new SightlineError('invalid_file', `Nothing was applied: ${sentenceOf(problems)}`);
  }
  return (value as Static<typeof FileSchema>).organizations;
}

/** The plan a file declares for an organization. Undefined if it says nothing, null for "never had one". */
export function subscriptionOf(organization: DeclaredOrganization): Subscription | null | undefined {
  const { plan } = organization;
  if (plan === undefined || plan === null) return plan;
  return {
    plan: plan.name,
    status: plan.status ?? 'active',
    trialEndsAt: plan.trial_ends_at ? parseInstant(plan.trial_ends_at) : null,
    promptsIncluded: plan.prompts_included ?? PLAN_PROMPTS[plan.name],
    apiAccess: plan.api_access ?? true,
  };
}

/** The alert settings a file asks for: what it leaves out stays. No threshold is below what any rate needs. */
export function alertSettingsOf(organization: DeclaredOrganization, before: AlertSettings): AlertSettings {
  const {
    enabled,
    kinds,
    min_delta_points: points,
    min_sample_each_side: sample,
  } = organization.alerts ?? {};
  const chosen = Array.isArray(kinds) && kinds.length > 0 ? kinds : null;
  return {
    enabled: enabled ?? before.enabled,
    kinds: kinds === undefined ? before.kinds : chosen,
    minDeltaPoints: points ?? before.minDeltaPoints,
    minSampleEachSide: Math.max(sample ?? before.minSampleEachSide, MIN_SAMPLE),
  };
}

/** What a file allows an organization to spend on asking per day; undefined if it says nothing, null for no limit. */
export function collectLimitsOf({ collect }: DeclaredOrganization): CollectLimits | undefined {
  if (collect === undefined) return undefined;
  const usd = collect?.usd_per_day ?? null;
  return {
    callsPerDay: collect?.calls_per_day ?? null,
    microsPerDay: usd === null ? null : Math.round(usd * 1_000_000),
  };
}

/** The prompts that a file declares for a brand, a bare string as one with only a text; undefined if it says nothing. */
export function promptsOf({ prompts }: DeclaredBrand): Static<typeof PromptSchema>[] | undefined {
  return prompts?.map((prompt) => (typeof prompt === 'string' ? { text: prompt } : prompt));
}

/** The kinds of sites that a file declares, by normalized host; undefined if it says nothing. */
export function siteChoicesOf({ sites }: DeclaredBrand): SiteChoice[] | undefined {
  return sites?.flatMap(({ host, kind }) => {
    const normalized = hostOfDomain(host);
    return normalized === null ? [] : [{ host: normalized, kind }];
  });
}

/** The location code of a declared market, null for none. Countries are known by number, code or name. */
export function locationCodeOf(market: NonNullable<DeclaredBrand['market']>): number | null {
  const code = market.location_code ?? null;
  return typeof code === 'string' ? (locationCodeFrom(code) ?? null) : code;
}

/** The normalized main host that a file declares for a site. Undefined if it says nothing, null for none. */
export function domainOf(site: DeclaredSite): string | null | undefined {
  return typeof site.domain === 'string' ? hostOfDomain(site.domain) : site.domain;
}

/** The normalized further hosts that a file declares for a site; undefined if it says nothing. */
export function furtherDomainsOf(site: DeclaredSite): string[] | undefined {
  return site.domains && [...new Set(site.domains.map(hostOfDomain).filter((host) => host !== null))];
}

/** What a file says, or the current value if it says nothing; null counts as saying something. */
export function valueOr<Value>(said: Value | undefined, standing: Value): Value {
  return said === undefined ? standing : said;
}

/** The match options that a file declares for a site; undefined if it says nothing. Missing ones are default. */
export function matchOf(site: DeclaredSite): MatchChoices | undefined {
  return site.match && choicesOf(site.match);
}

/** The aliases that a file declares for a site, each with the options chosen for it; undefined if it says nothing. */
export function aliasesOf(site: DeclaredSite): Alias[] | undefined {
  return site.aliases?.map((alias) =>
    typeof alias === 'string' ? { text: alias } : { text: alias.name, ...choicesOf(alias) },
  );
}

function choicesOf(match: Static<typeof MatchSchema>): MatchChoices {
  return {
    ...(match.case_sensitive === undefined ? {} : { caseSensitive: match.case_sensitive }),
    ...(match.not_followed_by === undefined ? {} : { notFollowedBy: match.not_followed_by }),
    ...(match.not_preceded_by === undefined ? {} : { notPrecededBy: match.not_preceded_by }),
    ...(match.includes_products === undefined ? {} : { includesProducts: match.includes_products }),
  };
}

/** What a schema cannot check: repeated names, and texts that are not times, domains or countries. */
function inconsistencies(file: Static<typeof FileSchema>): string[] {
  const problems: string[] = [];
  const brands = file.organizations.flatMap((organization) => organization.brands ?? []);
  reportRepeats(
    problems,
    'organization name',
    file.organizations.map((each) => each.name),
  );
  reportRepeats(
    problems,
    'organization id',
    file.organizations.flatMap((each) => each.id ?? []),
  );
  reportRepeats(
    problems,
    'brand id',
    brands.flatMap((brand) => brand.id ?? []),
  );
  for (const organization of file.organizations) {
    const ends = organization.plan?.trial_ends_at;
    if (typeof ends === 'string' && parseInstant(ends) === null) {
      problems.push(`${organization.name}: plan.trial_ends_at must be an ISO 8601 time with a time zone`);
    }
    reportRepeats(
      problems,
      `brand name in ${organization.name}`,
      (organization.brands ?? []).map((each) => each.name),
    );
  }
  for (const brand of brands) problems.push(...brandInconsistencies(brand));
  return problems;
}

function brandInconsistencies(brand: DeclaredBrand): string[] {
  const problems: string[] = [];
  const sites = [brand, ...(brand.competitors ?? [])];
  reportRepeats(
    problems,
    `tracked name in ${brand.name}`,
    sites.map((site) => site.name),
  );
  reportRepeats(
    problems,
    `prompt in ${brand.name}`,
    (promptsOf(brand) ?? []).map((prompt) => prompt.text),
  );
  problems.push(...reservedNamesIn(brand), ...unknownCountryIn(brand), ...unusableSitesIn(brand));
  for (const site of sites) {
    problems.push(...contradictionsOf(site), ...unfindableIn(site));
    for (const domain of [site.domain, ...(site.domains ?? [])]) {
      if (typeof domain === 'string' && hostOfDomain(domain) === null) {
        problems.push(`${site.name}: ${JSON.stringify(domain)} is not a domain such as example.org`);
      }
    }
  }
  return problems;
}

/** A competitor of such a name could not be meant by a filter of /answers. */
function reservedNamesIn({ name, competitors = [] }: DeclaredBrand): string[] {
  return competitors
    .filter((each) => FILTER_WORDS.some((word) => word === each.name))
    .map(
      (each) =>
        `${name}: a competitor cannot be named "${each.name}", which has a meaning of its own in filters; capitalize it, ` +
        `for example`,
    );
}

/** Hosts that are none, and hosts of one site: a site has one kind. */
function unusableSitesIn(brand: DeclaredBrand): string[] {
  const problems = (brand.sites ?? [])
    .filter(({ host }) => hostOfDomain(host) === null)
    .map(({ host }) => `${brand.name}: sites: ${JSON.stringify(host)} is not a host such as example.org`);
  const usable = (brand.sites ?? []).flatMap(({ host }) => {
    const found = hostOfDomain(host);
    return found === null ? [] : [{ host, site: siteOf(found) }];
  });
  for (const [site, entries] of Map.groupBy(usable, (entry) => entry.site)) {
    if (entries.length < 2) continue;
    const given = entries.map(({ host }) => host).join(', ');
    problems.push(`${brand.name}: sites: the site ${site} is given more than once, by ${given}`);
  }
  return problems;
}

function unknownCountryIn({ name, market }: DeclaredBrand): string[] {
  const given = market?.location_code;
  if (typeof given !== 'string' || locationCodeFrom(given) !== undefined) return [];
  const near = nearestCountry(given);
  const hint = near === undefined ? '2840, US and United States are the same' : `did you mean ${near}?`;
  return [`${name}: market.location_code ${JSON.stringify(given)} is not a country; ${hint}`];
}

/** A name may be given twice, but not with different options: one of them would be lost without a word. */
function contradictionsOf(site: DeclaredSite): string[] {
  const match = matchOf(site) ?? {};
  const aliases = aliasesOf(site) ?? [];
  const standing = new Map(namesOf(site.name, match, aliases).map((each) => [each.text, each]));
  const lost = aliases.filter((alias) => !isDeepStrictEqual(standing.get(alias.text), nameOf(alias, match)));
  return [...new Set(lost.map((alias) => alias.text))].map(
    (text) =>
      `${site.name}: the name ${JSON.stringify(text)} is given more than once, with different match options`,
  );
}

/** Further names and words of nothing that could be looked for: they would do nothing, without a word. */
function unfindableIn(site: DeclaredSite): string[] {
  const aliases = aliasesOf(site) ?? [];
  const words = [matchOf(site) ?? {}, ...aliases].flatMap((each) => [
    ...(each.notFollowedBy ?? []),
    ...(each.notPrecededBy ?? []),
  ]);
  const lost = [
    ...aliases.map(({ text }) => text).filter((text) => !isFindable(text)),
    ...words.filter((word) => !/[^\s-]/.test(fold(word).text)),
  ];
  return [...new Set(lost)].map(
    (text) => `${site.name}: ${JSON.stringify(text)} contains nothing to search for`,
  );
}

function reportRepeats(problems: string[], what: string, values: readonly string[]): void {
  const repeated = new Set(values.filter((value, index) => values.indexOf(value) !== index));
  for (const value of repeated) problems.push(`the ${what} ${JSON.stringify(value)} is given more than once`);
}
