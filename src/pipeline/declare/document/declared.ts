import Type, { type Static } from 'typebox';
import { BRAND_ID, ORGANIZATION_ID } from '../../../domain/access/public-id.ts';
import { PLAN_NAMES, PLAN_PROMPTS, type Subscription } from '../../../domain/access/subscription.ts';
import { ALERT_KINDS, type AlertKind, type AlertSettings } from '../../../domain/alerts/alert-rules.ts';
import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { locationCodeFrom } from '../../../domain/brand/country-names.ts';
import { type DeclaredFact, MOST_FACTS } from '../../../domain/brand/fact.ts';
import {
  LONGEST_MARKET_NAME,
  MARKET_NAME,
  type MarketCodes,
  MOST_MARKETS,
} from '../../../domain/brand/market.ts';
import { LONGEST_OWN_THEME, MOST_OWN_THEMES, MOST_OWN_WORDS } from '../../../domain/brand/theme.ts';
import type { Alias, MatchChoices } from '../../../domain/brand/tracked-brand.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { microsOf } from '../../../domain/figures/usd.ts';
import { MOST_SAMPLES } from '../../../domain/questions/samples.ts';
import { LONGEST_TAG, MOST_TAGS } from '../../../domain/questions/tags.ts';
import { EVERY } from '../../../domain/questions/weekly.ts';
import { VISIBLE } from '../../../domain/text.ts';
import { parseInstant } from '../../../domain/time/instant.ts';
import { hostOfDomain } from '../../../domain/web/host.ts';
import { OTHER_KINDS, type SiteChoice } from '../../../domain/web/site-kinds.ts';
import type { CollectLimits } from '../../../storage/collect/spending.ts';
import {
  CLOSED,
  described,
  Names,
  NullableInteger,
  NullableObject,
  NullableText,
  OneOf,
  TextOr,
  Words,
} from '../../fields.ts';
import { FactSchema, factOf } from './fact-entries.ts';

/** Schema of an apply file and the meaning of its fields. */

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

export const AlertsSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether Sightline looks for changes.' })),
    kinds: Type.Optional(
      Type.Unsafe<'all' | AlertKind[]>({
        description: 'The kinds of alerts, or `all`.',
        type: ['string', 'array'],
        pattern: '^all$',
        items: { enum: [...ALERT_KINDS] },
        uniqueItems: true,
      }),
    ),
    min_delta_points: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'The smallest change to report, in points.' }),
    ),
    min_sample_each_side: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Answers that each side of a comparison needs.',
      }),
    ),
  },
  CLOSED,
);

export const CollectSchema = Type.Object(
  {
    calls_per_day: Type.Optional(
      described(NullableInteger(0), 'The most calls in a UTC day; null: no limit.'),
    ),
    usd_per_day: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1_000_000,
        description: 'The most US dollars in a UTC day; null: no limit.',
      }),
    ),
  },
  CLOSED,
);

/** A number, or a country's code or name. */
const LocationCode = Type.Unsafe<number | string | null>({
  type: ['integer', 'string', 'null'],
  minimum: 0,
  maximum: 2_147_483_647,
  pattern: VISIBLE.source,
  maxLength: 100,
  description: "A country's name, ISO code, or number, or a region's or city's number.",
});

const codes = {
  location_code: Type.Optional(LocationCode),
  language_code: Type.Optional(described(NullableText(20), 'The language, such as `de`.')),
};

const MarketName = Type.String({
  pattern: MARKET_NAME.source,
  maxLength: LONGEST_MARKET_NAME,
  description: 'What you call the market.',
});

const matchFields = {
  case_sensitive: Type.Optional(
    Type.Boolean({ description: 'Whether capitals must match; left out: only in ordinary words.' }),
  ),
  not_followed_by: Type.Optional(
    described(Names, 'Words that, right after the name, show that it means something else.'),
  ),
  not_preceded_by: Type.Optional(
    described(Names, 'Words that, right before the name, show that it means something else.'),
  ),
  includes_products: Type.Optional(
    Type.Boolean({ description: 'Whether a product with the name in front counts too; default: yes.' }),
  ),
};

