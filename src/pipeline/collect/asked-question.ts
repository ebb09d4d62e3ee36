import { type Market, marketOf } from '../../domain/market.ts';
import { isCollecting } from '../../domain/subscription.ts';
import { type Asked, findAsked } from '../../storage/collect/asked.ts';
import type { Job } from '../../storage/collect/jobs.ts';
import type { CollectedBrand } from '../../storage/directory/brands.ts';
import { findSubscription } from '../../storage/directory/organizations.ts';
import { countActivePromptsBefore } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';

/** What a job asks and for whom, as it stands when the job is taken. */
export interface AskedQuestion {
  readonly brand: CollectedBrand;
  readonly prompt: string;
  readonly market: Market;
  /** Whether it is asked again because its answer was cut short. */
  readonly isLonger: boolean;
  /** Whether it would still be planned like this. */
  readonly isWanted: boolean;
}

/** The question of a job; null where its brand or prompt is gone. */
export async function findAskedQuestion(db: Database, job: Job, now: number): Promise<AskedQuestion | null> {
  const { brandId, promptId, engine, marketId } = job;
  const asked = await findAsked(db, { brandId, promptId, engine, marketId });
  if (asked === null) return null;
  const { brand, prompt } = asked;
  const isWanted = isPlanned(job, asked) && (await isPaidFor(db, job, asked, now));
  const market = marketOf(asked.market.locationCode, asked.market.languageCode);
  return { brand, prompt, market, isLonger: job.tries.longer > 0, isWanted };
}

/** Whether the prompt is still asked, in this market, and this often. */
function isPlanned(job: Job, { brand, isActive, isInMarket }: Asked): boolean {
  return isActive && isInMarket && job.sample <= brand.samplesPerDay;
}

/** Whether the plan runs and includes the prompt, and the brand is still asked on this engine. */
async function isPaidFor(
  db: Database,
  { brandId, promptId }: Job,
  { brand, isOnEngine }: Asked,
  now: number,
): Promise<boolean> {
  if (!isOnEngine) return false;
  const subscription = await findSubscription(db, brand.organizationId);
  if (subscription === null || !isCollecting(subscription, now)) return false;
  const before = await countActivePromptsBefore(db, brand.organizationId, { brandId, promptId });
  return before < subscription.promptsIncluded;
}
