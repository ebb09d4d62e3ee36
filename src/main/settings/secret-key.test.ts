import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { secretKeyOf } from './secret-key.ts';

async function scratch(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-key-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
}

const fileIn = (folder: string) => {
  const key = secretKeyOf({ secretKey: '', databaseUrl: `sqlite:${folder}/a.db` });
  return key ?? assert.fail('a SQLite store has a place for a key');
};

test('the setting comes first, and creates no file', async (context) => {
  const folder = await scratch(context);
  const secretKey = 'k'.repeat(32);
  assert.equal(await secretKeyOf({ secretKey, databaseUrl: `sqlite:${folder}/a.db` })?.(), secretKey);
  assert.deepEqual(await readdir(folder), []);
});

test('PostgreSQL has no place for a key', () =>
  assert.equal(secretKeyOf({ secretKey: '', databaseUrl: 'postgres://a@b/c' }), null));

test('creates a file at its first use, for its owner alone, and keeps it', async (context) => {
  const folder = await scratch(context);
  const key = fileIn(folder);
  assert.deepEqual(await readdir(folder), []);
  const first = await key();
  assert.deepEqual(await readdir(folder), ['a.db-key']);
  assert.equal((await stat(join(folder, 'a.db-key'))).mode & 0o777, 0o600);
  assert.equal((await readFile(join(folder, 'a.db-key'), 'utf8')).trim(), first);
  assert.equal(await key(), first);
  assert.equal(await fileIn(folder)(), first);
});

test('many concurrent creators all get the same key', async (context) => {
  const folder = await scratch(context);
  const keys = await Promise.all(Array.from({ length: 20 }, () => fileIn(folder)()));
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(await readdir(folder), ['a.db-key']);
});

test('neither uses nor overwrites a file without a key', async (context) => {
  const folder = await scratch(context);
  const path = join(folder, 'a.db-key');
  await writeFile(path, 'short');
  await assert.rejects(fileIn(folder)(), /Sightline cannot use the key file beside its store\.$/);
  assert.equal(await readFile(path, 'utf8'), 'short');
  await chmod(path, 0o600);
});
