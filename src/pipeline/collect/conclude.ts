import { hash } from 'node:crypto';
import { DAY_MS } from '../../domain/period.ts';
import type { EngineReading } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { isUnpaidStatus } from '../../engines/http-failures.ts';
import type { NewCollection } from '../../storage/answers/new-collection.ts';
import { closeBreaker, isInTrouble, openBreaker } from '../../storage/collect/breakers.ts';
import { requeueJob } from '../../storage/collect/jobs.ts';
import { countRefused, forgetRefusals, noteRefusal } from '../../storage/collect/refusals.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import { type Booking, type Reservation, settleCall } from '../../storage/collect/spending.ts';
import { isAskedForOthers } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { loadWorkspace } from '../intake/workspace.ts';
import { longerCost } from './call-cost.ts';
import { collectionOf, reportedMicros } from './collection-of-reply.ts';
import { type EndedExchange, requestsAfter } from './exchange.ts';
import type { JobContext, JobOutcome } from './job-context.ts';
import { type Decision, decide, mayBeOfQuestion, REFUSALS_TO_BREAK } from './retry.ts';
import { isUnsent } from './transport.ts';

/** Stores the result of an exchange, or schedules the question again. */
export async function conclude(context: JobContext, came: EndedExchange): Promise<JobOutcome> {
  const { deps, job } = context;
  const exchange = withoutLargerCap(context, came);
  const { reading } = exchange;
  const fraction = (deps.random(1)[0] ?? 0) / 255;
  const isOfQuestion = await isOfOneQuestion(context, exchange);
  const decision = decide(reading, job, deps.now(), fraction, isOfQuestion);
  if (decision.breaker) {
    const opened = { engine: job.engine, detail: reading.detail ?? '', now: deps.now() };
    await deps.retry(() => openBreaker(deps.db, opened));
  }
  const result =
    'store' in decision
      ? await finish(context, { ...exchange, reading: decision.store })
      : await askAgain(context, exchange, decision);
  const fault = 'fault' in reading ? { fault: reading.fault } : {};
  return { result, detail: reading.detail, breaker: decision.breaker, ...fault };
}

/** A refusal of the larger cap says nothing about the engine: the question keeps the failure that it was asked again for. */
function withoutLargerCap({ question }: JobContext, exchange: EndedExchange): EndedExchange {
  const { reading, status } = exchange;
  const isRefused = question.isLonger && mayBeOfQuestion(reading, status);
  return isRefused ? { ...exchange, reading: failed('truncated', 'final') } : exchange;
}

/** Stores the collection. An engine that answers is no longer stopped. */
async function finish(context: JobContext, exchange: EndedExchange): Promise<JobOutcome['result']> {
  const result = await store(context, exchange);
  if (!('fault' in exchange.reading)) await startAgain(context);
  return result;
}

/** An answer shows that the engine's configuration is right. */
async function startAgain({ deps: { db, retry }, job: { engine } }: JobContext): Promise<void> {
  // As after nearly every answer: one statement that reads, instead of two that write.
  if (!(await retry(() => isInTrouble(db, engine)))) return;
  await retry(() => closeBreaker(db, engine));
  await retry(() => forgetRefusals(db, engine));
}

/**
 * Whether a refusal is treated as being about this question alone: until enough others were refused like it, including some of another
 * brand if others are asked. One brand's prompts or market never stop an engine for the others.
 */
async function isOfOneQuestion(
  { deps: { db, now, retry }, job, question }: JobContext,
  { reading, status }: EndedExchange,
): Promise<boolean> {
  if (!mayBeOfQuestion(reading, status)) return false;
  const { engine, brandId } = job;
  const detail = reading.detail ?? '';
  // A question that comes back is the same question.
  if (job.tries.refused === 0) {
    const asked = hash('sha256', question.prompt, 'hex');
    await retry(() => noteRefusal(db, { engine, detail, brandId, question: asked, now: now() }));
  }
  const { questions, brands } = await retry(() => countRefused(db, engine, detail));
  if (questions < REFUSALS_TO_BREAK) return true;
  return brands === 1 && (await retry(() => isAskedForOthers(db, engine, brandId)));
}

/** Has the question asked again later. Done twice, it changes nothing more: by then the lease is no longer this one. */
async function askAgain(
  context: JobContext,
  exchange: EndedExchange,
  decision: Extract<Decision, { retryAt: number }>,
): Promise<JobOutcome['result']> {
  const { deps, job } = context;
  const { reading, replies } = exchange;
  // If nothing was left to ask, asking again starts over.
  const isComplete = replies.length > 0 && requestsAfter(context, replies).length === 0;
  const requeue = async (transaction: Database) => {
    const isMine = await requeueJob(transaction, job, job.lease, {
      at: decision.retryAt,
      attempt: isComplete ? job.attempt + 1 : job.attempt,
      tries: { ...decision.tries, last: reading.detail },
    });
    // Replies that are continued later are paid for once, when their exchange has ended.
    const booking = isComplete || replies.length === 0 ? bookingOf(context, exchange) : null;
    if (isMine && booking !== null) await settleCall(transaction, booking);
  };
  await deps.retry(() => deps.db.transaction().execute(requeue));
  return 'retried';
}

/** Stores the collection, with what it says about the brands, and marks the job as done, in one transaction. */
async function store(context: JobContext, exchange: EndedExchange): Promise<JobOutcome['result']> {
  const { deps, job } = context;
  const collection = await collectionFrom(context, exchange);
  const isMine = await deps.store({ job, collection, booking: bookingOf(context, exchange) });
  return isMine ? collection.outcome : null;
}

async function collectionFrom(
  { deps: { db, now, random, retry }, engine, job, question }: JobContext,
  { reading, replies }: { readonly reading: EngineReading; readonly replies: readonly StoredReply[] },
): Promise<NewCollection> {
  return collectionOf({
    workspace: await retry(() => loadWorkspace(db, question.brand.id)),
    adapter: engine.adapter,
    job,
    prompt: question.prompt,
    market: question.market,
    reading,
    replies,
    collectedAt: replies.at(-1)?.receivedAt ?? Math.min(now(), (job.day + 1) * DAY_MS - 1),
    random,
  });
}

/** What an exchange cost, to be booked in place of what was set aside for it; null if nothing was. */
function bookingOf(context: JobContext, exchange: EndedExchange): Booking | null {
  const { reserved } = exchange;
  if (reserved === null) return null;
  const { organizationId } = context.question.brand;
  return { organizationId, reserved, micros: costOf(context, exchange, reserved) };
}

/** What the replies say; otherwise nothing, the estimate, or all that was set aside. */
function costOf(
  { engine, question }: JobContext,
  { reading, replies, status }: EndedExchange,
  reserved: Reservation,
): number {
  const reported = reportedMicros(reading.costUsd);
  if (reported !== null) return reported;
  const isFirstFailure = replies.length === 0 && 'fault' in reading;
  if (isFirstFailure && isFree(reading.detail, status)) return 0;
  // Nothing came back, so nobody knows what it cost: a vendor may have worked on it until the deadline.
  if (isFirstFailure && status === null) return reserved.micros;
  return longerCost(question, engine.micros);
}

/** Whether the first request of an exchange was refused by its status, or never reached the vendor. */
function isFree(detail: string, status: number | null): boolean {
  return status === null ? isUnsent(detail) : isUnpaidStatus(status);
}
