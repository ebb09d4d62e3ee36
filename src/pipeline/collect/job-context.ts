import type { Outcome } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import type { Fault } from '../../engines/engine.ts';
import type { NewCollection } from '../../storage/answers/new-collection.ts';
import type { Job } from '../../storage/collect/jobs.ts';
import type { LeftOutField } from '../../storage/collect/left-out-fields.ts';
import type { Booking } from '../../storage/collect/spending.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { StoreRetry } from '../../storage/driver/once.ts';
import type { AskedQuestion } from './asked-question.ts';
import type { ReadyEngine } from './ready-engine.ts';
import type { Fetch } from './transport.ts';

export interface CollectDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The same, with what one collecting run does for all its workers. */
export interface WorkerDeps extends CollectDeps {
  readonly redact: (text: string) => string;
  /** A field is omitted from requests from now on, because the engine refused it. */
  readonly onLeftOut: (field: LeftOutField) => void;
  readonly store: StoreFinished;
  /** Every step that a job takes in the store goes through it: what was paid for is not lost with a connection. */
  readonly retry: StoreRetry;
}

/** A job with the lease that says who holds it. */
export interface LeasedJob extends Job {
  readonly lease: string;
}

/** What a job came to, to be stored. */
export interface FinishedJob {
  readonly job: LeasedJob;
  readonly collection: NewCollection;
  /** What its exchange cost; null if nothing was set aside for it. */
  readonly booking: Booking | null;
}

/** Stores what a job came to. @returns whether the job was still held; if not, nothing was stored */
export type StoreFinished = (finished: FinishedJob) => Promise<boolean>;

/** One job held by one worker, with all that is needed to ask it. Nothing in it changes. */
export interface JobContext {
  readonly deps: WorkerDeps;
  readonly engine: ReadyEngine;
  readonly job: LeasedJob;
  readonly question: AskedQuestion;
}

/** What became of one job. */
export interface Collected {
  readonly engine: string;
  /** `retried`: it is asked again later. `ceiling`: the organization has spent what it may today. `dropped`: it is no longer wanted. */
  readonly result: Outcome | 'retried' | 'ceiling' | 'dropped';
  readonly detail: string | null;
}

/** Whether a question was asked, or held back, without an answer. */
export function isFailure(result: Collected['result']): boolean {
  return result === 'error' || result === 'timeout' || result === 'ceiling';
}

/** How the way of a job ended; a null result: it was given back as it was, or another worker has it now. */
export interface JobOutcome {
  readonly result: Collected['result'] | null;
  readonly detail: string | null;
  readonly fault?: Fault;
  /** Whether the engine's breaker was opened. */
  readonly breaker?: boolean;
}
