import type { Database } from './driver/database.ts';

/** Daily work that one of several processes does. */
export type Chore = 'prune';

/**
 * Takes the work of a UTC day for this process. One statement decides, so each day is done by one process, and not again
 * after a restart.
 *
 * @returns whether it is this process that does it
 */
export async function takeChore(db: Database, name: Chore, day: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('chores')
    .values({ name, day })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ day }).where('chores.day', '<', day))
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Leaves the work of a day to whoever looks next: it failed here. */
export async function leaveChore(db: Database, name: Chore, day: number): Promise<void> {
  await db
    .updateTable('chores')
    .set({ day: day - 1 })
    .where('name', '=', name)
    .where('day', '=', day)
    .execute();
}
