import type { TestContext } from 'node:test';
import { openStore } from '../../../src/storage/driver/database.ts';
import type { TestStore } from '../../support/stores.ts';

/**
 * The store, and the same one through other connections. On SQLite it is the store itself: a second connection
 * would wait for the first one's transaction in this process's only thread.
 */
export async function twice(context: TestContext, store: TestStore): Promise<readonly TestStore[]> {
  if (store.kind === 'sqlite') return [store, store];
  const other = await openStore(store.url, { connections: 4 });
  context.after(() => other.close());
  return [store, { ...store, ...other }];
}
