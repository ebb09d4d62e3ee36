import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** Read-only transactions with one state, and what was found in each. */
const SNAPSHOTS = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Runs reads in one snapshot, so that their results agree despite concurrent writes. Nested calls share the snapshot.
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
    SNAPSHOTS.set(snapshot, new Map());
    return await read(snapshot);
  });
}

/** Whether all visible data is committed; false in a writing transaction, which may roll back. */
export function isSnapshot(db: Database): boolean {
  return SNAPSHOTS.has(db);
}

/**
 * Finds something once in a snapshot, where it cannot change, for all reports of a page or mail; outside of one, every time.
 *
 * @param name identifies it together with everything that it depends on besides the store
 */
export async function onceIn<Found>(db: Database, name: string, find: () => Promise<Found>): Promise<Found> {
  const known = SNAPSHOTS.get(db);
  if (known === undefined) return await find();
  const found = (known.get(name) as Promise<Found> | undefined) ?? find();
  known.set(name, found);
  return await found;
}
