import { isCollecting } from '../../domain/access/subscription.ts';
import { activeMarkets, isAskedIn, type MarketCodes } from '../../domain/brand/market.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isVolumeDue } from '../../domain/questions/search-volume.ts';
import type { KeywordProblem } from '../../engines/search-volumes/keywords.ts';
import type { VolumeAdapter, VolumeQuestion } from '../../engines/search-volumes/volume-adapter.ts';
import { type CollectLimits, findCollectLimits } from '../../storage/collect/spending.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import {
  type CollectedBrand,
  findCollectedBrand,
  findWorkspace,
  listCollectedBrands,
} from '../../storage/directory/brands.ts';
import {
  findSubscription,
  listOrganizations,
  organizationNamed,
} from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { listQuestions } from '../../storage/volumes/search-volumes.ts';
import { reasonNotAsked } from '../collect/estimate.ts';

/** Selects volumes to look up; default: everybody's. */
export interface VolumeChoice {
  /** Public id of a brand. */
  readonly brand?: string | undefined;
  /** Name or id. */
  readonly organization?: string | undefined;
}

/** One request: keywords in one market, each with its questions. */
export interface VolumeBatch extends Omit<VolumeQuestion, 'keywords'> {
  readonly questions: ReadonlyMap<string, readonly QuestionRef[]>;
}

export interface QuestionRef {
  readonly brandId: number;
  readonly promptId: number;
  readonly marketId: number;
}

/** One organization's due volumes. */
export interface OrganizationVolumes {
  readonly id: number;
  readonly organization: string;
  readonly batches: readonly VolumeBatch[];
  /** Due questions without a usable keyword, by reason. */
  readonly problems: Readonly<Record<KeywordProblem, number>>;
  /** Why the plan allows no look-up, as the end of a sentence; null if it does. */
  readonly notAsked: string | null;
  readonly limits: CollectLimits;
}

/**
 * Active questions whose volume in one of their brand's markets is missing or old, by organization.
 *
 * @throws SightlineError `brand_not_configured` or `not_found`
 */
export async function dueVolumes(
  db: Database,
  adapter: Pick<VolumeAdapter, 'keywordOf' | 'mostKeywords'>,
  now: number,
  choice: VolumeChoice,
): Promise<OrganizationVolumes[]> {
  const names = new Map((await listOrganizations(db)).map(({ id, name }) => [id, name]));
  const brands = Map.groupBy(await chosenBrands(db, choice), ({ organizationId }) => organizationId);
  const found: OrganizationVolumes[] = [];
  for (const [id, mine] of brands) {
    const subscription = await findSubscription(db, id);
    const runs = subscription !== null && isCollecting(subscription, now);
    const { batches, problems } = await dueOf(db, adapter, now, mine);
    found.push({
      id,
      organization: names.get(id) ?? '',
      batches,
      problems,
      notAsked: reasonNotAsked({ subscription, isCollecting: runs }),
      limits: await findCollectLimits(db, id),
    });
  }
  return found;
}

async function chosenBrands(
  db: Database,
  { brand, organization }: VolumeChoice,
): Promise<readonly CollectedBrand[]> {
  if (brand !== undefined) {
    const id = await findWorkspace(db, brand);
    const found = id === null ? null : await findCollectedBrand(db, id);
    if (found !== null) return [found];
    throw new SightlineError('brand_not_configured', "Finish this brand's setup first.");
  }
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  const brands = await listCollectedBrands(db);
  return brands.filter(({ organizationId }) => owner === null || organizationId === owner.id);
}

/** Questions shared by several of an organization's brands in one market are one keyword. */
async function dueOf(
  db: Database,
  adapter: Pick<VolumeAdapter, 'keywordOf' | 'mostKeywords'>,
  now: number,
  brands: readonly CollectedBrand[],
): Promise<Pick<OrganizationVolumes, 'batches' | 'problems'>> {
  const problems = { too_long: 0, too_many_words: 0, characters: 0 };
  const batches: VolumeBatch[] = [];
  for (const markets of Map.groupBy(await marketsOf(db, brands), marketKey).values()) {
    const [{ locationCode, languageCode } = { locationCode: null, languageCode: null }] = markets;
    const keywords = new Map<string, QuestionRef[]>();
    for (const { text, ...question } of await dueIn(db, now, markets)) {
      const keyword = adapter.keywordOf(text);
      if ('problem' in keyword) problems[keyword.problem] += 1;
      else keywords.set(keyword.keyword, [...(keywords.get(keyword.keyword) ?? []), question]);
    }
    for (const questions of chunks([...keywords], adapter.mostKeywords)) {
      batches.push({ locationCode, languageCode, questions: new Map(questions) });
    }
  }
  return { batches, problems };
}

/** A brand's market. */
interface MeasuredIn extends MarketCodes {
  readonly brandId: number;
  readonly marketId: number;
}

async function marketsOf(db: Database, brands: readonly CollectedBrand[]): Promise<MeasuredIn[]> {
  const found: MeasuredIn[] = [];
  for (const { id: brandId } of brands) {
    for (const { id: marketId, locationCode, languageCode } of activeMarkets(
      await listMarkets(db, brandId),
    )) {
      found.push({ brandId, marketId, locationCode, languageCode });
    }
  }
  return found;
}

function marketKey({ locationCode, languageCode }: MarketCodes): string {
  return JSON.stringify([locationCode, languageCode]);
}

async function dueIn(
  db: Database,
  now: number,
  markets: readonly MeasuredIn[],
): Promise<(QuestionRef & { readonly text: string })[]> {
  const due = [];
  for (const { brandId, marketId } of markets) {
    for (const { id, text, active, markets: asked, volume } of await listQuestions(db, {
      brandId,
      marketId,
    })) {
      if (active && isAskedIn(asked, marketId) && isVolumeDue(volume, now))
        due.push({ brandId, promptId: id, marketId, text });
    }
  }
  return due;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Number of questions in some batches. */
export function questionsIn(batches: readonly VolumeBatch[]): number {
  return batches.reduce((sum, { questions }) => sum + [...questions.values()].flat().length, 0);
}
