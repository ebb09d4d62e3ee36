import type { LogConfig } from 'kysely';
import { SightlineError } from '../../domain/errors.ts';

/** Connections of a pool. */
export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for one. */
  readonly waiting: number;
}

/** Gets every statement and connection of a store, for an operator's metrics. It is called for each statement, so it must be quick. */
export interface StoreObserver {
  readonly onStatement: (told: {
    readonly seconds: number;
    readonly failure: StatementFailure | null;
  }) => void;
  /** Called once, for a store with a pool of connections. */
  readonly onPool: (pool: () => PoolCounts) => void;
}

/** Whether the store failed, or refused a statement. */
type StatementFailure = 'unavailable' | 'refused';

export type StatementLog = LogConfig;

/** What the query builder calls after every statement. */
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
