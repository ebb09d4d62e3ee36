import { DAY_MS } from '../../domain/period.ts';
import { type WatchDeps, type WatchedBrand, watch } from './watch.ts';

/** How many missed days are caught up on. */
const DAYS_TO_CATCH_UP = 7;

const RETRY_MS = 5 * 60_000;

export interface Schedule {
  /** When a day is evaluated, in milliseconds after midnight UTC. */
  readonly timeOfDay: number;
  readonly comparisonDays: number;
}

/** One day's evaluation. */
export interface WatchedDay {
  readonly at: number;
  readonly brands: readonly WatchedBrand[];
}

export interface CatchUpOptions {
  readonly now: number;
  /** The first UTC day to evaluate again, in whole days since 1970; without it only days that were missed. */
  readonly fromDay?: number | undefined;
  /** Public id of the only brand to evaluate; every configured brand without it. */
  readonly brand?: string | undefined;
  /** Called after each brand of each day. */
  readonly onProgress?: (progress: {
    readonly at: number;
    readonly done: number;
    readonly total: number;
  }) => void;
}

/**
 * Evaluates what is due now, as the daily schedule does when it starts: the last seven days, oldest first, each as of its
 * own time of day, unless it was evaluated before. So the same alerts are raised, whichever runs first.
 *
 * @throws SightlineError `not_found` when there is no such brand
 */
export async function catchUp(
  deps: WatchDeps,
  { timeOfDay, comparisonDays }: Schedule,
  { now, fromDay, brand, onProgress }: CatchUpOptions,
): Promise<WatchedDay[]> {
  const newest = newestDue(timeOfDay, now);
  const first = fromDay === undefined ? oldestToCatchUp(newest) : fromDay * DAY_MS + timeOfDay;
  const days: WatchedDay[] = [];
  for (let at = first; at <= newest; at += DAY_MS) {
    const brands = await watch(deps, {
      at,
      brand,
      keepDays: comparisonDays,
      // What was evaluated from the first day on is forgotten there, and the days after it are new.
      replay: fromDay !== undefined && at === first,
      onProgress: (progress) => onProgress?.({ at, ...progress }),
    });
    days.push({ at, brands });
  }
  return days;
}

export interface ScheduleDeps extends WatchDeps {
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onEvaluated: (at: number, brands: readonly WatchedBrand[]) => void;
  /** A day that failed is retried. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Evaluates every day as of the same time of day until the signal is given, first the days that were missed: the last
 * seven at most, enough to see what holds on days in a row. A day that is evaluated late is still evaluated as of its own
 * time, so it does not matter which process does it, or when.
 */
export async function watchDaily(deps: ScheduleDeps, schedule: Schedule, signal: AbortSignal): Promise<void> {
  let done = oldestToCatchUp(newestDue(schedule.timeOfDay, deps.now())) - DAY_MS;
  while (!signal.aborted) {
    const due = newestDue(schedule.timeOfDay, deps.now());
    if (done >= due) {
      await deps.sleep(done + DAY_MS - deps.now(), signal);
      continue;
    }
    // After the machine has slept for a long time, only the newest days are worth evaluating.
    const at = Math.max(done + DAY_MS, oldestToCatchUp(due));
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
function newestDue(timeOfDay: number, now: number): number {
  return Math.floor((now - timeOfDay) / DAY_MS) * DAY_MS + timeOfDay;
}

function oldestToCatchUp(newest: number): number {
  return newest - (DAYS_TO_CATCH_UP - 1) * DAY_MS;
}
