import { DAY_MS } from '../../domain/time/period.ts';
import { type WatchDeps, type WatchedBrand, watch } from './watch.ts';

/** Most missed days to evaluate. */
const DAYS_TO_CATCH_UP = 7;

const RETRY_MS = 5 * 60_000;

export interface Schedule {
  /** Milliseconds after midnight UTC. */
  readonly timeOfDay: number;
}

export interface WatchedDay {
  readonly at: number;
  readonly brands: readonly WatchedBrand[];
}

export interface CatchUpOptions {
  readonly now: number;
  /** First UTC day to reevaluate, in days since 1970; default: only missed days. */
  readonly fromDay?: number | undefined;
  /** Public id of the only brand; default: every configured brand. */
  readonly brand?: string | undefined;
  readonly onProgress?: (progress: {
    readonly at: number;
    readonly done: number;
    readonly total: number;
  }) => void;
}

/**
 * Evaluates missed days, as the daily schedule does at its start: the last seven days, oldest first, each as of its
 * scheduled time. Every process that runs it raises the same alerts.
 *
 * @throws SightlineError `not_found` for an unknown brand
 */
export async function catchUp(
  deps: WatchDeps,
  { timeOfDay }: Schedule,
  { now, fromDay, brand, onProgress }: CatchUpOptions,
): Promise<WatchedDay[]> {
  const newest = newestDue(timeOfDay, now);
  const first = fromDay === undefined ? oldestToCatchUp(newest) : fromDay * DAY_MS + timeOfDay;
  const days: WatchedDay[] = [];
  for (let at = first; at <= newest; at += DAY_MS) {
    const brands = await watch(deps, {
      at,
      brand,
      // Replaying forgets evaluations from the first day on, so later days are new.
      replay: fromDay !== undefined && at === first,
      onProgress: (progress) => onProgress?.({ at, ...progress }),
    });
    days.push({ at, brands });
  }
  return days;
}

export interface ScheduleDeps extends WatchDeps {
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onEvaluated: (at: number, brands: readonly WatchedBrand[]) => void;
  /** The next run retries the day. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Evaluates every day as of the scheduled time until the signal aborts, starting with up to seven missed days: enough
 * for changes that must hold on consecutive days. A late evaluation uses its scheduled time, so neither the process
 * nor the delay matters.
 */
export async function watchDaily(deps: ScheduleDeps, schedule: Schedule, signal: AbortSignal): Promise<void> {
  let done = oldestToCatchUp(newestDue(schedule.timeOfDay, deps.now())) - DAY_MS;
  while (!signal.aborted) {
    const due = newestDue(schedule.timeOfDay, deps.now());
    if (done >= due) {
      await deps.sleep(done + DAY_MS - deps.now(), signal);
      continue;
    }
    // After a long machine sleep, evaluate only the newest days.
    const at = Math.max(done + DAY_MS, oldestToCatchUp(due));
    try {
      deps.onEvaluated(at, await watch(deps, { at }));
      done = at;
    } catch (error) {
      deps.onFailure(error);
      await deps.sleep(RETRY_MS, signal);
    }
  }
}

/** The newest instant at this time of day, at or before `now`. */
function newestDue(timeOfDay: number, now: number): number {
  return Math.floor((now - timeOfDay) / DAY_MS) * DAY_MS + timeOfDay;
}

function oldestToCatchUp(newest: number): number {
  return newest - (DAYS_TO_CATCH_UP - 1) * DAY_MS;
}
