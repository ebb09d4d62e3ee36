import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { limitPanelCache } from '../../src/storage/panel/cache.ts';
import { shared } from './setup.ts';

/** An open store in a folder of its own. */
export interface SqliteStore {
  readonly store: Store;
  readonly url: string;
  remove(): Promise<void>;
}

/** A copy of a template, open. */
export async function openCopy(template = shared('TEST_SQLITE_TEMPLATE')): Promise<SqliteStore> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  const file = join(folder, 'store.db');
  await copyFile(template, file);
  await copyFile(`${template}-limits`, `${file}-limits`);
  const url = `sqlite:${file}`;
  const store = await openStore(url);
  // Nothing outlives a test. Processes that a test starts and kills open the store themselves, and wait for
  // the disk.
  await sql`pragma synchronous = off`.execute(store.main);
  const remove = async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { store, url, remove };
}

/** This process's empty stores. Emptying one costs a tenth of a new one, and it keeps its prepared statements. */
const empty: SqliteStore[] = [];

after(async () => {
  for (const each of empty.splice(0)) await each.remove();
});

/** A store as empty as a new one. `remove` empties it for the next test, unless this one closed it. */
export async function takeStore(): Promise<SqliteStore> {
  const taken = empty.pop() ?? (await openCopy());
  const { store } = taken;
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await store.close();
  };
  const remove = async () => {
    if (isClosed) return await taken.remove();
    await deleteRows(store.main);
    await deleteRows(store.limits);
    // Restarted ids would find earlier brands here.
    limitPanelCache(store.main, 96 * 2 ** 20);
    empty.push(taken);
  };
  return { ...taken, store: { ...store, close }, remove };
}

async function deleteRows<Schema>(db: Kysely<Schema>): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and name not glob 'sqlite_*' and name not glob 'sightline_*'`.execute(db);
  const anyIn = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from "${name}")`);
  const { rows: written } = await sql.raw<{ name: string }>(anyIn.join(' union all ')).execute(db);
  await sql`pragma foreign_keys = off`.execute(db);
  await db.transaction().execute(async (transaction) => {
    for (const { name } of written) await sql.raw(`delete from "${name}"`).execute(transaction);
  });
  await sql`pragma foreign_keys = on`.execute(db);
}
