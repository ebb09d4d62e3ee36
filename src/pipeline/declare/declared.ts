import Type, { type Static } from 'typebox';
import { ALERT_KINDS, type AlertKind, type AlertSettings } from '../../domain/alert-rules.ts';
import { locationCodeFrom } from '../../domain/country-names.ts';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { type DeclaredFact, MOST_FACTS } from '../../domain/fact.ts';
import { hostOfDomain } from '../../domain/host.ts';
import { parseInstant } from '../../domain/instant.ts';
import { LONGEST_MARKET_NAME, MARKET_NAME, type MarketCodes, MOST_MARKETS } from '../../domain/market.ts';
import { BRAND_ID, ORGANIZATION_ID } from '../../domain/public-id.ts';
import { MIN_SAMPLE } from '../../domain/rate.ts';
import { MOST_SAMPLES } from '../../domain/samples.ts';
import { OTHER_KINDS, type SiteChoice } from '../../domain/site-kinds.ts';
import { PLAN_NAMES, PLAN_PROMPTS, type Subscription } from '../../domain/subscription.ts';
import { LONGEST_TAG, MOST_TAGS } from '../../domain/tags.ts';
import { LONGEST_OWN_THEME, MOST_OWN_THEMES, MOST_OWN_WORDS } from '../../domain/theme.ts';
import type { Alias, MatchChoices } from '../../domain/tracked-brand.ts';
import { microsOf } from '../../domain/usd.ts';
import type { CollectLimits } from '../../storage/collect/spending.ts';
import {
  CLOSED,
  Names,
  NullableInteger,
  NullableObject,
  NullableText,
  OneOf,
  TextOr,
  Words,
} from '../fields.ts';
import { FactSchema, factOf } from './fact-entries.ts';

/** What an apply file may say, and what it means. */

const PlanSchema = Type.Object(
  {
    name: OneOf(PLAN_NAMES),
    status: Type.Optional(Words(100)),
    trial_ends_at: Type.Optional(NullableText(40)),
    prompts_included: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    api_access: Type.Optional(Type.Boolean()),
  },
  CLOSED,
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
  CLOSED,
);

const CollectSchema = Type.Object(
  {
    calls_per_day: Type.Optional(NullableInteger(0)),
    usd_per_day: Type.Optional(
      Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 1_000_000 }),
    ),
  },
  CLOSED,
);

/** A number, or a country by its code or name. */
const LocationCode = Type.Unsafe<number | string | null>({
  type: ['integer', 'string', 'null'],
  minimum: 0,
  maximum: 2_147_483_647,
  pattern: '\\S',
  maxLength: 100,
});

const codes = {
  location_code: Type.Optional(LocationCode),
  language_code: Type.Optional(NullableText(20)),
};

const MarketName = Type.String({ pattern: MARKET_NAME.source, maxLength: LONGEST_MARKET_NAME });

const matchFields = {
  case_sensitive: Type.Optional(Type.Boolean()),
  not_followed_by: Type.Optional(Names),
  not_preceded_by: Type.Optional(Names),
  includes_products: Type.Optional(Type.Boolean()),
};

const MatchSchema = Type.Object(matchFields, CLOSED);
const AliasSchema = Type.Object({ name: Words(200), ...matchFields }, CLOSED);

const AliasEntry = TextOr(AliasSchema, 200);

const SamplesPerDay = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SAMPLES }));

const PromptSchema = Type.Object(
  {
    text: Words(10_000),
    category: Type.Optional(NullableText(LONGEST_TAG)),
    tags: Type.Optional(Type.Array(Words(LONGEST_TAG), { maxItems: MOST_TAGS })),
    markets: Type.Optional(Type.Array(MarketName, { minItems: 1, uniqueItems: true })),
    active: Type.Optional(Type.Boolean()),
    samples_per_day: SamplesPerDay,
  },
  CLOSED,
);

const SiteKindSchema = Type.Object({ host: Words(300), kind: OneOf(OTHER_KINDS) }, CLOSED);

