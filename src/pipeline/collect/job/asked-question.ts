import { isCollecting } from '../../../domain/access/subscription.ts';
import { type Market, marketOf } from '../../../domain/brand/market.ts';
import type { ReadingTask } from '../../../engines/engine.ts';
import type { JudgedAnswer } from '../../../extract/judging/judged-answer.ts';
import { findJobQuestion, type JobQuestion } from '../../../storage/collect/job-question.ts';
import type { Job } from '../../../storage/collect/jobs.ts';
import { countActivePromptsBefore } from '../../../storage/directory/brand/prompts.ts';
import type { CollectedBrand } from '../../../storage/directory/brands.ts';
import { findSubscription } from '../../../storage/directory/organizations.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { weeklyIdentityOf } from './identity.ts';

/** A job's question and brand at the time of the claim. */
export interface AskedQuestion {
  readonly brand: CollectedBrand;
  readonly prompt: string;
  readonly market: Market;
  /** Whether this is a retry after a truncated answer. */
  readonly isLonger: boolean;
  /** Whether a plan made now would still include it. */
  readonly isStillPlanned: boolean;
  /** What a job that reads an answer asks; left out for a question to an engine. */
  readonly reading?: JudgedQuestion;
  readonly task?: ReadingTask;
}

/** What a job that reads an answer asks. */
export interface JudgedQuestion {
  /** Null: too long to be read. */
  readonly judged: JudgedAnswer | null;
  /** Its reading's identity. */
  readonly asked: string;
  /** Whether the organization turned its reader off, so that the answer waits. */
  readonly isOff: boolean;
}

/** A job's question; null if its brand or prompt is gone. */
export async function findAskedQuestion(db: Database, job: Job, now: number): Promise<AskedQuestion | null> {
  const { brandId, promptId, engine, marketId } = job;
  const asked = await findJobQuestion(db, { brandId, promptId, engine, marketId });
  if (asked === null) return null;
  const { brand, prompt } = asked;
  const isStillPlanned = isPlanned(job, asked) && (await isPaidFor(db, job, asked, now));
  const market = marketOf(asked.market.locationCode, asked.market.languageCode);
  return { brand, prompt, market, isLonger: job.tries.longer > 0, isStillPlanned };
}

/** Whether the prompt is still asked, in this market, and this often. */
function isPlanned(job: Job, asked: JobQuestion): boolean {
  const { brand, digest, isWeekly, isActive, isInMarket } = asked;
  if (!isActive || !isInMarket) return false;
  // A job of a week is no job of a day: a question that became the other is planned as that.
  if ((job.identity === weeklyIdentityOf(job, asked.market, digest)) !== isWeekly) return false;
  return isWeekly || job.sample <= brand.samplesPerDay;
}

/** Whether the plan runs and includes the prompt, as it does any prospect's, and the brand still uses this engine. */
async function isPaidFor(
  db: Database,
  { brandId, promptId }: Job,
  { brand, isOnEngine, isProspect }: JobQuestion,
  now: number,
): Promise<boolean> {
  if (!isOnEngine) return false;
  const subscription = await findSubscription(db, brand.organizationId);
  if (subscription === null || !isCollecting(subscription, now)) return false;
  if (isProspect) return true;
  const before = await countActivePromptsBefore(db, brand.organizationId, { brandId, promptId });
  return before < subscription.promptsIncluded;
}
