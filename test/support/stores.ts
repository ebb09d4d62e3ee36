import { after, afterEach, beforeEach, describe } from 'node:test';
import type { Store } from '../../src/storage/driver/database.ts';
import { limitPanelCache } from '../../src/storage/panel/cache.ts';
import { CITUS_URL, releaseCitusStore, takeCitusStore } from './citus.ts';
import { releaseDatabase, takeDatabase } from './databases.ts';
import { isNightly } from './effort.ts';
import { openCopy, takeStore } from './sqlite-stores.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** With a cluster, it replaces PostgreSQL, and only it is tested. */
const STORE_KINDS = (['sqlite', 'postgres'] as const).filter(
  (kind) => kind === 'postgres' || CITUS_URL === undefined,
);

const USUAL_KINDS = isNightly ? STORE_KINDS : STORE_KINDS.slice(0, 1);

/** A fresh store for one test. */
export interface TestStore extends Store {
  readonly kind: StoreKind;
  readonly url: string;
}

export type Suite = (fresh: () => Promise<TestStore>, kind: StoreKind) => void;

type MakeStore = (kind: StoreKind) => ReturnType<typeof makeStore>;

/**
 * Runs the suite on every database. `fresh` gives an empty, migrated store. A store from a test closes when
 * the next test begins; one from a `before` hook lasts for the suite.
 */
export function onEveryStore(name: string, suite: Suite): void {
  for (const kind of STORE_KINDS) onStore(kind, name, suite);
}

/**
 * Runs a suite about a layer above storage, to which the databases make no difference: in `npm test` on
 * SQLite alone, nightly on every database. `test/storage/one-partition.test.ts` always runs one journey
 * through everything on PostgreSQL.
 */
export function onAnyStore(name: string, suite: Suite): void {
  for (const kind of USUAL_KINDS) onStore(kind, name, suite);
}

/**
 * `onAnyStore` for a suite that uses its stores only through their connections: no file, process, or schema
 * change. Its SQLite stores are emptied and used again.
 */
export function onReusedStore(name: string, suite: Suite): void {
  const make = (kind: StoreKind) => (kind === 'sqlite' ? takeStore() : postgresStore());
  for (const kind of USUAL_KINDS) onStore(kind, name, suite, make);
}

function onStore(kind: StoreKind, name: string, suite: Suite, make: MakeStore = makeStore): void {
  describe(`${name}, on ${kind}`, () => {
    const ofSuite: Remove[] = [];
    const ofTest: Remove[] = [];
    // Hooks run again for a subtest, while its test still needs its stores.
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
      const { store, remove } = await make(kind);
      (running > 0 ? ofTest : ofSuite).push(remove);
      return store;
    }, kind);
  });
}

type Remove = () => Promise<void>;

async function removeAll(removes: Remove[]): Promise<void> {
  for (const remove of removes.splice(0).reverse()) await remove();
}

/** A fresh, empty store and how to remove it. On SQLite, it may be a copy of a store with data. */
export async function makeStore(
  kind: StoreKind,
  template?: string,
): Promise<{ store: TestStore; remove: Remove }> {
  return kind === 'sqlite' ? await openCopy(template) : await postgresStore();
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
  return { store: { ...store, close, kind: 'postgres', url }, remove: () => releaseDatabase(database) };
}

/** A reused store has other brands with the same ids and versions. */
function forgetPanels({ main }: Store): void {
  limitPanelCache(main, 96 * 2 ** 20);
}

async function citusStore(clusterUrl: string): Promise<{ store: TestStore; remove: Remove }> {
  const citus = await takeCitusStore(clusterUrl);
  const { store, url } = citus;
  forgetPanels(store);
  // A test may close its store, but this one is reused.
  return {
    store: { ...store, close: async () => {}, kind: 'postgres', url },
    remove: () => releaseCitusStore(citus),
  };
}
