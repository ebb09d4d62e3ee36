import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** Tries work on the store again for a while if the store is unavailable; or does it once. */
export type StoreRetry = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Writes, by one statement, what must not be repeated if it was done. If the connection is lost before the server's word that it
 * was, nobody can tell from the failure, so the server is asked what became of it.
 *
 * @param retry waits for a store that was lost, to learn what became of it
 * @throws SightlineError `unavailable` only if nothing was written, or if the server does not even say that
 */
export async function writeOnce<Result>(
  db: Database,
  write: (db: Database) => Promise<Result>,
  retry: StoreRetry,
): Promise<Result> {
  const isCertain = capabilitiesOf(db).fate === null || db.isTransaction;
  return isCertain ? await write(db) : await transactOnce(db, write, retry);
}

/** The same for what takes a transaction. */
export async function transactOnce<Result>(
  db: Database,
  write: (transaction: Database) => Promise<Result>,
  retry: StoreRetry,
): Promise<Result> {
  const { fate } = capabilitiesOf(db);
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
