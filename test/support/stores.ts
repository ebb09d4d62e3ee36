import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import pg from 'pg';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { TEMPLATE } from './postgres.ts';

export const STORE_KINDS = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** A fresh store of its own for one test. */
export interface TestStore extends Store {
  readonly kind: StoreKind;
  readonly url: string;
}

/** Runs the same suite on every database. `fresh` gives an empty, migrated store that is dropped after the suite. */
export function onEveryStore(
  name: string,
  suite: (fresh: () => Promise<TestStore>, kind: StoreKind) => void,
): void {
  for (const kind of STORE_KINDS) {
    describe(`${name}, on ${kind}`, () => {
      const cleanups: (() => Promise<void>)[] = [];
      after(async () => {
        for (const cleanup of cleanups.reverse()) await cleanup();
      });
      suite(async () => {
        const { store, remove } = await makeStore(kind);
        cleanups.push(remove);
        return store;
      }, kind);
    });
  }
}

/** A fresh, empty store and how to get rid of it. */
export async function makeStore(kind: StoreKind): Promise<{ store: TestStore; remove: () => Promise<void> }> {
  const { url, drop } = kind === 'sqlite' ? await sqliteFile() : await postgresDatabase();
  const store = await openStore(url, { connections: 20 });
  const remove = async () => {
    await store.close();
    await drop();
  };
  return { store: { ...store, kind, url }, remove };
}

async function sqliteFile() {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  const drop = () => rm(folder, { recursive: true, force: true });
  return { url: `sqlite:${join(folder, 'store.db')}`, drop };
}

async function postgresDatabase() {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('run with --test-global-setup=test/support/postgres.ts, as `npm test` does');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${TEMPLATE}`);
  return {
    url: `${server}/${name}`,
    drop: () => administer(server, `drop database ${name} with (force)`),
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  try {
    // Copying a template excludes other copies of it for a moment.
    for (let tries = 0; ; tries += 1) {
      const busy = await client.query(statement).then(
        () => null,
        (error: Error) => error,
      );
      if (!busy) return;
      if (tries === 100 || !/being accessed by other users/.test(busy.message)) throw busy;
    }
  } finally {
    await client.end();
  }
}