const MatchSchema = Type.Object(matchFields, CLOSED);
const AliasSchema = Type.Object({ name: described(Words(200), 'The other name.'), ...matchFields }, CLOSED);

const AliasEntry = TextOr(AliasSchema, 200);

const SamplesPerDay = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MOST_SAMPLES,
    description: 'Times a day that each question is asked, in each market and on each engine.',
  }),
);

const PromptSchema = Type.Object(
  {
    text: Words(10_000),
    category: Type.Optional(NullableText(LONGEST_TAG)),
    tags: Type.Optional(Type.Array(Words(LONGEST_TAG), { maxItems: MOST_TAGS })),
    markets: Type.Optional(Type.Array(MarketName, { minItems: 1, uniqueItems: true })),
    active: Type.Optional(Type.Boolean()),
    samples_per_day: SamplesPerDay,
    every: Type.Optional(OneOf(EVERY)),
  },
  CLOSED,
);

const SiteKindSchema = Type.Object(
  {
    host: described(Words(300), 'The site.'),
    kind: described(OneOf(OTHER_KINDS), 'What kind of site it is.'),
  },
  CLOSED,
);

const ThemeSchema = Type.Object(
  {
    name: described(Words(LONGEST_OWN_THEME), 'A theme of Sightline, or a new one.'),
    words: Type.Array(Words(100), {
      minItems: 1,
      maxItems: MOST_OWN_WORDS,
      uniqueItems: true,
      description: 'Words that show the theme; `*` stands for any ending.',
    }),
  },
  CLOSED,
);

/** A brand's or a competitor's names and domains. */
export const siteFields = {
  name: described(Words(200), 'Its name, as people write it.'),
  domain: Type.Optional(described(NullableText(300), 'Its main site, with subdomains; null: none.')),
  domains: Type.Optional(described(Names, 'Its other sites, with subdomains.')),
  aliases: Type.Optional(
    Type.Array(AliasEntry, {
      maxItems: 100,
      description: 'Its other names: each a text, or an object with match options of its own.',
    }),
  ),
  match: Type.Optional(described(MatchSchema, 'How the name and its aliases are found in answers.')),
};

export const BrandSchema = Type.Object(
  {
    ...siteFields,
    id: Type.Optional(Type.String({ pattern: BRAND_ID.source })),
    market: Type.Optional(Type.Object(codes, CLOSED)),
    markets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.Optional(MarketName),
            ...codes,
            active: Type.Optional(Type.Boolean({ description: 'Whether questions are asked in it.' })),
          },
          CLOSED,
        ),
        {
          minItems: 1,
          maxItems: MOST_MARKETS,
          description:
            'Places and languages that questions are asked in; the first is the default in reports.',
        },
      ),
    ),
    configured: Type.Optional(
      Type.Boolean({
        description: 'Whether setup is finished, so that questions are asked; default: with a domain.',
      }),
    ),
    samples_per_day: SamplesPerDay,
    engines: Type.Optional(
      Type.Array(OneOf(ENGINE_SLUGS), { uniqueItems: true, description: 'The engines to ask.' }),
    ),
    competitors: Type.Optional(
      Type.Array(Type.Object(siteFields, CLOSED), { description: 'The competitors to track.' }),
    ),
    prompts: Type.Optional(Type.Array(TextOr(PromptSchema, 10_000), { maxItems: 100_000 })),
    sites: Type.Optional(
      Type.Array(SiteKindSchema, {
        maxItems: 1000,
        description: 'The kinds of sites, where Sightline judges them otherwise.',
      }),
    ),
    facts: Type.Optional(Type.Array(FactSchema, { maxItems: MOST_FACTS })),
    themes: Type.Optional(
      Type.Array(ThemeSchema, {
        maxItems: MOST_OWN_THEMES,
        description: "More words for Sightline's themes, and themes of your own.",
      }),
    ),
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
export type DeclaredSite = Pick<DeclaredBrand, 'name' | 'domain' | 'domains' | 'aliases' | 'match'>;
export type DeclaredFile = Static<typeof FileSchema>;

