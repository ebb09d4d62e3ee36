import { DAY_MS, dayOf } from '../../domain/period.ts';
import { leaveChore, noteChoreDone, takeChore } from '../../storage/chores.ts';
import { type PruneDeps, type Pruned, prune } from './prune.ts';
import type { Retention } from './retention.ts';

const RETRY_MS = 5 * 60_000;

export interface PruneDailyDeps extends PruneDeps {
  readonly onPruned: (pruned: Pruned) => void;
  /** It will be retried. */
  readonly onFailure: (error: unknown) => void;
}

export interface PruneSchedule {
  /** In milliseconds after midnight UTC. */
  readonly timeOfDay: number;
  readonly retention: Retention;
}

/** Prunes once a day, in one of the processes of a store, until the signal is given. A day that was missed is not made up for. */
export async function pruneDaily(
  deps: PruneDailyDeps,
  { timeOfDay, retention }: PruneSchedule,
  stop: AbortSignal,
): Promise<void> {
  const { db, now, sleep } = deps;
  while (!stop.aborted) {
    const day = dayOf(now() - timeOfDay);
    try {
      if (await takeChore(db, 'prune', day)) deps.onPruned(await pruneOrLeave(deps, retention, day, stop));
      await sleep((day + 1) * DAY_MS + timeOfDay - now(), stop);
    } catch (error) {
      deps.onFailure(error);
      await sleep(RETRY_MS, stop);
    }
  }
}

/** One that is interrupted or fails is left to the next. */
async function pruneOrLeave(
  deps: PruneDailyDeps,
  retention: Retention,
  day: number,
  stop: AbortSignal,
): Promise<Pruned> {
  try {
    const pruned = await prune(deps, { retention, isDryRun: false, stop });
    await (stop.aborted ? leaveChore : noteChoreDone)(deps.db, 'prune', day);
    return pruned;
  } catch (error) {
    await leaveChore(deps.db, 'prune', day);
    throw error;
  }
}
