import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { claimDailyJob, finishDailyJob, releaseDailyJob } from '../../storage/daily-job-claims.ts';
import { type PruneDeps, type PruneResult, prune } from './prune.ts';
import type { Retention } from './retention.ts';

const RETRY_MS = 5 * 60_000;

export interface PruneDailyDeps extends PruneDeps {
  readonly onPruned: (pruned: PruneResult) => void;
  /** The next run retries. */
  readonly onFailure: (error: unknown) => void;
}

export interface PruneSchedule {
  /** Milliseconds after midnight UTC. */
  readonly timeOfDay: number;
  readonly retention: Retention;
}

/** Prunes once a day, in one process per store, until the signal aborts. Does not make up for missed days. */
export async function pruneDaily(
  deps: PruneDailyDeps,
  { timeOfDay, retention }: PruneSchedule,
  stop: AbortSignal,
): Promise<void> {
  const { db, now, sleep } = deps;
  while (!stop.aborted) {
    const day = dayOf(now() - timeOfDay);
    try {
      if (await claimDailyJob(db, 'prune', day))
        deps.onPruned(await pruneOrLeave(deps, retention, day, stop));
      await sleep((day + 1) * DAY_MS + timeOfDay - now(), stop);
    } catch (error) {
      deps.onFailure(error);
      await sleep(RETRY_MS, stop);
    }
  }
}

/** Leaves an interrupted or failed run to the next day. */
async function pruneOrLeave(
  deps: PruneDailyDeps,
  retention: Retention,
  day: number,
  stop: AbortSignal,
): Promise<PruneResult> {
  try {
    const pruned = await prune(deps, { retention, isDryRun: false, stop });
    await (stop.aborted ? releaseDailyJob : finishDailyJob)(deps.db, 'prune', day);
    return pruned;
  } catch (error) {
    await releaseDailyJob(deps.db, 'prune', day);
    throw error;
  }
}
