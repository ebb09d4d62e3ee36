import type { Database } from './driver/database.ts';

/** Daily work that one of several processes does. */
type Chore = 'prune';

/** What is remembered of it: the last day of which a process took it, and the last that one did to its end. */
type Remembered = Chore | `${Chore} done`;

/**
 * Takes the work of a UTC day for this process. One statement decides, so each day is done by one process, and not again
 * after a restart.
 *
 * @returns whether it is this process that does it
 */
export async function takeChore(db: Database, name: Chore, day: number): Promise<boolean> {
  return await advance(db, name, day);
}

/** Notes that the work of a day was done to its end. */
export async function noteChoreDone(db: Database, name: Chore, day: number): Promise<void> {
  await advance(db, `${name} done`, day);
}

/** The last day whose work was done to its end; null for none. */
export async function findChoreDone(db: Database, name: Chore): Promise<number | null> {
  const done: Remembered = `${name} done`;
  const row = await db.selectFrom('chores').select('day').where('name', '=', done).executeTakeFirst();
  return row?.day ?? null;
}

/** @returns whether the day is later than the one that was remembered */
async function advance(db: Database, name: Remembered, day: number): Promise<boolean> {
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
