import { hash } from 'node:crypto';
import { DAY_MS } from '../../../domain/time/period.ts';
import type { EngineReading } from '../../../engines/engine.ts';
import { failed } from '../../../engines/engine-reading.ts';
import { isUnpaidStatus } from '../../../engines/http-failures.ts';
import type { NewCollection } from '../../../storage/answers/new-collection.ts';
import { closeBreaker, isInTrouble, openBreaker, scopeOf } from '../../../storage/collect/breakers.ts';
import { lastDayOf, requeueJob } from '../../../storage/collect/jobs.ts';
import { countRefused, forgetRefusals, noteRefusal } from '../../../storage/collect/refusals.ts';
import type { StoredReply } from '../../../storage/collect/replies.ts';
import { type Booking, type Reservation, settleCall } from '../../../storage/collect/spending.ts';
import { isAskedForOthers } from '../../../storage/directory/brands.ts';
import { isReadForOthers } from '../../../storage/directory/reader-choices.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { loadBrandReader } from '../../intake/brand-reader.ts';
import { longerCost } from './call-cost.ts';
import { collectionOf, reportedMicros } from './collection-of-reply.ts';
import { type EndedExchange, requestsAfter } from './exchange.ts';
import type { JobContext, JobOutcome } from './job-context.ts';
import { type Decision, decide, mayBeQuestionFault, REFUSALS_TO_BREAK } from './retry.ts';
import { isUnsent } from './transport.ts';

/** Stores an exchange's result, or reschedules the question. */
export async function conclude(context: JobContext, came: EndedExchange): Promise<JobOutcome> {
  const { deps, job } = context;
  const exchange = withoutLargerCap(context, came);
  const { reading } = exchange;
  const fraction = (deps.random(1)[0] ?? 0) / 255;
  const isOfQuestion = await isOfOneQuestion(context, exchange);
  const asked = { tries: job.tries, day: lastDayOf(job) };
  const decision = decide(reading, asked, deps.now(), fraction, isOfQuestion);
  if (decision.breaker) {
    const isOfModel = 'fault' in reading && reading.fault === 'config';
    const engine = isOfModel ? scopeOf(job) : job.engine;
    const opened = { engine, detail: reading.detail ?? '', now: deps.now() };
    await deps.retry(() => openBreaker(deps.db, opened));
  }
  const ended =
    'store' in decision
      ? await finish(context, { ...exchange, reading: decision.store })
      : await askAgain(context, exchange, decision);
  const fault = 'fault' in reading ? { fault: reading.fault } : {};
  return { ...ended, detail: reading.detail, breaker: decision.breaker, ...fault };
}

/** A refusal of the larger cap says nothing about the engine: keep the failure that led to it. */
function withoutLargerCap({ question }: JobContext, exchange: EndedExchange): EndedExchange {
  const { reading, status } = exchange;
  const isRefused = question.isLonger && mayBeQuestionFault(reading, status);
  return isRefused ? { ...exchange, reading: failed('truncated', 'final') } : exchange;
}

type Ended = Pick<JobOutcome, 'result' | 'unproven'>;

/** Stores the collection and restarts the engine if it was stopped. */
async function finish(context: JobContext, exchange: EndedExchange): Promise<Ended> {
  const ended = await store(context, exchange);
  if (!('fault' in exchange.reading)) await startAgain(context);
  return ended;
}

/** An answer proves that the engine's configuration is right. */
async function startAgain({ deps: { db, retry }, job }: JobContext): Promise<void> {
  for (const engine of new Set([job.engine, scopeOf(job)])) {
    // After nearly every answer: one read instead of two writes.
    if (!(await retry(() => isInTrouble(db, engine)))) continue;
    await retry(() => closeBreaker(db, engine));
    await retry(() => forgetRefusals(db, engine));
  }
}

/**
 * Whether to blame a refusal on this question alone: until enough other questions get the same refusal, including
 * another brand's if other brands use the engine. So one brand's prompts or market never stop an engine for others.
 */
