import type { ModelReading } from '../../../domain/brand/model-reading.ts';
import type { EngineReading, EngineRequest } from '../../../engines/engine.ts';
import type { StoredReply } from '../../../storage/collect/replies.ts';
import type { Reservation } from '../../../storage/collect/spending.ts';
import type { JobContext } from './job-context.ts';

export interface Exchange {
  readonly replies: readonly StoredReply[];
  /** Its reservation; null for none. */
  readonly reserved: Reservation | null;
  /** A field left out on suspicion: an answer proves it right. */
  readonly suspected?: string;
}

/** A finished exchange: its reading and its replies. */
export interface EndedExchange extends Exchange {
  readonly reading: EngineReading;
  /** What a model says, by an answer's words; absent for a question, and if the reply proves nothing. */
  readonly proven?: ModelReading;
  /** The HTTP status of the failure that ended it; null without failure or status. */
  readonly status: number | null;
}

/** A stored reply's header: the identity of the reading that was asked for. */
export const ASKED = 'sightline-asked';

/** DataForSEO's queue answers within 45 minutes; after an hour, nobody waits. */
export const LONGEST_QUEUE_MS = 60 * 60_000;

export function exchangeOf(replies: readonly StoredReply[]): Exchange {
  return { replies, reserved: replies.find(({ reserved }) => reserved)?.reserved ?? null };
}

export function endExchange(
  exchange: Exchange,
  reading: EngineReading,
  status: number | null = null,
): EndedExchange {
  return { ...exchange, reading, status };
}

/** The adapter's next requests after these replies; empty if the answer is complete. */
export function requestsAfter(
  { engine, question }: Pick<JobContext, 'engine' | 'question'>,
  replies: readonly StoredReply[],
): readonly EngineRequest[] {
  return engine.adapter.next(question, engine.access, replies);
}
