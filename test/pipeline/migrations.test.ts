import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { effort, isNightly } from '../support/effort.ts';
import { onEveryStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

const OPEN_STORE = fileURLToPath(new URL('../support/open-store.ts', import.meta.url));
const run = promisify(execFile);

/** Opens the store in another process. */
const openElsewhere = (url: string) => run(process.execPath, [OPEN_STORE, url]);

/** A location without a store, not even migrations, with its cleanup. */
const NOWHERE_YET = {
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-empty-'));
    return {
      url: `sqlite:${join(folder, 'not', 'there', 'yet.db')}`,
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const server = process.env.TEST_POSTGRES_URL ?? '';
    const name = `empty_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name}`);
    return {
      url: `${server}/${name}`,
      remove: () => administer(server, `drop database ${name} with (force)`),
    };
  },
};

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function storeWithData(url: string): Promise<Store> {
  const store = await openStore(url);
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines([line({ answer: 'Acme', citations: [{ url: 'https://acme.example/' }] })]);
  return store;
}

for (const [kind, make] of Object.entries(NOWHERE_YET)) {
  describe(`an empty store, on ${kind}`, () => {
    const cleanups: (() => Promise<void>)[] = [];
    after(async () => {
      for (const cleanup of cleanups) await cleanup();
    });
    const nowhere = async () => {
      const { url, remove } = await make();
      cleanups.push(remove);
      return url;
    };

    // SQLite waits for a lock without yielding its process, so only processes can wait for each other.
    test('several connections of one process may open it concurrently', {
      skip: kind === 'sqlite',
    }, async () => {
      const url = await nowhere();
      const stores = await Promise.all(Array.from({ length: effort(2, 4) }, () => openStore(url)));
      for (const store of stores) assert.deepEqual(await findDifferences(store.main), []);
      for (const store of stores) await store.close();
    });

    // PostgreSQL sees the same connections as in the previous test.
    test('several processes may open it concurrently', {
      skip: kind !== 'sqlite' && !isNightly,
    }, async () => {
      const url = await nowhere();
      await Promise.all(Array.from({ length: effort(2, 4) }, () => openElsewhere(url)));
      const store = await storeWithData(url);
      assert.deepEqual(await findDifferences(store.main), []);
      await store.close();
    });
  });
}

onEveryStore('a store opened again', (fresh) => {
  test('keeps its data and changes nothing', async () => {
    const { url } = await fresh();
    const store = await storeWithData(url);
    const before = await contentsOf(store.main);
    await store.close();
    const again = await openStore(url);
    assert.deepEqual(await contentsOf(again.main), before);
    await again.close();
  });

  test('is not migrated again', async () => {
    const { url, main } = await fresh();
    const ran = () => sql<object>`select * from sightline_migrations`.execute(main);
    const before = (await ran()).rows;
    await (await openStore(url)).close();
    assert.deepEqual((await ran()).rows, before);
  });

  test('may be open in another process while this one writes', { skip: !isNightly }, async () => {
    const { url } = await fresh();
    const store = await storeWithData(url);
    const [summary] = await Promise.all([
      pipelineOn(store).importLines([line(), line()]),
      openElsewhere(url),
    ]);
    assert.equal(summary.answers, 2);
    await store.close();
  });
});

for (const [what, url, code, message] of [
  ['another kind of database', 'mysql://localhost/a', 'invalid_setting', /sqlite:<path> or postgres/],
  ['a folder', `sqlite:${tmpdir()}`, 'invalid_setting', /^\S+ is not a file of Sightline/],
  ['a server that is not there', 'postgres://u@127.0.0.1:1/d', 'unavailable', /ECONNREFUSED/],
] as const) {
  test(`does not open a store on ${what}`, async () =>
    await assert.rejects(openStore(url), (error: Error & { code?: string }) => {
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    }));
}

test('the message about a store that cannot be opened never contains the password', async () =>
  await assert.rejects(openStore('postgres://user:secret@127.0.0.1:1/d'), (error: Error) => {
    assert.doesNotMatch(error.message, /secret/);
    return true;
  }));
