import { DAY_MS, dayOf } from '../../domain/period.ts';
import { nextJobAt } from '../../storage/collect/jobs.ts';
import { type CollectDeps, type CollectOptions, collect } from './collect.ts';
import { planDay } from './questions.ts';
import { newSpendingNotices, type SpendingNotice } from './spending-notices.ts';

export interface CollectDailyDeps extends CollectDeps {
  /** A run of what was due has ended. */
  readonly onRun: () => void;
  /** An organization has spent most of its month. Said once a month. */
  readonly onNearlySpent: (notice: SpendingNotice) => void;
  /** Planning or storing failed; it will be retried. */
  readonly onFailure: (error: unknown) => void;
}

/** A brand or prompt that is applied during the day is planned within this time. */
const REPLAN_MS = 10 * 60_000;

/** A run waits this long for jobs to come back, so it includes early retries. */
const PATIENCE_MS = 15_000;

/** After a failure of the store. */
const RETRY_MS = 60_000;

/** Plans each day and asks every question when it is due, until stopped. */
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

/** Until the next question is due, the day ends, or plans may have changed. */
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
