import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** Repeats a look at the store for a while if it is unavailable; or looks once. */
export type Patience = <Result>(look: () => Promise<Result>) => Promise<Result>;

/**
 * Writes what must not be repeated if it was done. If the connection is lost before the server's word that it was, nobody
 * can tell from the failure, so the server is asked what became of it.
 *
 * @throws SightlineError `unavailable` only if nothing was written, or if the server does not even say that
 */
export async function writeOnce<Result>(
  db: Database,
  write: (db: Database) => Promise<Result>,
  patiently: Patience,
): Promise<Result> {
  const { fate } = capabilitiesOf(db);
  if (fate === null || db.isTransaction) return await write(db);
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
    if (await patiently(() => fate.wasCommitted(db as never, id))) return result;
    throw error;
  }
}
