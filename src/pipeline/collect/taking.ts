import type { Outcome } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import type { Fault } from '../../engines/engine.ts';
import type { Job } from '../../storage/collect/jobs.ts';
import type { Database } from '../../storage/driver/database.ts';
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

/** A job with the lease that says who holds it. */
export interface Leased extends Job {
  readonly lease: string;
}

/** One job in the hands of one worker, with all that it takes to ask it. Nothing in here changes. */
export interface Taking {
  readonly deps: CollectDeps;
  readonly engine: ReadyEngine;
  readonly job: Leased;
  readonly question: AskedQuestion;
}

/** What became of one job. */
export interface Collected {
  readonly engine: string;
  /** `retried`: it is asked again later. `ceiling`: the organization has spent what it may today. `dropped`: nobody wants it any more. */
  readonly result: Outcome | 'retried' | 'ceiling' | 'dropped';
  readonly detail: string | null;
}

/** Whether a question was asked, or held back, without an answer. */
export function isFailure(result: Collected['result']): boolean {
  return result === 'error' || result === 'timeout' || result === 'ceiling';
}

/** What came of taking a job; a null result: it was given back as it was, or somebody else has it now. */
export interface Taken {
  readonly result: Collected['result'] | null;
  readonly detail: string | null;
  readonly fault?: Fault;
  /** Whether the engine's breaker was opened. */
  readonly breaker?: boolean;
}
