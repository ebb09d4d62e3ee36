import type { EngineReading, EngineRequest } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { withoutFields } from '../../engines/refused-field.ts';
import { findLeftOutFields, leaveOut } from '../../storage/collect/left-out-fields.ts';
import { insertReplies, type StoredReply } from '../../storage/collect/replies.ts';
import { type Reservation, settleCall } from '../../storage/collect/spending.ts';
import { readingOf } from './collection-of-reply.ts';
import { allow, refusalOf, waitFor } from './holding.ts';
import { renew } from './lease.ts';
import { patiently } from './patiently.ts';
import type { Taken, Taking } from './taking.ts';
import { takeTurn } from './turn.ts';

/** An exchange that has come to its end: what it says, and the replies that are part of it. */
export interface Exchanged {
  readonly reading: EngineReading;
  readonly replies: readonly StoredReply[];
  /** The HTTP status of the failure that ended it; null if none did, or it had none. */
  readonly status: number | null;
  /** What was set aside for it; null if nothing was. */
  readonly reserved: Reservation | null;
}

/** DataForSEO's queue answers within 45 minutes; after an hour, nobody is waiting. */
export const LONGEST_QUEUE_MS = 60 * 60_000;

/** Storing a reply is tried for a minute: less than the slack of a lease. */
const KEEPING_TRIES = 12;

/** Another worker has taken the job in the meantime. */
const LOST: Taken = { result: null, detail: null };

/**
 * Asks what is left to ask. What came back before a crash is not asked for again, and is read even if nobody wants the
 * answer anymore.
 *
 * @param stored what came back in this exchange so far
 */
export async function exchange(
  taking: Taking,
  stored: readonly StoredReply[],
): Promise<Exchanged | { readonly taken: Taken }> {
  const { adapter } = taking.engine;
  const replies = [...stored];
  let reserved = reservedFor(stored);
  const ended = (reading: EngineReading, status: number | null = null) => ({
    reading,
    replies,
    status,
    reserved,
  });
  for (let turns = 0; ; turns += 1) {
    const requests = await requestsToSend(taking, replies);
    const [first] = requests;
    if (first === undefined) return ended(readingOf(adapter, replies));
    const refusal = await refusalOf(taking, replies);
    if (refusal !== null) return ended(refusal);
    if (turns > 0 && !(await renew(taking))) return { taken: LOST };
    const allowed = await allow(taking, first, replies);
    if ('taken' in allowed) return allowed;
    reserved ??= allowed.reserved;
    const turn = await takeTurn(taking.deps, taking.engine, requests, replies);
    if ('failure' in turn) return ended(turn.failure, turn.status);
    if ('pending' in turn) return await lookAgain(taking, turn.pending, ended);
    if ('refused' in turn) {
      await remember(taking, turn.refused, allowed.reserved);
      reserved = reservedFor(replies);
    } else replies.push(...(await keep(taking, replies.length, turn.kept, allowed.reserved)));
  }
}

/** What to send next, without the fields that the engine has refused. */
async function requestsToSend(taking: Taking, replies: readonly StoredReply[]): Promise<EngineRequest[]> {
  const { deps, engine } = taking;
  const requests = requestsAfter(taking, replies);
  const leftOut = engine.adapter.omittable
    ? await findLeftOutFields(deps.db, engine.adapter.slug, engine.access.model)
    : [];
  return requests.map((request) => withoutFields(request, leftOut));
}

/** What was set aside for the exchange that these replies are of. */
function reservedFor(replies: readonly StoredReply[]): Reservation | null {
  return replies.find(({ reserved }) => reserved)?.reserved ?? null;
}

/** Remembers a field that the engine has refused, to omit it from now on. The refusal cost nothing. */
async function remember(taking: Taking, field: string, reserved: Reservation | null): Promise<void> {
  const { deps, engine, question } = taking;
  const { adapter, access } = engine;
  const { organizationId } = question.brand;
  if (reserved !== null) await settleCall(deps.db, { organizationId, reserved, micros: 0 });
  const leftOut = { engine: adapter.slug, model: access.model, field, since: deps.now() };
  if (await leaveOut(deps.db, leftOut)) deps.onLeftOut(leftOut);
}

/** What to send next. */
export function requestsAfter(
  { engine, question }: Taking,
  replies: readonly StoredReply[],
): readonly EngineRequest[] {
  return engine.adapter.next(question, engine.access, replies);
}

async function lookAgain(
  taking: Taking,
  request: EngineRequest,
  ended: (reading: EngineReading) => Exchanged,
): Promise<Exchanged | { readonly taken: Taken }> {
  const late = ended(failed('queue_deadline', 'timeout'));
  return isLate(taking, late.replies) ? late : { taken: await waitFor(taking, request) };
}

/** Whether nobody waits for the answer anymore. It was looked for once more all the same: it is paid for. */
function isLate({ deps: { now } }: Taking, [first]: readonly StoredReply[]): boolean {
  return first !== undefined && now() - first.askedAt > LONGEST_QUEUE_MS;
}

/**
 * Stores what came back, before anything reads it, with what was set aside for it. It was paid for, so this waits for a store
 * that is briefly unavailable.
 */
async function keep(
  { deps, job }: Taking,
  firstPart: number,
  received: readonly StoredReply[],
  reserved: Reservation | null,
): Promise<readonly StoredReply[]> {
  const kept = received.map((reply, index) => (index === 0 ? { ...reply, reserved } : reply));
  await patiently(deps, KEEPING_TRIES, () => insertReplies(deps.db, job, firstPart, kept));
  return kept;
}
