import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { secretKeyOf } from '../../src/main/settings/secret-key.ts';
import { addHits } from '../../src/storage/directory/access/limits.ts';
import { backupStore } from '../../src/storage/driver/backup.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

const HIT = { subject: 'key', window: { start: 0, end: Number.MAX_SAFE_INTEGER }, hits: 1 };

/** A folder with world-readable defaults. */
async function openFolder(context: TestContext): Promise<string> {
  const umask = process.umask(0);
  const folder = await mkdtemp(join(tmpdir(), 'sightline-files-'));
  context.after(async () => {
    process.umask(umask);
    await rm(folder, { recursive: true });
  });
  return folder;
}

async function modesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const modes = await Promise.all(names.map((name) => stat(join(folder, name))));
  return Object.fromEntries(
    names.map((name, index) => [name, ((modes[index]?.mode ?? 0) & 0o777).toString(8)]),
  );
}

async function openIn(context: TestContext, path: string) {
  const store = await openStore(`sqlite:${path}`);
  context.after(() => store.close());
  return store;
}

test('with any umask, a store, its logs, and its new folders belong to their owner alone', async (context) => {
  const folder = await openFolder(context);
  const store = await openIn(context, join(folder, 'a', 'b', 'store.db'));
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines([line({ answer: 'Acme' })]);
  await addHits(store.limits, HIT);
  assert.deepEqual(await modesIn(folder), { a: '700' });
  assert.deepEqual(await modesIn(join(folder, 'a')), { b: '700' });
  const names = ['', '-limits', '-limits-shm', '-limits-wal', '-shm', '-wal'].map((end) => `store.db${end}`);
  assert.deepEqual(
    await modesIn(join(folder, 'a', 'b')),
    Object.fromEntries(names.map((name) => [name, '600'])),
  );
});

test('a backup belongs to its owner alone, also after an interrupted attempt', async (context) => {
  const folder = await openFolder(context);
  const store = join(folder, 'store.db');
  await (await openStore(`sqlite:${store}`)).close();
  await writeFile(join(folder, 'backup.db.part'), '');
  for (const name of ['backup.db', 'smaller.db']) {
    await backupStore(`sqlite:${store}`, join(folder, name), { withoutReplies: name === 'smaller.db' });
  }
  const modes = await modesIn(folder);
  assert.deepEqual([modes['backup.db'], modes['smaller.db']], ['600', '600']);
  assert.deepEqual(new Set(Object.values(modes)), new Set(['600']), "and SQLite's files beside the store");
});

test('opening an older store makes its files private; the folder stays as it is', async (context) => {
  const folder = await openFolder(context);
  const path = join(folder, 'shared', 'store.db');
  await mkdir(join(folder, 'shared'), 0o755);
  const first = await openIn(context, path);
  await pipelineOn(first).apply(acmeFile());
  for (const end of ['', '-wal', '-shm', '-limits']) await chmod(`${path}${end}`, 0o664);
  await openIn(context, path);
  assert.deepEqual(new Set(Object.values(await modesIn(join(folder, 'shared')))), new Set(['600']));
  assert.deepEqual(await modesIn(folder), { shared: '755' });
});

test('by a link, a store has the limits, the logs, and the key of the file that the link leads to', async (context) => {
  const folder = await openFolder(context);
  await mkdir(join(folder, 'real'));
  const [link, chain] = [join(folder, 'link.db'), join(folder, 'chain.db')];
  await symlink(join('real', 'store.db'), link);
  await symlink('link.db', chain);
  // Before and after the file exists.
  const counts: number[] = [];
  for (const path of [chain, join(folder, 'real', 'store.db'), link]) {
    counts.push(await addHits((await openIn(context, path)).limits, HIT));
  }
  assert.deepEqual(counts, [1, 2, 3]);
  const keys = await Promise.all(
    [link, join(folder, 'real', 'store.db')].map((path) =>
      secretKeyOf({ secretKey: '', databaseUrl: `sqlite:${path}` })?.(),
    ),
  );
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual((await readdir(folder)).sort(), ['chain.db', 'link.db', 'real']);
});

test('a key that an earlier version put beside the link is still the key', async (context) => {
  const folder = await openFolder(context);
  await mkdir(join(folder, 'real'));
  await symlink(join('real', 'store.db'), join(folder, 'link.db'));
  const old = 'k'.repeat(44);
  await writeFile(join(folder, 'link.db-key'), `${old}\n`);
  for (const name of ['link.db', 'real/store.db']) {
    assert.equal(await secretKeyOf({ secretKey: '', databaseUrl: `sqlite:${folder}/${name}` })?.(), old);
  }
});

test('a backup takes no name that a file of another store would have', async (context) => {
  const folder = await openFolder(context);
  const store = `sqlite:${join(folder, 'store.db')}`;
  await (await openStore(store)).close();
  const before = await readdir(folder);
  for (const end of ['-wal', '-shm', '-journal', '-limits', '-key', '-limits-wal']) {
    await assert.rejects(backupStore(store, join(folder, `other.db${end}`)), {
      code: 'invalid_argument',
      message:
        /cannot be the name of a backup: a store named other\.db(-limits)? would take a file that ends in -/,
    });
  }
  await writeFile(join(folder, 'new.db-wal'), '');
  await assert.rejects(backupStore(store, join(folder, 'new.db')), /new\.db-wal is there already/);
  await rm(join(folder, 'new.db-wal'));
  assert.deepEqual(await readdir(folder), before);
});
