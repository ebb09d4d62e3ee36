import type { EngineReading, EngineRequest } from '../../engines/engine.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import type { Reservation } from '../../storage/collect/spending.ts';
import type { JobContext } from './job-context.ts';

/** An exchange with an engine, as far as it has come. */
export interface Exchange {
  readonly replies: readonly StoredReply[];
  /** What was set aside for it; null if nothing was. */
  readonly reserved: Reservation | null;
}

/** An exchange that has come to its end: what it says, and the replies that are part of it. */
export interface EndedExchange extends Exchange {
  readonly reading: EngineReading;
  /** The HTTP status of the failure that ended it; null if none did, or it had none. */
  readonly status: number | null;
}

/** DataForSEO's queue answers within 45 minutes; after an hour, nobody is waiting. */
export const LONGEST_QUEUE_MS = 60 * 60_000;

/** The exchange that these replies are of. */
export function exchangeOf(replies: readonly StoredReply[]): Exchange {
  return { replies, reserved: replies.find(({ reserved }) => reserved)?.reserved ?? null };
}

export function ended(
  exchange: Exchange,
  reading: EngineReading,
  status: number | null = null,
): EndedExchange {
  return { ...exchange, reading, status };
}

/** What the adapter sends next, after these replies; nothing if the answer is complete. */
export function requestsAfter(
  { engine, question }: Pick<JobContext, 'engine' | 'question'>,
  replies: readonly StoredReply[],
): readonly EngineRequest[] {
  return engine.adapter.next(question, engine.access, replies);
}
