import { dayOf } from '../../domain/period.ts';
import type { EngineReading, EngineRequest } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { LONGER } from '../../engines/length-cap.ts';
import { closeBreaker, findBreaker } from '../../storage/collect/breakers.ts';
import { dropJob } from '../../storage/collect/jobs.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import { findCollectLimits, type Reservation, reserveCall } from '../../storage/collect/spending.ts';
import { giveBack } from './lease.ts';
import { patiently } from './patiently.ts';
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

/** A request may be sent, with what was set aside for it (null: nothing), or the job is held back. */
type Allowed = { readonly reserved: Reservation | null } | { readonly taken: Taken };

/** Holds back a request that is no longer wanted, or must not be sent now, and otherwise sets aside what it may cost. */
export async function allow(
  taking: Taking,
  request: EngineRequest,
  replies: readonly StoredReply[],
): Promise<Allowed> {
  const isPaid = request.method === 'POST';
  if (isPaid && !taking.question.isWanted) return { taken: await drop(taking.deps, taking.job) };
  if (replies.length === 0 && isOver(taking)) return { taken: await drop(taking.deps, taking.job) };
  if (isTooSoon(taking, request, replies)) return { taken: await waitFor(taking, request) };
  if (!isPaid) return { reserved: null };
  const reserved = await setAside(taking, replies);
  // What continues an exchange is part of what its first call may cost.
  if (reserved !== null) return { reserved: replies.length === 0 ? reserved : null };
  await giveBack(taking, CEILING_WAIT_MS);
  return { taken: { result: 'ceiling', detail: null } };
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

/** Counting a call is tried for 10 seconds, less than the slack of a lease even with what storing its reply may take. */
const COUNTING_TRIES = 3;

/** Counts a call, and sets the cost of an answer aside for the first one of an exchange. Null: a ceiling forbids it. */
async function setAside(
  { deps, engine, question }: Taking,
  replies: readonly StoredReply[],
): Promise<Reservation | null> {
  const { db, now } = deps;
  const { organizationId } = question.brand;
  const limits = await findCollectLimits(db, organizationId);
  const micros = replies.length === 0 ? longerIf(question, engine.mostMicros) : 0;
  const reserved = { day: dayOf(now()), micros };
  const isCounted = await patiently(deps, COUNTING_TRIES, () =>
    reserveCall(db, { organizationId, ...reserved, limits }, (look) => patiently(deps, COUNTING_TRIES, look)),
  );
  return isCounted ? reserved : null;
}

/** A longer answer costs more. */
export function longerIf({ isLonger }: Taking['question'], micros: number): number {
  return isLonger ? LONGER * micros : micros;
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
