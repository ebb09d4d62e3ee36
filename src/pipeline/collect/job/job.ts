import type { EngineRequest } from '../../../engines/engine.ts';
import { failed } from '../../../engines/engine-reading.ts';
import { type RefusedField, withoutFields } from '../../../engines/refused-field.ts';
import { closeBreaker } from '../../../storage/collect/breakers.ts';
import { findLeftOutFields, leaveOut } from '../../../storage/collect/left-out-fields.ts';
import { insertReplies, listReplies, type StoredReply } from '../../../storage/collect/replies.ts';
import { type Reservation, settleCall } from '../../../storage/collect/spending.ts';
import { transactAtMostOnce } from '../../../storage/driver/commit-outcome.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { findAskedQuestion } from './asked-question.ts';
import { readingOf } from './collection-of-reply.ts';
import { conclude } from './conclude.ts';
import {
  ASKED,
  type EndedExchange,
  type Exchange,
  endExchange,
  exchangeOf,
  LONGEST_QUEUE_MS,
  requestsAfter,
} from './exchange.ts';
import type { JobContext, JobOutcome, LeasedJob, WorkerDeps } from './job-context.ts';
import { drop, giveBack } from './lease.ts';
import { checkBeforeSending, type PreflightResult } from './preflight.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { redacted } from './sending.ts';
import { takeStep } from './step.ts';

/**
 * Runs a claimed job: asks, stores every reply before reading it, then stores the result or reschedules. After a
 * crash it reads the stored replies instead of asking again, even if the answer is no longer needed.
 */
export async function runJob(deps: WorkerDeps, engine: ReadyEngine, job: LeasedJob): Promise<JobOutcome> {
  const heldSince = deps.now();
  const found = await deps.retry(() => findAsked(deps, engine, job));
  if (found === null) return await drop(deps, job);
  const context = { deps, job, ...found };
  let exchange = exchangeOf(await storedReplies(context));
  for (;;) {
    const requests = await nextRequests(context, exchange);
    const [first] = requests;
    if (first === undefined) {
      return await conclude(context, await completed(context, exchange));
    }
    const check = await checkBeforeSending(context, first, exchange, heldSince);
    if (check.verdict !== 'send') return await holdBack(context, exchange, check);
    const { reserved } = check;
    const step = await takeStep(deps, context.engine, requests, exchange.replies);
    switch (step.kind) {
      case 'replied':
        exchange = await keepReplies(context, exchange, step.replies, reserved);
        break;
      case 'field_refused':
        exchange = await leaveFieldOut(context, exchange, step, reserved);
        break;
      case 'pending':
        return await lookAgain(context, exchange, step.request);
      case 'failed':
        return await conclude(context, {
          ...endExchange(exchange, step.reading, step.status),
          reserved: exchange.reserved ?? reserved,
        });
    }
  }
}

/** What a job asks: the engine a question, or a reader about an answer. */
async function findAsked({ db, now }: WorkerDeps, engine: ReadyEngine, job: LeasedJob) {
  if (job.answerId > 0) {
    const { findReading } = await import('./reading-job.ts');
    return await findReading(db, engine, job);
  }
  const question = await findAskedQuestion(db, job, now());
  return question && { engine, question };
}

async function completed({ engine, question }: JobContext, exchange: Exchange): Promise<EndedExchange> {
  const ended = endExchange(exchange, readingOf(engine.adapter, exchange.replies));
  if (question.reading === undefined) return ended;
  const { checkedReading } = await import('./reading-job.ts');
  return { ...ended, ...checkedReading(question.reading, ended) };
}

/** Replies already stored for this exchange. Replies from older versions may still contain a secret. */
async function storedReplies({ deps, job }: JobContext): Promise<StoredReply[]> {
  const replies = await deps.retry(() => listReplies(deps.db, job));
  return replies.map((reply) => redacted(reply, deps.redact));
}

