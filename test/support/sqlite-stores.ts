import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { sql } from 'kysely';
import { openStore } from '../../src/storage/driver/database.ts';
import { limitPanelCache } from '../../src/storage/panel/cache.ts';
import { shared } from './setup.ts';
import type { TestStore } from './stores.ts';

/** An open store in a folder of its own. */
export interface SqliteStore {
  readonly store: TestStore;
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
  return { store: { ...store, kind: 'sqlite', url }, remove };
}

/** This process's empty stores. Emptying one costs a tenth of a new one, and it keeps its prepared statements. */
const idle: SqliteStore[] = [];
const atEnd: (() => unknown)[] = [];

after(async () => {
  for (const end of atEnd.splice(0)) await end();
});

/** A store as empty as a new one. `remove` empties it for the next test, unless this one closed it. */
export async function takeStore(): Promise<SqliteStore> {
  return idle.pop() ?? (await makeReused());
}

async function makeReused(): Promise<SqliteStore> {
  const { store, remove } = await openCopy();
  const path = store.url.slice('sqlite:'.length);
  const emptiers = [path, `${path}-limits`].map(emptierOf);
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await store.close();
  };
  atEnd.push(async () => {
    for (const emptier of emptiers) emptier.close();
    await remove();
  });
  const reused = {
    store: { ...store, close },
    remove: async () => {
      if (isClosed) return;
      for (const emptier of emptiers) emptier.empty();
      // Restarted ids would find earlier brands here.
      limitPanelCache(store.main, 96 * 2 ** 20);
      idle.push(reused);
    },
  };
  return reused;
}

/** Its own connection, so that the store's prepared statements stay. */
function emptierOf(path: string) {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  file.exec('pragma synchronous = off');
  const deletions = file
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob 'sightline_*'",
    )
    .all()
    .map(({ name }) => file.prepare(`delete from "${name}"`));
  return {
    empty: () => {
      file.exec('begin immediate');
      for (const deletion of deletions) deletion.run();
      file.exec('commit');
    },
    close: () => file.close(),
  };
}
