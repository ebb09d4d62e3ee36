import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe } from 'node:test';
import { sql } from 'kysely';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { limitPanelCache } from '../../src/storage/panel/cache.ts';
import { CITUS_URL, giveCitusStoreBack, takeCitusStore } from './citus.ts';
import { giveBack, takeDatabase } from './databases.ts';
import { isFast, isNightly } from './effort.ts';
import { shared } from './setup.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** Where a cluster is named, it stands for PostgreSQL, and is all that is tested. */
const STORE_KINDS = (['sqlite', 'postgres'] as const).filter((kind) =>
  kind === 'sqlite' ? CITUS_URL === undefined : !isFast,
);

/** A fresh store of its own for one test. */
export interface TestStore extends Store {
  readonly kind: StoreKind;
  readonly url: string;
}

type Suite = (fresh: () => Promise<TestStore>, kind: StoreKind) => void;

/**
 * Runs the same suite on every database. `fresh` gives an empty, migrated store. One made in a test is closed when the
 * next test begins; one made in a `before` hook lasts for the suite.
 */
export function onEveryStore(name: string, suite: Suite): void {
  for (const kind of STORE_KINDS) onStore(kind, name, suite);
}

/**
 * The same for a suite about a layer above storage, where the databases differ in nothing that the suite looks at: daily on
 * SQLite alone, nightly on every database. On PostgreSQL, one journey through everything runs daily
 * (`test/storage/one-partition.test.ts`).
 */
export function onAnyStore(name: string, suite: Suite): void {
  for (const kind of isNightly ? STORE_KINDS : STORE_KINDS.slice(0, 1)) onStore(kind, name, suite);
}

function onStore(kind: StoreKind, name: string, suite: Suite): void {
  describe(`${name}, on ${kind}`, () => {
    const ofSuite: Remove[] = [];
    const ofTest: Remove[] = [];
    // A subtest runs the hooks again, while its test still needs its stores.
    let running = 0;
    beforeEach(async () => {
      if (running === 0) await removeAll(ofTest);
      running += 1;
    });
    afterEach(() => {
      running -= 1;
    });
    after(async () => {
      await removeAll(ofTest);
      await removeAll(ofSuite);
    });
    suite(async () => {
      const { store, remove } = await makeStore(kind);
      (running > 0 ? ofTest : ofSuite).push(remove);
      return store;
    }, kind);
  });
}

type Remove = () => Promise<void>;

async function removeAll(removes: Remove[]): Promise<void> {
  for (const remove of removes.splice(0).reverse()) await remove();
}

/** A fresh, empty store and how to get rid of it. On SQLite, it may be a copy of one that is not empty. */
export async function makeStore(
  kind: StoreKind,
  template?: string,
): Promise<{ store: TestStore; remove: Remove }> {
  return kind === 'sqlite' ? await sqliteStore(template) : await postgresStore();
}

async function sqliteStore(
  template = shared('TEST_SQLITE_TEMPLATE'),
): Promise<{ store: TestStore; remove: Remove }> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  const file = join(folder, 'store.db');
  await copyFile(template, file);
  await copyFile(`${template}-limits`, `${file}-limits`);
  const url = `sqlite:${file}`;
  const store = await openStore(url);
  // Nothing outlives a test. Processes that a test starts and kills open the store themselves, and do wait for the disk.
  await sql`pragma synchronous = off`.execute(store.main);
  const remove = async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { store: { ...store, kind: 'sqlite', url }, remove };
}

async function postgresStore(): Promise<{ store: TestStore; remove: Remove }> {
  if (CITUS_URL !== undefined) return await citusStore(CITUS_URL);
  const database = await takeDatabase();
  const { store, url } = database;
  forgetPanels(store);
  const close = async () => {
    database.isClosed = true;
    await store.close();
  };
  return { store: { ...store, close, kind: 'postgres', url }, remove: () => giveBack(database) };
}

/** A store that is used again has other brands of the same numbers and versions. */
function forgetPanels({ main }: Store): void {
  limitPanelCache(main, 96 * 2 ** 20);
}

async function citusStore(clusterUrl: string): Promise<{ store: TestStore; remove: Remove }> {
  const citus = await takeCitusStore(clusterUrl);
  const { store, url } = citus;
  forgetPanels(store);
  // A test may close its store; this one is used again.
  return {
    store: { ...store, close: async () => {}, kind: 'postgres', url },
    remove: () => giveCitusStoreBack(citus),
  };
}
