import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openStore } from '../../src/storage/driver/database.ts';
import { describeFailure } from '../../src/storage/driver/sqlite.ts';
import { runCli } from '../support/cli.ts';
import { makeStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

const cleanups: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sightline-foreign-'));
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A database without tables. */
async function database(): Promise<{ url: string; client: pg.Client }> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const name = `foreign_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(`${server}/postgres`);
  await admin.connect();
  cleanups.push(() => admin.query(`drop database ${name} with (force)`).finally(() => admin.end()));
  await admin.query(`create database ${name}`);
  const url = `${server}/${name}`;
  const client = new pg.Client(url);
  await client.connect();
  cleanups.push(() => client.end());
  return { url, client };
}

const tablesOf = async (client: pg.Client) =>
  (await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace")).rows;

/** Every file in a folder, with its bytes. */
async function bytesIn(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).sort();
  const bytes = await Promise.all(names.map((name) => readFile(join(path, name), 'base64').catch(() => '')));
  return Object.fromEntries(names.map((name, index) => [name, bytes[index] ?? '']));
}

function foreignDatabase(path: string, mode: string): void {
  const file = new DatabaseSync(path);
  file.exec(`pragma journal_mode = ${mode}; create table notes (text)`);
  file.close();
}

const FOREIGN: Record<string, (path: string) => void | Promise<void>> = {
  "a SQLite database that is not Sightline's": (path) => foreignDatabase(path, 'delete'),
  'a SQLite database of something else with a log': (path) => foreignDatabase(path, 'wal'),
  'a file that is not a database': (path) => writeFile(path, 'my notes\n'.repeat(1000)),
  'a folder': async (path) => void (await mkdir(path)),
};

for (const [what, make] of Object.entries(FOREIGN)) {
  for (const mustExist of [true, false]) {
    test(`${what} is refused and left unchanged, ${mustExist ? 'reading' : 'creating a store'}`, async () => {
      const home = await folder();
      await make(join(home, 'notes.db'));
      const before = await bytesIn(home);
      const url = `sqlite:${join(home, 'notes.db')}`;
      await assert.rejects(openStore(url, { mustExist }), {
        code: 'invalid_setting',
        message: /notes\.db is not a file of Sightline; .* Nothing in it was changed\.$/,
      });
      assert.deepEqual(await bytesIn(home), before);
    });
  }
}

test('refuses a foreign file in place of the request counts, and leaves it unchanged', async () => {
  const home = await folder();
  foreignDatabase(join(home, 'store.db-limits'), 'delete');
  const before = await bytesIn(home);
  await assert.rejects(
    openStore(`sqlite:${join(home, 'store.db')}`),
    /store\.db-limits is not a file of Sightline/,
  );
  assert.deepEqual(await bytesIn(home), before);
});

test('an empty file is not a store to read, and stays empty', async () => {
  const home = await folder();
  await writeFile(join(home, 'empty.db'), '');
  const opening = openStore(`sqlite:${join(home, 'empty.db')}`, { mustExist: true });
  await assert.rejects(opening, { code: 'not_found', message: /`sightline apply` creates one/ });
  assert.deepEqual(await bytesIn(home), { 'empty.db': '' });
});

const skip = !existsSync('/proc/self');
test('refuses a store at once where it cannot create the folder', { skip }, async () => {
  const message = /^The store sqlite:\/proc\/none\/deep\/store\.db cannot be opened: /;
  await assert.rejects(openStore('sqlite:/proc/none/deep/store.db'), { code: 'unavailable', message });
});

test('an empty file may become a store', async () => {
  const home = await folder();
  await writeFile(join(home, 'empty.db'), '');
  const store = await openStore(`sqlite:${join(home, 'empty.db')}`);
  await store.close();
  await (await openStore(`sqlite:${join(home, 'empty.db')}`, { mustExist: true })).close();
});

test('recognizes a store that is open elsewhere', async () => {
  const { store, remove } = await makeStore('sqlite');
  cleanups.push(remove);
  await pipelineOn(store).apply(acmeFile());
  await (await openStore(store.url, { mustExist: true })).close();
});

/** This process's locks on a file, from Linux's list. */
async function locksOn(path: string): Promise<number> {
  const [{ ino }, locks] = [statSync(path), await readFile('/proc/locks', 'utf8')];
  return locks.split('\n').filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `))
    .length;
}

test('a store opened again in its process keeps its locks, so no other program ends its log', {
  skip: process.platform !== 'linux',
}, async () => {
  const { store, remove } = await makeStore('sqlite');
  cleanups.push(remove);
  await pipelineOn(store).apply(acmeFile());
  const path = store.url.slice('sqlite:'.length);
  const before = await locksOn(path);
  assert.ok(before > 0);
  await (await openStore(store.url, { mustExist: true })).close();
  assert.equal(await locksOn(path), before);
});

test('a PostgreSQL database without tables is not a store to read, and stays empty', async () => {
  const { url, client } = await database();
  await assert.rejects(openStore(url, { mustExist: true }), { code: 'not_found' });
  assert.deepEqual(await tablesOf(client), []);
});

test('refuses a PostgreSQL database of another program, and leaves it unchanged', async () => {
  const { url, client } = await database();
  await client.query('create table notes (text text)');
  for (const mustExist of [true, false]) {
    await assert.rejects(openStore(url, { mustExist }), {
      code: 'invalid_setting',
      message: /^postgres:\/\/127\.0\.0\.1:\d+\/foreign_\w+ contains tables that are not from Sightline/,
    });
  }
  assert.deepEqual(await tablesOf(client), [{ relname: 'notes' }]);
});

test('its own schema next to foreign tables is enough', async () => {
  const { url, client } = await database();
  await client.query('create table notes (text text); create schema sightline');
  const store = await openStore(`${url}?options=-c%20search_path%3Dsightline`);
  await store.close();
  assert.deepEqual(await tablesOf(client), [{ relname: 'notes' }]);
});

test('reports a full disk, with how far the import got', async () => {
  const { store, remove } = await makeStore('sqlite');
  cleanups.push(remove);
  await pipelineOn(store).apply(acmeFile());
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.main);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`).execute(store.main);
  const files = { '-': `${JSON.stringify(line({ answer: 'x'.repeat(100_000) }))}\n` };
  const { code, err } = await runCli(store, ['import', '-'], { files });
  assert.equal(code, 1);
  assert.equal(
    (JSON.parse(err) as { error: { message: string } }).error.message,
    'The data store is unavailable. Sightline stored 0 lines; run the import again to finish it. Cause: the disk is full.',
  );
});

const ioError = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 4874 });

test('reports an I/O error on a full disk as a full disk, and on any other unchanged', () => {
  assert.match(String(describeFailure(ioError, () => 0)), /the disk is full/);
  assert.equal(
    describeFailure(ioError, () => 1e9),
    ioError,
  );
});

test('gives the reason for a store that it cannot open once', async () => {
  const failure = await openStore('postgres://u@127.0.0.1:1/d', { mustExist: true }).catch((error) => error);
  const failing = {
    get main(): never {
      throw failure;
    },
  };
  const { code, err } = await runCli(failing as never, ['verify', '--json']);
  assert.equal(code, 1);
  assert.equal(err.match(/ECONNREFUSED/g)?.length, 1, err);
  assert.doesNotMatch(err, /data store is unavailable/);
});