async function isOfOneQuestion(
  { deps: { db, retry }, engine: { adapter }, job, question }: JobContext,
  { reading, status }: EndedExchange,
): Promise<boolean> {
  if (!mayBeQuestionFault(reading, status)) return false;
  const [engine, { brandId, reader }] = [scopeOf(job), job];
  const detail = reading.detail ?? '';
  // Count a retried question once.
  if (job.tries.refused === 0) {
    const asked = hash('sha256', question.prompt, 'hex');
    await retry(() => noteRefusal(db, { engine, detail, brandId, question: asked }));
  }
  const { questions, brands } = await retry(() => countRefused(db, engine, detail));
  if (questions < REFUSALS_TO_BREAK) return true;
  const isForOthers = () =>
    reader === null
      ? isAskedForOthers(db, engine, brandId)
      : isReadForOthers(db, { ...adapter.provider, model: reader }, brandId);
  return brands === 1 && (await retry(isForOthers));
}

/** Reschedules the question. A repeat changes nothing, because the lease no longer matches. */
async function askAgain(
  context: JobContext,
  exchange: EndedExchange,
  decision: Extract<Decision, { retryAt: number }>,
): Promise<Ended> {
  const { deps, job } = context;
  const { reading, replies } = exchange;
  // After a complete exchange, a retry starts over.
  const isComplete = replies.length > 0 && requestsAfter(context, replies).length === 0;
  const requeue = async (transaction: Database) => {
    const isMine = await requeueJob(transaction, job, job.lease, {
      at: decision.retryAt,
      attempt: isComplete ? job.attempt + 1 : job.attempt,
      tries: { ...decision.tries, last: reading.detail },
    });
    // A continued exchange books its cost once, at its end.
    const booking = isComplete || replies.length === 0 ? bookingOf(context, exchange) : null;
    if (isMine && booking !== null) await settleCall(transaction, booking);
  };
  await deps.retry(() => deps.db.transaction().execute(requeue));
  return { result: 'retried' };
}

/** Stores the collection or the model's reading, and finishes the job, in one transaction. */
async function store(context: JobContext, exchange: EndedExchange): Promise<Ended> {
  const { deps, job, question } = context;
  const booking = bookingOf(context, exchange);
  if (question.reading) {
    const micros = booking?.micros ?? null;
    const given = { micros, readAt: exchange.replies.at(-1)?.receivedAt ?? deps.now() };
    const { modelReadingOf } = await import('./reading-job.ts');
    const reading = modelReadingOf(question.reading, job, context.engine, exchange, given);
    if (!(await deps.store({ job, reading, booking }))) return { result: null };
    return reading.reading === null
      ? { result: 'not_judged' }
      : { result: 'read', unproven: reading.reading.dropped };
  }
  const collection = await collectionFrom(context, exchange);
  const isMine = await deps.store({ job, collection, booking });
  return { result: isMine ? collection.outcome : null };
}

async function collectionFrom(
  { deps: { db, now, random, retry }, engine, job, question }: JobContext,
  { reading, replies }: { readonly reading: EngineReading; readonly replies: readonly StoredReply[] },
): Promise<NewCollection> {
  return collectionOf({
    workspace: await retry(() => loadBrandReader(db, question.brand.id)),
    adapter: engine.adapter,
    job,
    prompt: question.prompt,
    market: question.market,
    reading,
    collectedAt: replies.at(-1)?.receivedAt ?? Math.min(now(), (job.day + 1) * DAY_MS - 1),
    random,
  });
}

/** An exchange's cost, to book in place of its reservation; null without one. */
function bookingOf(context: JobContext, exchange: EndedExchange): Booking | null {
  const { reserved } = exchange;
  if (reserved === null) return null;
  const { organizationId } = context.question.brand;
  return { organizationId, reserved, micros: costOf(context, exchange, reserved) };
}

/** The cost in the replies; otherwise nothing, the estimate, or the whole reservation. */
function costOf(
  { engine, question }: JobContext,
  { reading, replies, status }: EndedExchange,
  reserved: Reservation,
): number {
  const reported = reportedMicros(reading.costUsd);
  if (reported !== null) return reported;
  const isFirstFailure = replies.length === 0 && 'fault' in reading;
  if (isFirstFailure && isFree(reading.detail, status)) return 0;
  // Without a reply the cost is unknown: the vendor may have worked until the deadline.
  if (isFirstFailure && status === null) return reserved.micros;
  // A reply of a batch has half of it reserved.
  return Math.min(reserved.micros, longerCost(question, engine.micros));
}

/** Whether the vendor refused the first request by its status, or never received it. */
function isFree(detail: string, status: number | null): boolean {
  return status === null ? isUnsent(detail) : isUnpaidStatus(status);
}
