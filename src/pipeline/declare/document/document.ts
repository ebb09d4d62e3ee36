import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import type { BrandMarket } from '../../../domain/brand/market.ts';
import type { Alias, MatchChoices } from '../../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { usdOf } from '../../../domain/figures/usd.ts';
import { formatInstant } from '../../../domain/time/instant.ts';
import { findCollectLimits } from '../../../storage/collect/spending.ts';
import {
  type DeclaredBrandRow,
  type DeclaredTracked,
  findBrandByPublicId,
  listAllTracked,
} from '../../../storage/directory/brand/declare.ts';
import { listFacts } from '../../../storage/directory/brand/facts.ts';
import { listMarkets } from '../../../storage/directory/brand/markets.ts';
import { listPrompts, type PromptRow } from '../../../storage/directory/brand/prompts.ts';
import { listSiteChoices } from '../../../storage/directory/brand/sites.ts';
import { listOwnThemes } from '../../../storage/directory/brand/themes.ts';
import { listAskedEngines, listNamedBrands } from '../../../storage/directory/brands.ts';
import {
  findAlertSettings,
  findOrganizationOfBrand,
  findSubscription,
  listOrganizations,
  type Organization,
  organizationNamed,
} from '../../../storage/directory/organizations.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { DeclaredBrand, DeclaredMarket, DeclaredOrganization } from './declared.ts';
import { entryOf } from './fact-entries.ts';

/** A brand's full declaration from the store; applying it later restores it. */
export type BrandDocument = Required<Omit<DeclaredBrand, 'market' | 'competitors'>> & {
  readonly competitors: SiteDocument[];
};
export type SiteDocument = Required<Pick<DeclaredBrand, 'name' | 'domain' | 'domains' | 'aliases' | 'match'>>;

/**
 * A live brand's apply document. Omits questions that only came with imported answers, because nobody declared them.
 * Applying it changes nothing.
 *
 * @throws SightlineError `not_found`
 */
export async function brandDocument(db: Database, publicId: string): Promise<BrandDocument> {
  const brand = await findBrandByPublicId(db, publicId);
  if (!brand || brand.deletedAt !== null) {
    throw new SightlineError('not_found', `There is no brand ${publicId}.`);
  }
  const tracked = (await listAllTracked(db, brand.id)).filter(({ retired }) => !retired);
  const self = tracked.find(({ role }) => role === 'self');
  const markets = await listMarkets(db, brand.id);
  const asked = new Set(await listAskedEngines(db, brand.id));
  return {
    id: brand.publicId,
    name: brand.name,
    ...sitePartOf(self, brand.domain),
    markets: marketEntries(markets),
    configured: brand.configured,
    samples_per_day: brand.samplesPerDay,
    engines: ENGINE_SLUGS.filter((slug) => asked.has(slug)),
    competitors: tracked.filter(({ role }) => role === 'competitor').map(competitorOf),
    sites: await listSiteChoices(db, brand.id),
    facts: (await listFacts(db, brand.id)).map(entryOf),
    themes: (await listOwnThemes(db, brand.id)).map(({ name, words }) => ({ name, words: [...words] })),
    prompts: promptEntries(await listPrompts(db, brand.id), markets),
  };
}

async function organizationDocument(
  db: Database,
  organization: Organization,
): Promise<Required<DeclaredOrganization>> {
  const brands = [];
  for (const { publicId } of await listNamedBrands(db, organization.id)) {
    brands.push(await brandDocument(db, publicId));
  }
  return {
    id: organization.publicId,
    name: organization.name,
    plan: await planOf(db, organization.id),
    collect: await collectOf(db, organization.id),
    alerts: await alertsOf(db, organization.id),
    brands,
  };
}

function competitorOf(tracked: DeclaredTracked): SiteDocument {
  return { name: tracked.name, ...sitePartOf(tracked, tracked.domain) };
}

function sitePartOf(
  tracked: Pick<DeclaredTracked, 'domains' | 'aliases' | 'match'> | undefined,
  domain: DeclaredBrandRow['domain'],
): Omit<SiteDocument, 'name'> {
  return {
    domain,
    domains: [...(tracked?.domains ?? [])],
    aliases: (tracked?.aliases ?? []).map(aliasEntry),
    match: matchEntry(tracked?.match ?? {}),
  };
}

