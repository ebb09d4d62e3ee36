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
import { loadWorkspace } from '../intake/workspace.ts';
import { collectionOf, reportedMicros } from './collection-of-reply.ts';
import { type Exchanged, requestsAfter } from './exchange.ts';
import { longerIf } from './holding.ts';
import { type Decision, decide, mayBeOfQuestion, REFUSALS_TO_BREAK } from './retry.ts';
import type { Taken, Taking } from './taking.ts';
import { isUnsent } from './transport.ts';

/** Stores the result of an exchange, or schedules the question again. */
export async function conclude(taking: Taking, came: Exchanged): Promise<Taken> {
  const { deps, job } = taking;
  const exchanged = withoutLargerCap(taking, came);
  const { reading } = exchanged;
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

/** A refusal of the larger cap says nothing about the engine: the question keeps the failure that it was asked again for. */
function withoutLargerCap({ question }: Taking, exchanged: Exchanged): Exchanged {
  const { reading, status } = exchanged;
  const isRefused = question.isLonger && mayBeOfQuestion(reading, status);
  return isRefused ? { ...exchanged, reading: failed('truncated', 'final') } : exchanged;
}

/** Stores the collection. An engine that answers is no longer stopped. */
async function finish(taking: Taking, exchanged: Exchanged): Promise<Taken['result']> {
  const result = await store(taking, exchanged);
  if (!('fault' in exchanged.reading)) await startAgain(taking);
  return result;
}

/** An answer shows that the engine's configuration is right. */
async function startAgain({ deps: { db }, job }: Taking): Promise<void> {
  // As after nearly every answer: one statement that reads, instead of two that write.
  if (!(await isInTrouble(db, job.engine))) return;
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
  return brands === 1 && (await isAskedForOthers(db, engine, brandId));
}

async function askAgain(
  taking: Taking,
  exchanged: Exchanged,
  decision: Extract<Decision, { retryAt: number }>,
): Promise<Taken['result']> {
  const { deps, job } = taking;
  const { reading, replies } = exchanged;
  // If nothing was left to ask, asking again starts over.
  const isComplete = replies.length > 0 && requestsAfter(taking, replies).length === 0;
  await deps.db.transaction().execute(async (transaction) => {
    const isMine = await requeueJob(transaction, job, job.lease, {
      at: decision.retryAt,
      attempt: isComplete ? job.attempt + 1 : job.attempt,
      tries: { ...decision.tries, last: reading.detail },
    });
    // Replies that are continued later are paid for once, when their exchange has ended.
    const booking = isComplete || replies.length === 0 ? bookingOf(taking, exchanged) : null;
    if (isMine && booking !== null) await settleCall(transaction, booking);
  });
  return 'retried';
}

/** Stores the collection, with what it says about the brands, and marks the job as done, in one transaction. */
async function store(taking: Taking, exchanged: Exchanged): Promise<Taken['result']> {
  const { deps, job } = taking;
  const collection = await collectionFrom(taking, exchanged);
  const isMine = await deps.store({ job, collection, booking: bookingOf(taking, exchanged) });
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

/** What an exchange cost, to be booked in place of what was set aside for it; null if nothing was. */
function bookingOf(taking: Taking, exchanged: Exchanged): Booking | null {
  const { reserved } = exchanged;
  if (reserved === null) return null;
  const { organizationId } = taking.question.brand;
  return { organizationId, reserved, micros: costOf(taking, exchanged, reserved) };
}

/** What the replies say; otherwise nothing, the estimate, or all that was set aside. */
function costOf(
  { engine, question }: Taking,
  { reading, replies, status }: Exchanged,
  reserved: Reservation,
): number {
  const reported = reportedMicros(reading.costUsd);
  if (reported !== null) return reported;
  const isFirstFailure = replies.length === 0 && 'fault' in reading;
  if (isFirstFailure && isFree(reading.detail, status)) return 0;
  // Nothing came back, so nobody knows what it cost: a vendor may have worked on it until the deadline.
  if (isFirstFailure && status === null) return reserved.micros;
  return longerIf(question, engine.micros);
}

/** Whether the first request of an exchange was refused by its status, or never reached the vendor. */
function isFree(detail: string, status: number | null): boolean {
  return status === null ? isUnsent(detail) : isUnpaidStatus(status);
}
