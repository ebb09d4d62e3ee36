import { SightlineError } from '../../../domain/errors.ts';
import type { StoreRetry } from '../../../storage/driver/commit-outcome.ts';

/** Pauses between attempts: short for a cut connection, long for a restarting server. Together 56 seconds. */
const WAITS_MS = [200, 400, 800, 1600, 3200, ...Array.from({ length: 10 }, () => 5000)];

/** Pauses while a person waits. */
export const BRIEF_WAITS_MS: readonly number[] = [200, 400];

/** The signal for waits that no stop interrupts. */
const NEVER = new AbortController().signal;

interface RetryDeps {
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface RetryOptions {
  /** Ends the retries with the last failure. */
  readonly stop?: AbortSignal;
  readonly waitsMs?: readonly number[];
}

/**
 * Retries store operations for almost a minute while the store is unavailable. An operation may run twice, so callers
 * must make it idempotent.
 */
export function storeRetry(
  { sleep }: RetryDeps,
  { stop = NEVER, waitsMs = WAITS_MS }: RetryOptions = {},
): StoreRetry {
  return async (work) => {
    for (const waitMs of waitsMs) {
      try {
        return await work();
      } catch (error) {
        const isAway = error instanceof SightlineError && error.code === 'unavailable';
        if (!isAway || stop.aborted) throw error;
        await sleep(waitMs, stop);
      }
    }
    return await work();
  };
}
