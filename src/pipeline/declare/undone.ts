import type { Database } from '../../storage/driver/database.ts';

/** Carries the result out of a transaction that is rolled back. */
class Undo<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('undone');
    this.result = result;
  }
}

/** Does some work in a transaction, and then undoes it. @returns what the work returned */
export async function undone<Result>(
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
