import { dayOf } from '../../../domain/time/period.ts';
import type { EngineReading, EngineRequest } from '../../../engines/engine.ts';
import { failed } from '../../../engines/engine-reading.ts';
import { HELD_MS } from '../../../storage/collect/batches.ts';
import { findBreaker, scopeOf, tryBreaker } from '../../../storage/collect/breakers.ts';
import { lastDayOf } from '../../../storage/collect/jobs.ts';
import type { StoredReply } from '../../../storage/collect/replies.ts';
import { findCollectLimits, type Reservation, reserveCall } from '../../../storage/collect/spending.ts';
import { longerCost } from './call-cost.ts';
import type { Exchange } from './exchange.ts';
import type { JobContext } from './job-context.ts';
import { renew } from './lease.ts';
import { BREAKER_WAIT_MS } from './retry.ts';

/** The decision before sending a request. */
export type PreflightResult =
  /** `reserved`: the reservation for this call; null for none. */
  | { readonly verdict: 'send'; readonly reserved: Reservation | null }
  /** Never send it, because no reply could answer this question. */
  | { readonly verdict: 'fail'; readonly reading: EngineReading }
  /** Another worker has claimed the job. */
  | { readonly verdict: 'lost' }
  /** The answer is no longer needed. */
  | { readonly verdict: 'drop' }
  /** Nothing may be asked for this long: its reader is off, or its model's breaker is open. */
  | { readonly verdict: 'held'; readonly delayMs: number }
  /** Too early to check for the answer. */
  | { readonly verdict: 'wait'; readonly delayMs: number }
  /** The organization has reached today's ceiling. */
  | { readonly verdict: 'ceiling' };

/** Least remaining lease before the first call. */
const SPARE_MS = 10_000;

/** Checks whether to send a request now, renews the lease for the call, and reserves its possible cost. */
export async function checkBeforeSending(
  context: JobContext,
  request: EngineRequest,
  { replies }: Exchange,
  heldSince: number,
): Promise<PreflightResult> {
  const { now } = context.deps;
  const isFirst = replies.length === 0;
  const reading = isFirst ? await refusalOf(context) : null;
  if (reading !== null) return { verdict: 'fail', reading };
  const isHeld = (isFirst && now() - heldSince <= SPARE_MS) || (await renew(context));
  if (!isHeld) return { verdict: 'lost' };
  const isPaid = request.method === 'POST';
  if (isPaid && context.question.reading?.isOff) return { verdict: 'held', delayMs: HELD_MS };
  if (isPaid && !context.question.isStillPlanned) return { verdict: 'drop' };
  const stoppedMs = isFirst ? await stoppedFor(context) : 0;
  if (stoppedMs > 0) return { verdict: 'held', delayMs: stoppedMs };
  if (isFirst && isOver(context)) return { verdict: 'drop' };
  if (isTooSoon(now(), request, replies)) return { verdict: 'wait', delayMs: request.delayMs ?? 0 };
  if (!isPaid) return { verdict: 'send', reserved: null };
  const reserved = await setAside(context, isFirst);
  if (reserved === null) return { verdict: 'ceiling' };
  // The first call's reservation covers the whole exchange.
  return { verdict: 'send', reserved: isFirst ? reserved : null };
}

/** How long a reader's model is not asked behind its breaker, apart from one try an hour. */
async function stoppedFor({ deps: { db, now, retry }, job }: JobContext): Promise<number> {
  if (job.reader === null) return 0;
  const breaker = await retry(() => findBreaker(db, scopeOf(job)));
  if (breaker === null) return 0;
  const leftMs = breaker.triedAt + BREAKER_WAIT_MS - now();
  if (leftMs > 0) return leftMs;
  return (await retry(() => tryBreaker(db, breaker, now()))) ? 0 : BREAKER_WAIT_MS;
}

/** The failure to record instead of sending an exchange's first request; null to send it. */
async function refusalOf(context: JobContext): Promise<EngineReading | null> {
  const { deps, engine, job, question } = context;
  const { mostPromptCharacters } = engine.adapter;
  if (question.reading?.judged === null) return failed('too_long', 'final');
  if (mostPromptCharacters !== null && [...question.prompt].length > mostPromptCharacters) {
    return failed('prompt_too_long', 'final');
  }
  if (!isOver(context)) return null;
  const breaker = await deps.retry(() => findBreaker(deps.db, job.engine));
  const reason = breaker?.detail ?? job.tries.last;
  return reason === null ? null : failed(reason, 'final');
}

/** Counts a call, and reserves an answer's cost for an exchange's first call. Null: a ceiling forbids it. */
async function setAside(
  { deps, engine, question }: JobContext,
  isFirst: boolean,
): Promise<Reservation | null> {
  const { db, now, retry } = deps;
  const { organizationId } = question.brand;
  const limits = await retry(() => findCollectLimits(db, organizationId));
  const micros = isFirst ? longerCost(question, engine.mostMicros) : 0;
  const isReading = question.reading !== undefined;
  // A reader that costs money needs a ceiling.
  if (isReading && engine.mostMicros > 0 && limits.microsPerDay === null) return null;
  const reserved = { day: dayOf(now()), micros };
  const call = { organizationId, ...reserved, limits, isReading };
  const isCounted = await retry(() => reserveCall(db, call, retry));
  return isCounted ? reserved : null;
}

/** Whether the job's day is over, so asking would be too late. */
function isOver({ deps: { now }, job }: JobContext): boolean {
  return lastDayOf(job) < dayOf(now());
}

function isTooSoon(now: number, { delayMs }: EngineRequest, replies: readonly StoredReply[]): boolean {
  if (delayMs === undefined) return false;
  const last = replies.at(-1);
  return last === undefined || now - last.receivedAt < delayMs;
}
