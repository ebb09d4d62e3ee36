import type { Database } from '../../../storage/driver/database.ts';

/** Carries the result out of a rolled-back transaction. */
class Undo<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('undone');
    this.result = result;
  }
}

/** Runs work in a transaction and rolls it back. @returns the work's result */
export async function rolledBack<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await db
    .transaction()
    .execute(async (transaction): Promise<Result> => {
      throw new Undo(await work(transaction));
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof Undo) return thrown.result as Result;
      throw thrown;
    });
}
