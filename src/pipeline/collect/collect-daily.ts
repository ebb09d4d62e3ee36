import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { nextJobAt } from '../../storage/collect/jobs.ts';
import { type CollectDeps, type CollectOptions, collect } from './collect.ts';
import { planDay } from './questions.ts';
import { newSpendingNotices, type SpendingNotice } from './spending-notices.ts';

export interface CollectDailyDeps extends CollectDeps {
  /** Runs after each run. */
  readonly onRun: () => void;
  /** An organization has spent most of its month's budget. At most once a month. */
  readonly onNearlySpent: (notice: SpendingNotice) => void;
  /** Planning or storing failed; the loop retries. */
  readonly onFailure: (error: unknown) => void;
}

/** Longest delay before planning a brand or prompt added during the day. */
const REPLAN_MS = 10 * 60_000;

/** A run waits this long for early retries. */
const PATIENCE_MS = 15_000;

/** Wait after a store failure. */
const RETRY_MS = 60_000;

export async function collectDaily(
  deps: CollectDailyDeps,
  options: Omit<CollectOptions, 'patienceMs'>,
): Promise<void> {
  const { now, sleep } = deps;
  while (!options.stop.aborted) {
    try {
      await planDay(deps.db, now());
      await collect(deps, { ...options, patienceMs: PATIENCE_MS });
      deps.onRun();
      for (const each of await newSpendingNotices(deps.db, now())) deps.onNearlySpent(each);
      await sleep(await idleTime(deps, options), options.stop);
    } catch (error) {
      deps.onFailure(error);
      await sleep(RETRY_MS, options.stop);
    }
  }
}

/** Time until the next due question, the end of the day, or the next planning. */
async function idleTime(
  { db, now }: CollectDeps,
  { engines }: Pick<CollectOptions, 'engines'>,
): Promise<number> {
  const due = await Promise.all(engines.map(({ adapter }) => nextJobAt(db, adapter.slug)));
  const at = now();
  const next = Math.min(...due.map((each) => each ?? Number.POSITIVE_INFINITY));
  const midnight = (dayOf(at) + 1) * DAY_MS;
  return Math.max(1000, Math.min(next - at, midnight - at, REPLAN_MS));
}
