import type { RandomBytes } from '../../../domain/access/base62.ts';
import type { Outcome } from '../../../domain/answers/answer-reading.ts';
import type { Fault } from '../../../engines/engine.ts';
import type { NewCollection } from '../../../storage/answers/new-collection.ts';
import type { NewModelReading } from '../../../storage/answers/readings.ts';
import type { Job } from '../../../storage/collect/jobs.ts';
import type { LeftOutField } from '../../../storage/collect/left-out-fields.ts';
import type { Booking } from '../../../storage/collect/spending.ts';
import type { StoreRetry } from '../../../storage/driver/commit-outcome.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { AskedQuestion } from './asked-question.ts';
import type { ReadyEngine } from './ready-engine.ts';
import type { Fetch } from './transport.ts';

export interface CollectDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Adds the state that a run shares between its workers. */
export interface WorkerDeps extends CollectDeps {
  readonly redact: (text: string) => string;
  /** The engine refused a field, so requests omit it from now on. */
  readonly onLeftOut: (field: LeftOutField) => void;
  readonly store: StoreFinished;
  /** Every store operation of a job uses it, so a lost connection loses no paid reply. */
  readonly retry: StoreRetry;
}

export interface LeasedJob extends Job {
  readonly lease: string;
}

/** A finished job to store, with an engine's collection or a model's reading. */
export type FinishedJob = {
  readonly job: LeasedJob;
  /** The exchange's cost; null without a reservation. */
  readonly booking: Booking | null;
} & ({ readonly collection: NewCollection } | { readonly reading: NewModelReading });

/** Stores a finished job. @returns false if the lease was lost, in which case it stores nothing */
export type StoreFinished = (finished: FinishedJob) => Promise<boolean>;

/** A claimed job with everything needed to ask it. Immutable. */
export interface JobContext {
  readonly deps: WorkerDeps;
  readonly engine: ReadyEngine;
  readonly job: LeasedJob;
  readonly question: AskedQuestion;
}

export interface CollectedQuestion {
  readonly engine: string;
  /**
   * `retried`: rescheduled. `ceiling`: the organization has reached today's ceiling. `dropped`: no longer needed.
   * `read` or `not_judged`: what a model made of an answer.
   */
  readonly result: Outcome | 'retried' | 'ceiling' | 'dropped' | 'read' | 'not_judged';
  readonly detail: string | null;
  /** How many of a model's statements had no proof; left out for a question. */
  readonly unproven?: number;
}

export function isFailure(result: CollectedQuestion['result']): boolean {
  return ['error', 'timeout', 'ceiling', 'not_judged'].includes(result);
}

/** A job's result; null if the worker released it unchanged or lost it. */
export interface JobOutcome {
  readonly result: CollectedQuestion['result'] | null;
  readonly detail: string | null;
  readonly unproven?: number;
  readonly fault?: Fault;
  /** Whether it opened the engine's breaker. */
  readonly breaker?: boolean;
}
