import { dayOf } from '../../domain/period.ts';
import type { EngineReading, EngineRequest } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { closeBreaker, findBreaker } from '../../storage/collect/breakers.ts';
import { dropJob } from '../../storage/collect/jobs.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import { correctSpending, findCollectLimits, reserveCall } from '../../storage/collect/spending.ts';
import { giveBack } from './lease.ts';
import type { CollectDeps, Leased, Taken, Taking } from './taking.ts';

/** A job that the ceiling holds back is checked again after this long. */
const CEILING_WAIT_MS = 60 * 60_000;

/** Why a request is never sent: nothing it could bring would be an answer to this question. Null to send it. */
export async function refusalOf(
  taking: Taking,
  replies: readonly StoredReply[],
): Promise<EngineReading | null> {
  if (replies.length > 0) return null;
  const { deps, engine, job, question } = taking;
  const { mostPromptCharacters } = engine.adapter;
  if (mostPromptCharacters !== null && [...question.prompt].length > mostPromptCharacters) {
    return failed('prompt_too_long', 'final');
  }
  if (!isOver(taking)) return null;
  const reason = (await findBreaker(deps.db, job.engine))?.detail ?? job.tries.last;
  return reason === null ? null : failed(reason, 'final');
}

/** Holds back a request that is no longer wanted, or must not be sent now. Null to send it: its call is reserved. */
export async function heldBack(
  taking: Taking,
  request: EngineRequest,
  replies: readonly StoredReply[],
): Promise<Taken | null> {
  const isPaid = request.method === 'POST';
  if (isPaid && !taking.question.isWanted) return await drop(taking.deps, taking.job);
  if (replies.length === 0 && isOver(taking)) return await drop(taking.deps, taking.job);
  if (isTooSoon(taking, request, replies)) return await waitFor(taking, request);
  if (!isPaid || (await setAside(taking, replies))) return null;
  await giveBack(taking, CEILING_WAIT_MS);
  return { result: 'ceiling', detail: null };
}

export async function drop({ db }: CollectDeps, job: Leased): Promise<Taken> {
  await dropJob(db, job, job.lease);
  return { result: 'dropped', detail: null };
}

/** Gives the job back until the answer may be there. An engine that is working on one is not stopped. */
export async function waitFor(taking: Taking, { delayMs = 0 }: EngineRequest): Promise<Taken> {
  await closeBreaker(taking.deps.db, taking.job.engine);
  return await giveBack(taking, delayMs);
}

/** Sets a call aside, with the cost of an answer for the first one of an exchange. @returns whether it may be made */
async function setAside(
  { deps: { db, now }, engine, question }: Taking,
  replies: readonly StoredReply[],
): Promise<boolean> {
  const { organizationId } = question.brand;
  const limits = await findCollectLimits(db, organizationId);
  const micros = replies.length === 0 ? engine.micros : 0;
  return await reserveCall(db, { organizationId, day: dayOf(now()) }, micros, limits);
}

/** Releases what was reserved for a request that the engine refused, which costs nothing. The call still counts. */
export async function putBack({ deps: { db }, engine, job, question }: Taking): Promise<void> {
  const { organizationId } = question.brand;
  await correctSpending(db, { organizationId, day: job.day }, -engine.micros);
}

/** Whether the job's day is over, so it is no longer asked. */
function isOver({ deps: { now }, job }: Taking): boolean {
  return job.day < dayOf(now());
}

function isTooSoon(
  { deps: { now } }: Taking,
  { delayMs }: EngineRequest,
  replies: readonly StoredReply[],
): boolean {
  if (delayMs === undefined) return false;
  const last = replies.at(-1);
  return last === undefined || now() - last.receivedAt < delayMs;
}
