import { publicId } from '../../domain/access/public-id.ts';
import { SightlineError } from '../../domain/errors.ts';
import { findQuestionPrompt } from '../../storage/directory/brand/prompts.ts';
import { pricesOfBrand } from '../collect/cost.ts';
import type { ConfiguredEngines } from '../collect/job/ready-engine.ts';
import { openQuestion, planTheseNow } from '../collect/questions.ts';
import { liveBrandId } from '../owned-brand.ts';
import { addAudited, type StartDeps, type StartedTask, type Starter } from './tasks-of-brand.ts';

/**
 * Asks one question now, earlier than planned, but only its remaining answers of today. A question that somebody
 * opens thus gets no more answers than others, which would bias the rates.
 */

/** A question's remaining answers of today on one engine, and the estimated cost of an answer in micros. */
export interface OpenOnEngine {
  readonly engine: string;
  readonly questions: number;
  readonly micros: number;
  /** Remaining answers by market number. */
  readonly markets: ReadonlyMap<number, number>;
}

/** Remaining answers by engine, unordered; null if the brand has no such question. */
export async function openOf(
  { db, now }: Pick<StartDeps, 'db' | 'now'>,
  brand: string,
  question: string,
  engines: ConfiguredEngines,
): Promise<OpenOnEngine[] | null> {
  const brandId = await liveBrandId(db, brand);
  const promptId = await findQuestionPrompt(db, brandId, question);
  if (promptId === null) return null;
  const at = now();
  const prices = await pricesOfBrand(db, brandId, at, engines);
  const byEngine = Map.groupBy(await openQuestion(db, brandId, promptId, at), ({ engine }) => engine);
  return [...byEngine].map(([engine, jobs]) => ({
    engine,
    questions: jobs.length,
    micros: prices.get(engine) ?? 0,
    markets: countsBy(jobs.map(({ marketId }) => marketId)),
  }));
}

function countsBy(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Makes a question's remaining answers of today due on some engines, and starts the task that asks; a running one asks
 * everything due.
 *
 * @throws SightlineError `conflict` if none remain
 */
export async function startAsking(
  deps: StartDeps,
  starter: Starter,
  question: string,
  engines: ReadonlySet<string>,
): Promise<StartedTask> {
  const { db, now } = deps;
  const brandId = await liveBrandId(db, starter.brand);
  const promptId = await findQuestionPrompt(db, brandId, question);
  const open = promptId === null ? [] : await openQuestion(db, brandId, promptId, now());
  const jobs = open.filter(({ engine }) => engines.has(engine));
  if (jobs.length === 0) throw new SightlineError('conflict', 'These engines have all answered it today.');
  await planTheseNow(db, brandId, jobs, now());
  const task = { brandId, publicId: publicId('tsk', deps.random), kind: 'ask' as const, total: jobs.length };
  return await addAudited(deps, starter, task);
}