/** The next requests, without fields that the engine refuses. */
async function nextRequests(context: JobContext, { replies, suspected }: Exchange): Promise<EngineRequest[]> {
  const { deps, engine } = context;
  const { adapter, access } = engine;
  const leftOut = adapter.omittable
    ? await deps.retry(() => findLeftOutFields(deps.db, adapter.slug, access.model))
    : [];
  const without = suspected === undefined ? leftOut : [...leftOut, suspected];
  return requestsAfter(context, replies).map((request) => withoutFields(request, without));
}

/** Interval for checking again whether a ceiling still blocks a job. */
const CEILING_WAIT_MS = 60 * 60_000;

/** Applies a preflight result other than sending. */
async function holdBack(
  context: JobContext,
  exchange: Exchange,
  check: Exclude<PreflightResult, { verdict: 'send' }>,
): Promise<JobOutcome> {
  switch (check.verdict) {
    case 'fail':
      return await conclude(context, endExchange(exchange, check.reading));
    case 'lost':
      return { result: null, detail: null };
    case 'drop':
      return await drop(context.deps, context.job);
    case 'held':
      return await giveBack(context, check.delayMs);
    case 'wait':
      return await waitFor(context, check.delayMs);
    case 'ceiling':
      return { ...(await giveBack(context, CEILING_WAIT_MS)), result: 'ceiling' };
  }
}

/** Stores replies, with their reservation, before anything reads them. */
async function keepReplies(
  context: JobContext,
  { replies, suspected }: Exchange,
  received: readonly StoredReply[],
  reserved: Reservation | null,
): Promise<Exchange> {
  const { deps, job, question } = context;
  const asked = question.reading && { [ASKED]: question.reading.asked };
  const newReplies = received.map((reply, index) => ({
    ...reply,
    headers: { ...reply.headers, ...asked },
    ...(index === 0 && { reserved }),
  }));
  await deps.retry(() => insertReplies(deps.db, job, replies.length, newReplies));
  if (suspected !== undefined) await forgetField(context, suspected, async () => true);
  return exchangeOf([...replies, ...newReplies]);
}

/** Leaves a refused field out, from now on if the refusal names it. The refusal was free. */
async function leaveFieldOut(
  context: JobContext,
  { replies }: Exchange,
  { field, isNamed }: RefusedField,
  reserved: Reservation | null,
): Promise<Exchange> {
  const { organizationId } = context.question.brand;
  await forgetField(context, field, async (on) => {
    if (reserved !== null) await settleCall(on, { organizationId, reserved, micros: 0 });
    return isNamed;
  });
  return { ...exchangeOf(replies), ...(!isNamed && { suspected: field }) };
}

/** Records a field to omit from now on, if `when` says so in the same transaction. */
async function forgetField(
  { deps, engine }: JobContext,
  field: string,
  when: (on: Database) => Promise<boolean>,
): Promise<void> {
  const { db, now, retry } = deps;
  const leftOut = { engine: engine.adapter.slug, model: engine.access.model, field, since: now() };
  const remember = () =>
    transactAtMostOnce(db, async (on) => (await when(on)) && (await leaveOut(on, leftOut)), retry);
  if (await retry(remember)) deps.onLeftOut(leftOut);
}

/** Check once more for a paid answer even after the day ends. */
async function lookAgain(
  context: JobContext,
  exchange: Exchange,
  { delayMs = 0 }: EngineRequest,
): Promise<JobOutcome> {
  const [first] = exchange.replies;
  const isLate = first !== undefined && context.deps.now() - first.askedAt > LONGEST_QUEUE_MS;
  if (isLate) return await conclude(context, endExchange(exchange, failed('queue_deadline', 'timeout')));
  return await waitFor(context, delayMs);
}

/** Releases the job until the answer may be ready. A busy engine is not a failing one. */
async function waitFor(context: JobContext, delayMs: number): Promise<JobOutcome> {
  const { deps, job } = context;
  await deps.retry(() => closeBreaker(deps.db, job.engine));
  return await giveBack(context, delayMs);
}
