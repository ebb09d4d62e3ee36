import { SightlineError } from '../domain/errors.ts';
import type { ReportRunner } from '../reports/report-runner.ts';

/** How often a request is repeated that failed, until one succeeds, and how long is waited before each. */
const BACKOFF_SECONDS = [1, 2, 4, 8, 16];

/** How often a request is repeated that came too soon. Other programs may use up the quota of the key every minute. */
const MOST_REFUSALS = 30;

/** A pause after a 429 that does not say how long. */
const MINUTE_SECONDS = 60;

/** A server that wants a longer pause has refused. The quota of a key is full again within a minute. */
const LONGEST_PAUSE_SECONDS = 120;

export interface Patience {
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called before each pause. */
  readonly onPause?: (seconds: number, reason: SightlineError) => void;
}

/**
 * Runs reports, and asks again where a moment may mend it: after a 429 when the server says so, and a bounded number of times
 * after a 5xx or a dropped connection. A response is whole or did not come, so nothing is skipped or doubled.
 */
export function patientRunner(run: ReportRunner, { sleep, onPause }: Patience): ReportRunner {
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

/** Pauses are short; whoever cannot wait ends the process. */
const NEVER = new AbortController().signal;

/** How long to wait after a 429, or null after too many. */
function pauseAfterRefusal(
  { retryAfterSeconds = MINUTE_SECONDS }: SightlineError,
  before: number,
): number | null {
  return before < MOST_REFUSALS ? Math.max(1, retryAfterSeconds) : null;
}

/** How long to wait after a failure, or null if the same request would fail again. */
function pauseAfter({ code, retryAfterSeconds = 0 }: SightlineError, before: number): number | null {
  const backoff = BACKOFF_SECONDS[before];
  const isPassing = code === 'unavailable' || code === 'internal_error';
  return isPassing && backoff !== undefined ? Math.max(backoff, retryAfterSeconds) : null;
}
