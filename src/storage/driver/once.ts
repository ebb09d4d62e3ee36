import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** Repeats a look at the store for a while if it is unavailable; or looks once. */
export type Patience = <Result>(look: () => Promise<Result>) => Promise<Result>;

/**
 * Writes in one statement that must not be repeated if it was done. If the connection is lost before the server's word that it was, nobody
 * can tell from the failure, so the server is asked what became of it.
 *
 * @param write returns with its result what names its transaction (`Fate.id`)
 * @throws SightlineError `unavailable` only if nothing was written, or if the server does not even say that
 */
export async function writeOnce<Result>(
  db: Database,
  write: (db: Database) => Promise<{ readonly result: Result; readonly id: string | null }>,
  patiently: Patience,
): Promise<Result> {
  const { fate } = capabilitiesOf(db);
  if (fate === null || db.isTransaction) return (await write(db)).result;
  let written: Awaited<ReturnType<typeof write>> | undefined;
  try {
    await db.transaction().execute(async (transaction) => {
      written = await write(transaction);
    });
    return (written as NonNullable<typeof written>).result;
  } catch (error) {
    const isUnknown = error instanceof SightlineError && error.code === 'unavailable' && written?.id;
    if (!isUnknown) throw error;
    const { id, result } = written as { id: string; result: Result };
    if (await patiently(() => fate.wasCommitted(db as never, id))) return result;
    throw error;
  }
}
