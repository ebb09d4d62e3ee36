import type { Database } from './database.ts';

/** Runs work in the caller's transaction, or in a new one. */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work);
}
