import { SightlineError } from '../domain/errors.ts';
import type { ReportRunner } from '../reports/report-runner.ts';

/** Pauses before each retry after a failure. */
const BACKOFF_SECONDS = [1, 2, 4, 8, 16];

/** Retries of a request that hit the rate limit. Other programs may use up the key's quota every minute. */
const MOST_REFUSALS = 30;

/** The pause after a 429 without a Retry-After. */
const MINUTE_SECONDS = 60;

/** A longer Retry-After counts as a refusal. A key's quota is full again within a minute. */
const LONGEST_PAUSE_SECONDS = 120;

export interface RetryOptions {
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called before each pause. */
  readonly onPause?: (seconds: number, reason: SightlineError) => void;
}

/**
 * Runs reports, and retries temporary failures: after a 429 as the server says, and a limited number of times after a 5xx or a dropped
 * connection. A response is complete or missing, so retries skip and duplicate nothing.
 */
export function retryingRunner(run: ReportRunner, { sleep, onPause }: RetryOptions): ReportRunner {
  return async (report, query) => {
    for (let refusals = 0, failures = 0; ; ) {
      try {
        return await run(report, query);
      } catch (error) {
        if (!(error instanceof SightlineError)) throw error;
        const isRefusal = error.code === 'rate_limited';
        const seconds = isRefusal ? pauseAfterRefusal(error, refusals++) : pauseAfter(error, failures++);
        if (seconds === null || seconds > LONGEST_PAUSE_SECONDS) throw error;
        onPause?.(seconds, error);
        await sleep(seconds * 1000, NEVER);
      }
    }
  };
}

/** Pauses are short; a user can end the process. */
const NEVER = new AbortController().signal;

/** The pause after a 429, or null after too many. */
function pauseAfterRefusal(
  { retryAfterSeconds = MINUTE_SECONDS }: SightlineError,
  before: number,
): number | null {
  return before < MOST_REFUSALS ? Math.max(1, retryAfterSeconds) : null;
}

/** The pause after a failure, or null if a retry would fail again. */
function pauseAfter({ code, retryAfterSeconds = 0 }: SightlineError, before: number): number | null {
  const backoff = BACKOFF_SECONDS[before];
  const isPassing = code === 'unavailable' || code === 'internal_error';
  return isPassing && backoff !== undefined ? Math.max(backoff, retryAfterSeconds) : null;
}
