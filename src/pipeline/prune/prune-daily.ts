import { claimDailyJob, releaseDailyJob } from '../../storage/daily-job-claims.ts';
import { type EveryDayDeps, everyDay } from '../every-day.ts';
import { type PruneDeps, type PruneResult, prune } from './prune.ts';
import type { Retention } from './retention.ts';

export interface PruneDailyDeps extends PruneDeps, Pick<EveryDayDeps, 'onFailure'> {
  readonly onPruned: (pruned: PruneResult) => void;
}

export interface PruneSchedule {
  /** Milliseconds after midnight UTC. */
  readonly timeOfDay: number;
  readonly retention: Retention;
}

/** Prunes once a day, in one process per store, until the signal aborts. */
export async function pruneDaily(
  deps: PruneDailyDeps,
  { timeOfDay, retention }: PruneSchedule,
  stop: AbortSignal,
): Promise<void> {
  await everyDay(deps, timeOfDay, stop, async (day) => {
    if (await claimDailyJob(deps.db, 'prune', day))
      deps.onPruned(await pruneOrLeave(deps, retention, day, stop));
  });
}

/** Leaves an interrupted or failed run to the next process. */
async function pruneOrLeave(
  deps: PruneDailyDeps,
  retention: Retention,
  day: number,
  stop: AbortSignal,
): Promise<PruneResult> {
  let isDone = false;
  try {
    const pruned = await prune(deps, { retention, isDryRun: false, stop });
    isDone = !stop.aborted;
    return pruned;
  } finally {
    if (!isDone) await releaseDailyJob(deps.db, 'prune', day);
  }
}
