import type { LogConfig } from 'kysely';
import { SightlineError } from '../../domain/errors.ts';

export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  /** Statements waiting for one. */
  readonly waiting: number;
}

/** Receives a store's statements and connections for metrics. Called per statement, so it must be fast. */
export interface StoreObserver {
  readonly onStatement: (told: {
    readonly seconds: number;
    readonly failure: StatementFailure | null;
  }) => void;
  /** Called once, if the store has a connection pool. */
  readonly onPool: (pool: () => PoolCounts) => void;
}

/** The store failed, or refused a statement. */
type StatementFailure = 'unavailable' | 'refused';

export type StatementLog = LogConfig;

/** Kysely calls it after every statement. */
export function logFor(observer: StoreObserver | undefined): StatementLog {
  if (!observer) return [];
  return (event) =>
    observer.onStatement({
      seconds: event.queryDurationMillis / 1000,
      failure: event.level === 'error' ? failureOf(event.error) : null,
    });
}

function failureOf(error: unknown): StatementFailure {
  return error instanceof SightlineError && error.code === 'unavailable' ? 'unavailable' : 'refused';
}
