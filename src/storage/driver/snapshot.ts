import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** Transactions that only read, and see one state. */
const SNAPSHOTS = new WeakSet<Database>();

/**
 * Reads everything from one snapshot, so that the results of several statements agree, whatever is written meanwhile.
 * Within a snapshot it is that one.
 */
export async function inSnapshot<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return await read(db);
  const { onReader } = capabilitiesOf(db);
  if (onReader === null) return await snapshotOn(db, read);
  const { plugins } = db.getExecutor();
  return await onReader(async (reader) => {
    const alike = plugins.reduce((each, plugin) => each.withPlugin(plugin), reader as unknown as Database);
    return await snapshotOn(alike, read);
  });
}

async function snapshotOn<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await transaction.execute(async (snapshot) => {
    SNAPSHOTS.add(snapshot);
    return await read(snapshot);
  });
}

/** Whether all that is seen was committed: not so in a transaction that writes, which may yet be taken back. */
export function isSnapshot(db: Database): boolean {
  return SNAPSHOTS.has(db);
}
