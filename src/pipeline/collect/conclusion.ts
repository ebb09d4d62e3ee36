import { hash } from 'node:crypto';
import { DAY_MS } from '../../domain/period.ts';
import type { EngineReading } from '../../engines/engine.ts';
import { isUnpaidStatus } from '../../engines/http-failures.ts';
import type { NewCollection } from '../../storage/answers/collections.ts';
import { closeBreaker, openBreaker } from '../../storage/collect/breakers.ts';
import { hasJobsOfOthers, requeueJob } from '../../storage/collect/jobs.ts';
import { countRefused, forgetRefusals, noteRefusal } from '../../storage/collect/refusals.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import { correctSpending, type SpendingDay } from '../../storage/collect/spending.ts';
import { loadWorkspace } from '../intake/workspace.ts';
import { collectionOf, microsOf } from './collection-of-reply.ts';
import { type Exchanged, requestsAfter } from './exchange.ts';
import { putBack } from './holding.ts';
import { type Decision, decide, mayBeOfQuestion, REFUSALS_TO_BREAK } from './retry.ts';
import type { Taken, Taking } from './taking.ts';

/** Stores the result of an exchange, or schedules the question again. */
export async function conclude(taking: Taking, exchanged: Exchanged): Promise<Taken> {
  const { deps, job } = taking;
  const { reading } = exchanged;
  if (isUnpaid(exchanged)) await putBack(taking);
  const fraction = (deps.random(1)[0] ?? 0) / 255;
  const isOfQuestion = await isOfOneQuestion(taking, exchanged);
  const decision = decide(reading, job, deps.now(), fraction, isOfQuestion);
  if (decision.breaker) {
    await openBreaker(deps.db, { engine: job.engine, detail: reading.detail ?? '', now: deps.now() });
  }
  const result =
    'store' in decision
      ? await finish(taking, { ...exchanged, reading: decision.store })
      : await askAgain(taking, exchanged, decision);
  const fault = 'fault' in reading ? { fault: reading.fault } : {};
  return { result, detail: reading.detail, breaker: decision.breaker, ...fault };
}

/** Whether nothing has to be paid: the first request of an exchange was refused by its status. */
function isUnpaid({ reading, replies, status }: Exchanged): boolean {
  return status !== null && isUnpaidStatus(status) && replies.length === 0 && 'fault' in reading;
}

/** Stores the collection. An engine that answers is no longer stopped. */
async function finish(taking: Taking, exchanged: Exchanged): Promise<Taken['result']> {
  const result = await store(taking, exchanged);
  if (!('fault' in exchanged.reading)) await startAgain(taking);
  return result;
}

/** An answer shows that the engine's configuration is right. */
async function startAgain({ deps: { db }, job }: Taking): Promise<void> {
  await closeBreaker(db, job.engine);
  await forgetRefusals(db, job.engine);
}

/**
 * Whether a refusal is treated as being about this question alone: until enough others were refused like it, including some of another
 * brand if others are asked. One brand's prompts or market never stop an engine for the others.
 */
async function isOfOneQuestion(
  { deps: { db, now }, job, question }: Taking,
  { reading, status }: Exchanged,
): Promise<boolean> {
  if (!mayBeOfQuestion(reading, status)) return false;
  const { engine, brandId } = job;
  const detail = reading.detail ?? '';
  // A question that comes back is the same question.
  if (job.tries.refused === 0) {
    const refused = { engine, detail, brandId, question: hash('sha256', question.prompt, 'hex') };
    await noteRefusal(db, { ...refused, now: now() });
  }
  const { questions, brands } = await countRefused(db, engine, detail);
  if (questions < REFUSALS_TO_BREAK) return true;
  return brands === 1 && (await hasJobsOfOthers(db, engine, brandId));
}

async function askAgain(
  taking: Taking,
  { reading, replies }: Exchanged,
  decision: Extract<Decision, { retryAt: number }>,
): Promise<Taken['result']> {
  const { deps, job } = taking;
  // If nothing was left to ask, asking again starts over.
  const isComplete = replies.length > 0 && requestsAfter(taking, replies).length === 0;
  if (isComplete && !('fault' in reading)) await correct(taking, microsOf(reading.costUsd));
  await requeueJob(deps.db, job, job.lease, {
    at: decision.retryAt,
    attempt: isComplete ? job.attempt + 1 : job.attempt,
    tries: { ...decision.tries, last: reading.detail },
  });
  return 'retried';
}

/** Stores the collection, with what it says about the brands, and marks the job as done, in one transaction. */
async function store(taking: Taking, exchanged: Exchanged): Promise<Taken['result']> {
  const { deps, engine, job } = taking;
  const collection = await collectionFrom(taking, exchanged);
  const micros = collection.asking?.micros ?? null;
  const correction = micros === null ? null : micros - engine.micros;
  const isMine = await deps.store({ job, collection, correction, spendingDay: spendingDayOf(taking) });
  return isMine ? collection.outcome : null;
}

async function collectionFrom(
  { deps: { db, now, random }, engine, job, question }: Taking,
  { reading, replies }: { readonly reading: EngineReading; readonly replies: readonly StoredReply[] },
): Promise<NewCollection> {
  return collectionOf({
    workspace: await loadWorkspace(db, question.brand.id),
    adapter: engine.adapter,
    job,
    prompt: question.prompt,
    reading,
    replies,
    collectedAt: replies.at(-1)?.receivedAt ?? Math.min(now(), (job.day + 1) * DAY_MS - 1),
    random,
  });
}

/** Replaces the reserved cost of an exchange by the actual one, if the engine reports it. */
async function correct(taking: Taking, micros: number | null): Promise<void> {
  if (micros === null) return;
  await correctSpending(taking.deps.db, spendingDayOf(taking), micros - taking.engine.micros);
}

function spendingDayOf({ job, question }: Taking): SpendingDay {
  return { organizationId: question.brand.organizationId, day: job.day };
}
