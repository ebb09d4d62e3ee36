import { DAY_MS } from '../../domain/period.ts';
import { type WatchDeps, type WatchedBrand, watch } from './watch.ts';

/** Days that are made up for when nothing was running. */
const DAYS_TO_CATCH_UP = 7;

export interface ScheduleDeps extends WatchDeps {
  readonly now: () => number;
  /** Resolves after so long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onEvaluated: (at: number, brands: readonly WatchedBrand[]) => void;
  /** A day that failed is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export interface Schedule {
  /** Milliseconds after midnight, UTC. */
  readonly timeOfDay: number;
  readonly comparisonDays: number;
}

const RETRY_MS = 5 * 60_000;

/**
 * Evaluates every day as of the same time of day until the signal is given: days that were missed first, the last seven
 * at most, so that what holds on days in a row is seen to. A day that is run late is evaluated as of its own time all the
 * same, so that it does not matter which process ran it, or when.
 */
export async function watchDaily(deps: ScheduleDeps, schedule: Schedule, signal: AbortSignal): Promise<void> {
  let done = newestBefore(schedule.timeOfDay, deps.now()) - DAYS_TO_CATCH_UP * DAY_MS;
  while (!signal.aborted) {
    const due = newestBefore(schedule.timeOfDay, deps.now());
    if (done >= due) {
      await deps.sleep(done + DAY_MS - deps.now(), signal);
      continue;
    }
    // After a long sleep of the machine only the newest days are worth evaluating.
    const at = Math.max(done + DAY_MS, due - (DAYS_TO_CATCH_UP - 1) * DAY_MS);
    try {
      deps.onEvaluated(at, await watch(deps, { at, keepDays: schedule.comparisonDays }));
      done = at;
    } catch (error) {
      deps.onFailure(error);
      await deps.sleep(RETRY_MS, signal);
    }
  }
}

/** The newest instant of this time of day that is not after `now`. */
function newestBefore(timeOfDay: number, now: number): number {
  return Math.floor((now - timeOfDay) / DAY_MS) * DAY_MS + timeOfDay;
}
