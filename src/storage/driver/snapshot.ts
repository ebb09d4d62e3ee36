import type { Database } from './database.ts';

/**
 * Reads everything from one snapshot, so that the results of several statements agree, whatever is written meanwhile.
 * Within a snapshot it is that one.
 */
export async function inSnapshot<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return await read(db);
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