const ThemeSchema = Type.Object(
  {
    name: Words(LONGEST_OWN_THEME),
    words: Type.Array(Words(100), { minItems: 1, maxItems: MOST_OWN_WORDS, uniqueItems: true }),
  },
  CLOSED,
);

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
    market: Type.Optional(Type.Object(codes, CLOSED)),
    markets: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.Optional(MarketName), ...codes, active: Type.Optional(Type.Boolean()) },
          CLOSED,
        ),
        { minItems: 1, maxItems: MOST_MARKETS },
      ),
    ),
    configured: Type.Optional(Type.Boolean()),
    samples_per_day: SamplesPerDay,
    engines: Type.Optional(Type.Array(OneOf(ENGINE_SLUGS), { uniqueItems: true })),
    competitors: Type.Optional(Type.Array(Type.Object(site, CLOSED))),
    prompts: Type.Optional(Type.Array(TextOr(PromptSchema, 10_000), { maxItems: 100_000 })),
    sites: Type.Optional(Type.Array(SiteKindSchema, { maxItems: 1000 })),
    facts: Type.Optional(Type.Array(FactSchema, { maxItems: MOST_FACTS })),
    themes: Type.Optional(Type.Array(ThemeSchema, { maxItems: MOST_OWN_THEMES })),
  },
  CLOSED,
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
  CLOSED,
);

export const FileSchema = Type.Object({ organizations: Type.Array(OrganizationSchema) }, CLOSED);

export type DeclaredOrganization = Static<typeof OrganizationSchema>;
export type DeclaredBrand = Static<typeof BrandSchema>;
export type DeclaredPrompt = Static<typeof PromptSchema>;
/** A brand or a competitor, as far as both are looked for in answers. */
export type DeclaredSite = Pick<DeclaredBrand, 'name' | 'domain' | 'domains' | 'aliases' | 'match'>;
export type DeclaredFile = Static<typeof FileSchema>;

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
    microsPerDay: usd === null ? null : microsOf(usd),
  };
}

/** The prompts that a file declares for a brand, a bare string as one with only a text; undefined if it says nothing. */
export function promptsOf({ prompts }: DeclaredBrand): DeclaredPrompt[] | undefined {
  return prompts?.map((prompt) => (typeof prompt === 'string' ? { text: prompt } : prompt));
}

/** The tags that a file declares for a prompt, as they are written. A category alone is one tag. */
export function tagsOf({ tags, category }: DeclaredPrompt): readonly string[] {
  return tags ?? (category ? [category] : []);
}

/** The kinds of sites that a file declares, by normalized host; undefined if it says nothing. */
export function siteChoicesOf({ sites }: DeclaredBrand): SiteChoice[] | undefined {
  return sites?.flatMap(({ host, kind }) => {
    const normalized = hostOfDomain(host);
    return normalized === null ? [] : [{ host: normalized, kind }];
  });
}

/** The facts that a file declares for a brand; undefined if it says nothing. */
export function factsOf({ facts }: DeclaredBrand): DeclaredFact[] | undefined {
  return facts?.flatMap((entry) => factOf(entry) ?? []);
}

/** The markets that a file declares for a brand, in order: `market` is a list of one. Undefined if it says nothing. */
export function marketsOf({ market, markets }: DeclaredBrand): WantedMarket[] | undefined {
  const declared = markets ?? (market && [market]);
  return declared?.map(({ name, active = true, ...codes }: DeclaredMarket) => ({
    name,
    ...codesOf(codes),
    active,
  }));
}

/** A market as a file declares it, in the words of the store. */
export interface WantedMarket extends MarketCodes {
  readonly name: string | undefined;
  readonly active: boolean;
}

/** A market of a file: of `market`, without a name. */
export type DeclaredMarket = NonNullable<DeclaredBrand['markets']>[number];

/** The codes of a declared market, null for none. Countries are known by number, code or name. */
export function codesOf({
  location_code: code = null,
  language_code: language = null,
}: DeclaredMarket): MarketCodes {
  return {
    locationCode: typeof code === 'string' ? (locationCodeFrom(code) ?? null) : code,
    languageCode: language || null,
  };
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
