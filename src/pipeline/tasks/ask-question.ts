import { publicId } from '../../domain/access/public-id.ts';
import { activeMarkets } from '../../domain/brand/market.ts';
import { SightlineError } from '../../domain/errors.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { findQuestionPrompt, promptDigest } from '../../storage/directory/brand/prompts.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { pricesOfBrand } from '../collect/cost.ts';
import type { ConfiguredEngines } from '../collect/job/ready-engine.ts';
import { openQuestion, plannedQuestion, planTheseNow } from '../collect/questions.ts';
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

/** A question to ask, with the places where Sightline asks it. */
export interface QuestionToAsk {
  readonly id: string;
  /** The brand's engines. */
  readonly engines: readonly string[];
  /** Engines that today's plan asks; empty for a question that is not asked today. */
  readonly planned: ReadonlySet<string>;
  /** Names of the brand's active markets by number. */
  readonly markets: ReadonlyMap<number, string>;
}

/** @param given id or exact text of a question. @returns null if the brand has no such question */
export async function questionToAsk(
  { db, now }: Pick<StartDeps, 'db' | 'now'>,
  brand: string,
  given: string,
): Promise<QuestionToAsk | null> {
  const brandId = await liveBrandId(db, brand);
  const ids = [given, questionIdOf(promptDigest(given.trim()))];
  for (const id of ids) {
    const promptId = await findQuestionPrompt(db, brandId, id);
    if (promptId === null) continue;
    const planned = await plannedQuestion(db, brandId, promptId, now());
    const markets = activeMarkets(await listMarkets(db, brandId));
    return {
      id,
      engines: await listAskedEngines(db, brandId),
      planned: new Set(planned.map(({ engine }) => engine)),
      markets: new Map(markets.map((market) => [market.id, market.name])),
    };
  }
  return null;
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
 * Makes a question's remaining answers of today due on some engines.
 *
 * @returns null if none remain on these engines
 */
export async function scheduleNow(
  { db, now }: Pick<StartDeps, 'db' | 'now'>,
  brand: string,
  question: string,
  engines: ReadonlySet<string>,
): Promise<{ readonly brandId: number; readonly questions: number } | null> {
  const brandId = await liveBrandId(db, brand);
  const promptId = await findQuestionPrompt(db, brandId, question);
  if (promptId === null) return null;
  const open = await openQuestion(db, brandId, promptId, now());
  const jobs = open.filter(({ engine }) => engines.has(engine));
  if (jobs.length === 0) return null;
  await planTheseNow(db, brandId, jobs, now());
  return { brandId, questions: jobs.length };
}

/** Makes them due and starts the task that asks; a running one asks everything due. @throws SightlineError `conflict` if none remain */
export async function startAsking(
  deps: StartDeps,
  starter: Starter,
  question: string,
  engines: ReadonlySet<string>,
): Promise<StartedTask> {
  const due = await scheduleNow(deps, starter.brand, question, engines);
  if (due === null) throw new SightlineError('conflict', 'These engines have all answered it today.');
  const { brandId, questions: total } = due;
  const task = { brandId, publicId: publicId('tsk', deps.random), kind: 'ask' as const, total };
  return await addAudited(deps, starter, task);
}
