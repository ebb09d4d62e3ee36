import type { Database } from './driver/database.ts';

/** Daily work for one of several processes. */
type DailyJob = 'prune' | 'pages' | 'lists';

/**
 * Claims a UTC day's work. One statement decides, so one process does each day once, even after a restart.
 *
 * @returns whether this process got it
 */
export async function claimDailyJob(db: Database, name: DailyJob, day: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('daily_jobs')
    .values({ name, day })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ day }).where('daily_jobs.day', '<', day))
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Releases a day's failed work to the next process. */
export async function releaseDailyJob(db: Database, name: DailyJob, day: number): Promise<void> {
  await db
    .updateTable('daily_jobs')
    .set({ day: day - 1 })
    .where('name', '=', name)
    .where('day', '=', day)
    .execute();
}
