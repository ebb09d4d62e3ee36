import type { Database } from './database.ts';

/** Reads everything from one snapshot, so that the results of several statements agree, whatever is written meanwhile. */
export async function inSnapshot<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
