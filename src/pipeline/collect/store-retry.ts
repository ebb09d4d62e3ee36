import { SightlineError } from '../../domain/errors.ts';
import type { StoreRetry } from '../../storage/driver/once.ts';

/** The pauses between tries: a cut connection is replaced at once; a server that restarts takes a while. Together, 56 seconds. */
const WAITS_MS = [200, 400, 800, 1600, 3200, ...Array.from({ length: 10 }, () => 5000)];

/** The same where a person waits. */
export const BRIEF_WAITS_MS: readonly number[] = [200, 400];

/** For what a stop does not cut short. */
const NEVER = new AbortController().signal;

interface RetryDeps {
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface RetryOptions {
  /** Ends the waiting, with the last failure. */
  readonly stop?: AbortSignal;
  readonly waitsMs?: readonly number[];
}

/**
 * Tries work on the store again for almost a minute while the store is unavailable. The work may be done twice: whoever uses it
 * makes sure that this changes nothing.
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