function marketEntries(markets: readonly BrandMarket[]): DeclaredMarket[] {
  return markets.map(({ name, locationCode, languageCode, active }) => ({
    name,
    location_code: locationCode,
    language_code: languageCode,
    ...(active ? {} : { active }),
  }));
}

/** A plain string for an alias without options. */
function aliasEntry({ text, ...match }: Alias): SiteDocument['aliases'][number] {
  const options = matchEntry(match);
  return Object.keys(options).length === 0 ? text : { name: text, ...options };
}

function matchEntry(match: MatchChoices): SiteDocument['match'] {
  const { caseSensitive, notFollowedBy, notPrecededBy, includesProducts } = match;
  return {
    ...(typeof caseSensitive === 'boolean' ? { case_sensitive: caseSensitive } : {}),
    ...(notFollowedBy ? { not_followed_by: [...notFollowedBy] } : {}),
    ...(notPrecededBy ? { not_preceded_by: [...notPrecededBy] } : {}),
    ...(includesProducts === undefined ? {} : { includes_products: includesProducts }),
  };
}

function promptEntries(
  prompts: readonly PromptRow[],
  markets: readonly BrandMarket[],
): BrandDocument['prompts'] {
  const namesOf = (ids: readonly number[]) =>
    markets.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return prompts
    .filter(({ source }) => source === 'user')
    .map(({ text, tags, markets: asked, active, samplesPerDay, weeklyFrom }) =>
      tags.length === 0 && asked.length === 0 && active && samplesPerDay === null && weeklyFrom === null
        ? text
        : {
            text,
            ...(tags.length === 0 ? {} : { tags: [...tags] }),
            ...(asked.length === 0 ? {} : { markets: namesOf(asked) }),
            ...(active ? {} : { active }),
            ...(samplesPerDay === null ? {} : { samples_per_day: samplesPerDay }),
            ...(weeklyFrom === null ? {} : { every: 'week' as const }),
          },
    );
}

export async function planOf(db: Database, id: number): Promise<Required<DeclaredOrganization>['plan']> {
  const subscription = await findSubscription(db, id);
  if (subscription === null) return null;
  const { plan, status, trialEndsAt, promptsIncluded, apiAccess } = subscription;
  return {
    name: plan,
    status,
    trial_ends_at: trialEndsAt === null ? null : formatInstant(trialEndsAt),
    prompts_included: promptsIncluded,
    api_access: apiAccess,
  };
}

export async function collectOf(
  db: Database,
  id: number,
): Promise<Required<DeclaredOrganization>['collect']> {
  const { callsPerDay, microsPerDay } = await findCollectLimits(db, id);
  if (callsPerDay === null && microsPerDay === null) return null;
  return {
    calls_per_day: callsPerDay,
    usd_per_day: microsPerDay === null ? null : usdOf(microsPerDay),
  };
}

/** An organization's alert settings, in the form of apply files and /me. */
export async function alertsOf(db: Database, id: number): Promise<Required<DeclaredOrganization>['alerts']> {
  const { enabled, kinds, minDeltaPoints, minSampleEachSide } = await findAlertSettings(db, id);
  return {
    enabled,
    kinds: kinds === null ? 'all' : [...kinds],
    min_delta_points: minDeltaPoints,
    min_sample_each_side: minSampleEachSide,
  };
}

/** A brand's apply file, with only the name of its organization. @throws SightlineError `not_found` */
export async function brandFile(db: Database, publicId: string): Promise<[BrandFile]> {
  const document = await brandDocument(db, publicId);
  const organization = await findOrganizationOfBrand(db, publicId);
  return [{ name: organization?.name ?? '', brands: [document] }];
}

interface BrandFile {
  readonly name: string;
  readonly brands: BrandDocument[];
}

/** The apply file of one organization, or of all, oldest first. @throws SightlineError `not_found` */
export async function organizationFile(
  db: Database,
  organization: string | undefined,
): Promise<Required<DeclaredOrganization>[]> {
  const chosen =
    organization === undefined ? await listOrganizations(db) : [await organizationNamed(db, organization)];
  const documents = [];
  for (const each of chosen) documents.push(await organizationDocument(db, each));
  return documents;
}
