import { SightlineError } from '../../domain/errors.ts';
import type { EngineReading, EngineRequest } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { insertReplies, type StoredReply } from '../../storage/collect/replies.ts';
import { readingOf } from './collection-of-reply.ts';
import { heldBack, refusalOf, waitFor } from './holding.ts';
import { renew } from './lease.ts';
import { type Came, sendAll } from './sending.ts';
import type { Taken, Taking } from './taking.ts';

/** An exchange that has come to its end: what it says, and the replies that are part of it. */
export interface Exchanged {
  readonly reading: EngineReading;
  readonly replies: readonly StoredReply[];
}

/** How a turn ended: with replies that are kept, or with the whole exchange, or with the job given back. */
type Turn = { readonly kept: readonly StoredReply[] } | Exchanged | { readonly taken: Taken };

/** DataForSEO's queue answers within 45 minutes; after an hour nobody waits any more. */
const LONGEST_QUEUE_MS = 60 * 60_000;

/** Storing a reply is tried for a minute: less than the slack of a lease. */
const KEEPING_TRIES = 12;
const KEEPING_WAIT_MS = 5000;

/** For what a stop does not cut short. */
const NEVER = new AbortController().signal;

/** Another worker has taken the job meanwhile. */
const LOST: Taken = { result: null, detail: null };

/**
 * Asks what is left to be asked. What came back before a crash is not asked again, and is read even where nobody wants the
 * answer any more.
 *
 * @param stored what came back in this exchange so far
 */
export async function exchange(
  taking: Taking,
  stored: readonly StoredReply[],
): Promise<Exchanged | { readonly taken: Taken }> {
  const { adapter } = taking.engine;
  const replies = [...stored];
  for (;;) {
    const requests = requestsAfter(taking, replies);
    const [first] = requests;
    if (first === undefined) return { reading: readingOf(adapter, replies), replies };
    const refusal = await refusalOf(taking, replies);
    if (refusal !== null) return { reading: refusal, replies };
    const held = await heldBack(taking, first, replies);
    if (held !== null) return { taken: held };
    if (replies.length > stored.length && !(await renew(taking))) return { taken: LOST };
    const turn = await takeTurn(taking, requests, replies);
    if (!('kept' in turn)) return turn;
    replies.push(...turn.kept);
  }
}

/** What is to be sent next. */
export function requestsAfter(
  { engine, question }: Taking,
  replies: readonly StoredReply[],
): readonly EngineRequest[] {
  return engine.adapter.next(question, engine.access, replies);
}

/** Sends requests and stores their replies before anybody reads them. */
async function takeTurn(
  taking: Taking,
  requests: readonly EngineRequest[],
  replies: readonly StoredReply[],
): Promise<Turn> {
  const { adapter } = taking.engine;
  const came = await sendAll(taking.deps, taking.engine, requests);
  if (isToBeLookedForAgain(taking, requests, came)) return await lookAgain(taking, requests, replies);
  const failure = came.find((each) => 'failure' in each);
  if (failure !== undefined) return { reading: failure.failure, replies };
  const received = came.flatMap((each) => ('reply' in each ? [each.reply] : []));
  if (received.some(({ status }, index) => !isKept(status, requests[index]))) {
    return { reading: readingOf(adapter, [...replies, ...received]), replies };
  }
  await keep(taking, replies.length, received);
  return { kept: received };
}

/** Whether an answer that was asked for is still to come. Only looking for it costs nothing, and may be repeated. */
function isToBeLookedForAgain(
  { engine: { adapter } }: Taking,
  [first]: readonly EngineRequest[],
  came: readonly Came[],
): boolean {
  if (first?.method !== 'GET' || first.isOptional === true) return false;
  const [reply] = came;
  return (
    came.some((each) => 'failure' in each) ||
    (reply && 'reply' in reply && adapter.isPending(reply.reply)) === true
  );
}

async function lookAgain(
  taking: Taking,
  [first]: readonly EngineRequest[],
  replies: readonly StoredReply[],
): Promise<Exchanged | { readonly taken: Taken }> {
  if (first === undefined || isLate(taking, replies)) {
    return { reading: failed('queue_deadline', 'timeout'), replies };
  }
  return { taken: await waitFor(taking, first) };
}

/** Whether nobody waits for the answer any more. It was looked for once more all the same: it is paid for. */
function isLate({ deps: { now } }: Taking, [first]: readonly StoredReply[]): boolean {
  return first !== undefined && now() - first.askedAt > LONGEST_QUEUE_MS;
}

/** A reply that is part of the exchange: a success, or any reply to an optional request. */
function isKept(status: number, request: EngineRequest | undefined): boolean {
  return request?.isOptional === true || (status >= 200 && status < 300);
}

/** Stores what came back. It was paid for, so a store that is away for a while is waited for. */
async function keep(
  { deps: { db, sleep }, job }: Taking,
  firstPart: number,
  received: readonly StoredReply[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await insertReplies(db, job, firstPart, received);
      return;
    } catch (error) {
      const isAway = error instanceof SightlineError && error.code === 'unavailable';
      if (!isAway || tries === KEEPING_TRIES) throw error;
      await sleep(KEEPING_WAIT_MS, NEVER);
    }
  }
}