/** The plan in a file. Undefined if absent, null for "never had one". */
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

/** Alert settings from a file; absent ones keep their value. Every threshold is at least the minimum for a rate. */
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

/** Daily limits on an organization's collecting costs; undefined if absent, null for no limit. */
export function collectLimitsOf({ collect }: DeclaredOrganization): CollectLimits | undefined {
  if (collect === undefined) return undefined;
  const usd = collect?.usd_per_day ?? null;
  return {
    callsPerDay: collect?.calls_per_day ?? null,
    microsPerDay: usd === null ? null : microsOf(usd),
  };
}

/** A brand's prompts in a file, with bare strings expanded; undefined if absent. */
export function promptsOf({ prompts }: DeclaredBrand): DeclaredPrompt[] | undefined {
  return prompts?.map((prompt) => (typeof prompt === 'string' ? { text: prompt } : prompt));
}

/** A prompt's tags as written. A category alone is one tag. */
export function tagsOf({ tags, category }: DeclaredPrompt): readonly string[] {
  return tags ?? (category ? [category] : []);
}

/** Site kinds by normalized host; undefined if absent. */
export function siteChoicesOf({ sites }: DeclaredBrand): SiteChoice[] | undefined {
  return sites?.flatMap(({ host, kind }) => {
    const normalized = hostOfDomain(host);
    return normalized === null ? [] : [{ host: normalized, kind }];
  });
}

/** A brand's facts in a file; undefined if absent. */
export function factsOf({ facts }: DeclaredBrand): DeclaredFact[] | undefined {
  return facts?.flatMap((entry) => factOf(entry) ?? []);
}

/** A brand's markets in a file, in order; `market` is a list of one. Undefined if absent. */
export function marketsOf({ market, markets }: DeclaredBrand): MarketRequest[] | undefined {
  const declared = markets ?? (market && [market]);
  return declared?.map(({ name, active = true, ...codes }: DeclaredMarket) => ({
    name,
    ...codesOf(codes),
    active,
  }));
}

/** A market from a file, in the store's terms. */
export interface MarketRequest extends MarketCodes {
  readonly name: string | undefined;
  readonly active: boolean;
}

/** A market in a file; `market` has no name. */
export type DeclaredMarket = NonNullable<DeclaredBrand['markets']>[number];

/** A market's codes, null for none. Countries have a number, code, or name. */
export function codesOf({
  location_code: code = null,
  language_code: language = null,
}: DeclaredMarket): MarketCodes {
  return {
    locationCode: typeof code === 'string' ? (locationCodeFrom(code) ?? null) : code,
    languageCode: language || null,
  };
}

/** A site's normalized main host. Undefined if absent, null for none. */
export function domainOf(site: DeclaredSite): string | null | undefined {
  return typeof site.domain === 'string' ? hostOfDomain(site.domain) : site.domain;
}

/** A site's normalized further hosts; undefined if absent. */
export function furtherDomainsOf(site: DeclaredSite): string[] | undefined {
  return site.domains && [...new Set(site.domains.map(hostOfDomain).filter((host) => host !== null))];
}

/** The file's value, or the current one if absent; null is a value. */
export function valueOr<Value>(said: Value | undefined, standing: Value): Value {
  return said === undefined ? standing : said;
}

/** A site's match options, with defaults for missing ones; undefined if absent. */
export function matchOf(site: DeclaredSite): MatchChoices | undefined {
  return site.match && choicesOf(site.match);
}

/** A site's aliases, each with its options; undefined if absent. */
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
