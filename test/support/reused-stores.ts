import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { limitPanelCache } from '../../src/storage/panel/cache.ts';
import { makeStore, type StoreKind } from './stores.ts';

type MadeStore = Awaited<ReturnType<typeof makeStore>>;

interface ReusedStore extends MadeStore {
  /** Deletes every row. */
  readonly empty: () => void;
}

/** This process's empty stores. A new one learns its statements again, which takes longer than most tests. */
const idle: ReusedStore[] = [];
const made: ReusedStore[] = [];

after(async () => {
  for (const { remove } of made.splice(0)) await remove();
});

/** An empty store, which on SQLite an earlier test may have used. `remove` leaves it to the next one. */
export async function reusedStore(kind: StoreKind): Promise<MadeStore> {
  if (kind === 'postgres') return await makeStore(kind);
  const reused = idle.pop() ?? (await makeReused());
  const remove = async () => {
    reused.empty();
    // The next brands have the same ids and versions.
    limitPanelCache(reused.store.main, 96 * 2 ** 20);
    idle.push(reused);
  };
  return { store: reused.store, remove };
}

async function makeReused(): Promise<ReusedStore> {
  const { store, remove } = await makeStore('sqlite');
  const path = store.url.slice('sqlite:'.length);
  const emptied = [path, `${path}-limits`].map(emptierOf);
  const reused = {
    store,
    empty: () => {
      for (const { empty } of emptied) empty();
    },
    remove: async () => {
      for (const { close } of emptied) close();
      await remove();
    },
  };
  made.push(reused);
  return reused;
}

/** Its own connection: the store keeps a limited number of statements, which these would drive out. */
function emptierOf(path: string) {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  file.exec('pragma synchronous = off');
  const tables = file
    .prepare("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sightline_'));
  const deletions = tables.map((name) => file.prepare(`delete from "${name}"`));
  return {
    empty: () => {
      file.exec('begin immediate');
      for (const deletion of deletions) deletion.run();
      file.exec('commit');
    },
    close: () => file.close(),
  };
}
