import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** Retries work while the store is unavailable, for a while, or runs it once. */
export type StoreRetry = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Writes, in one statement, data that must not be written twice. If the connection breaks before the server's
 * confirmation, asks the server for the outcome.
 *
 * @param retry waits for the store to return, to learn the outcome
 * @throws SightlineError `unavailable` only if nothing was written, or the server cannot report the outcome
 */
export async function writeAtMostOnce<Result>(
  db: Database,
  write: (db: Database) => Promise<Result>,
  retry: StoreRetry,
): Promise<Result> {
  const isCertain = capabilitiesOf(db).commitOutcome === null || db.isTransaction;
  return isCertain ? await write(db) : await transactAtMostOnce(db, write, retry);
}

/** Like `writeAtMostOnce`, for a transaction. */
export async function transactAtMostOnce<Result>(
  db: Database,
  write: (transaction: Database) => Promise<Result>,
  retry: StoreRetry,
): Promise<Result> {
  const { commitOutcome: fate } = capabilitiesOf(db);
  if (fate === null) return await db.transaction().execute(write);
  let written: { readonly id: string; readonly result: Result } | undefined;
  try {
    await db.transaction().execute(async (transaction) => {
      const id = await fate.idOf(transaction as never);
      written = { id, result: await write(transaction) };
    });
    return (written as NonNullable<typeof written>).result;
  } catch (error) {
    const isUnknown = error instanceof SightlineError && error.code === 'unavailable' && written;
    if (!isUnknown) throw error;
    const { id, result } = written as NonNullable<typeof written>;
    if (await retry(() => fate.wasCommitted(db as never, id))) return result;
    throw error;
  }
}
