import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { insertReplies } from '../../src/storage/collect/replies.ts';
import { backupStore } from '../../src/storage/driver/backup.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { isNightly } from '../support/effort.ts';
import { pluck } from '../support/pluck.ts';
import { makeStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

const cleanups: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sightline-backup-'));
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A store with one brand's answers and an empty second brand. */
async function filledStore() {
  const { store, remove } = await makeStore('sqlite');
  cleanups.push(remove);
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, { id: 'busy', name: 'Busy', domain: 'busy.example' }]));
  const given = (brand: string) => ({ answer: brand, mentions: [{ brand, mentioned: true }] });
  await importLines(Array.from({ length: 50 }, (_, index) => line(given(index % 2 ? 'Acme' : 'Bolt'))));
  return store;
}

async function reportOf(store: Store): Promise<unknown> {
  const { out } = await runCli(store, ['visibility', '--brand', 'acme', '--json']);
  const { data } = JSON.parse(out) as { data: object };
  return data;
}

test('a backup during writes passes verify, and reports the same', async () => {
  const store = await filledStore();
  const path = join(await folder(), 'backup.db');
  const lines = Array.from({ length: 600 }, () => line({ brand: 'busy', mentions: [] }));
  const importing = pipelineOn(store).importLines(lines);
  assert.equal((await backupStore(store.url, path)).kind, 'file');
  assert.equal((await importing).answers, 600);
  const restored = await openStore(`sqlite:${path}`, { mustExist: true });
  cleanups.push(() => restored.close());
  assert.deepEqual(await findDifferences(restored.main), []);
  assert.deepEqual(await reportOf(restored), await reportOf(store));
});

test('a backup without replies has every answer, and the replies that unfinished exchanges need', async () => {
  const store = await filledStore();
  const prompt = await store.main.selectFrom('prompts').select(['brand_id', 'id']).executeTakeFirstOrThrow();
  const job = {
    brand_id: prompt.brand_id,
    engine: 'chatgpt',
    prompt_id: prompt.id,
    sample: 1,
    day: 1,
    lease: '',
    attempt: 0,
  };
  const jobs = [
    { ...job, id: 9001, identity: 'done', tries: '{}', next_at: null },
    { ...job, id: 9002, identity: 'open', tries: '{}', next_at: 0 },
  ];
  await store.main.insertInto('jobs').values(jobs).execute();
  const reply = { status: 200, headers: {}, body: 'x', askedAt: 0, receivedAt: 0 };
  for (const { brand_id: brandId, id } of jobs) {
    await insertReplies(store.main, { brandId, id, attempt: 0 }, 0, [reply]);
  }
  const path = join(await folder(), 'backup.db');
  await backupStore(store.url, path, { withoutReplies: true });
  const restored = await openStore(`sqlite:${path}`, { mustExist: true });
  cleanups.push(() => restored.close());
  const kept = await restored.main.selectFrom('replies').select('job_id').execute();
  assert.deepEqual(pluck(kept, 'job_id'), [9002]);
  assert.deepEqual(await findDifferences(restored.main), []);
  assert.deepEqual(await reportOf(restored), await reportOf(store));
  const dump = await backupStore('postgres://me@db.example/sight', 'it.dump', { withoutReplies: true });
  assert.match(dump.kind === 'command' ? dump.command : '', / --exclude-table-data=replies /);
});

test('a backup into a folder that is not there names the folder', async () => {
  const store = await filledStore();
  const missing = join(await folder(), 'gone');
  await assert.rejects(backupStore(store.url, join(missing, 'backup.db')), {
    code: 'invalid_argument',
    message: `The backup ${join(missing, 'backup.db')} cannot be written: there is no folder ${missing}.`,
  });
});

test('a backup creates only its own file, and never overwrites one', async () => {
  const store = await filledStore();
  const home = await folder();
  await backupStore(store.url, join(home, 'backup.db'));
  assert.deepEqual(await readdir(home), ['backup.db']);
  await writeFile(join(home, 'other.txt'), 'mine');
  await assert.rejects(backupStore(store.url, join(home, 'other.txt')), {
    code: 'invalid_argument',
    message: /other\.txt already exists; a backup must be a new file\.$/,
  });
  assert.equal(await readFile(join(home, 'other.txt'), 'utf8'), 'mine');
});

test('a backup without enough space leaves nothing behind', async () => {
  const store = await filledStore();
  // Exceeds SQLite's write cache, so it needs the journal.
  const long = Array.from({ length: 40 }, () => line({ answer: 'long '.repeat(20_000), mentions: [] }));
  await pipelineOn(store).importLines(long);
  const home = await folder();
  // Limits files to 100 KB: later writes fail, as on a full disk.
  const limited = 'trap "" XFSZ; ulimit -f 200; exec "$@"';
  const command = [process.execPath, BIN, 'backup', join(home, 'backup.db'), '--database-url', store.url];
  const { status, stderr } = spawnSync('sh', ['-c', limited, 'sh', ...command], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /backup\.db cannot be written/);
  assert.deepEqual(await readdir(home), []);
});

/** Runs a command with `$1` as a private disk, if Linux lets the user mount one. */
function onDiskOf(folder: string, script: string) {
  const mounted = `mount -t tmpfs -o size=4m tmpfs "$1" && ${script}`;
  return spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', mounted, 'sh', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, BIN },
  });
}

const hasDisks = isNightly && onDiskOf(tmpdir(), 'true').status === 0;

test('a store on a full disk says so, and can be backed up when there is space', {
  skip: !hasDisks,
}, async () => {
  const store = await filledStore();
  const [home, disk] = [await folder(), await folder()];
  const [saved, backup] = [join(home, 'store.db'), join(home, 'backup.db')];
  await backupStore(store.url, saved);
  // Like a store in use, it then has a log, which needs space even for reading.
  await (await openStore(`sqlite:${saved}`, { mustExist: true })).close();
  const attempt = `"$NODE" "$BIN" backup ${backup} --database-url "sqlite:$1/store.db"`;
  // The second attempt finds SQLite's files from the first beside the store.
  const { stdout, stderr } = onDiskOf(
    disk,
    `cp ${saved} "$1/store.db"; cat /dev/zero > "$1/other" 2> /dev/null; ${attempt}; ${attempt}; ls ${home} | grep -v -e -limits; rm "$1/other"; ${attempt}`,
  );
  const message = `The store ${disk}/store.db cannot be read: the disk is full. Make a few MB free there, and back it up again.`;
  const refusal = { error: { code: 'unavailable', message } };
  assert.deepEqual(
    stderr
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each)),
    [refusal, refusal],
  );
  assert.match(stdout, /^store\.db\nBacked up the store to /);
  const restored = await openStore(`sqlite:${backup}`, { mustExist: true });
  cleanups.push(() => restored.close());
  assert.deepEqual(await findDifferences(restored.main), []);
  assert.deepEqual(await reportOf(restored), await reportOf(store));
});

test('a backup of a store that is not there makes nothing', async () => {
  const home = await folder();
  await assert.rejects(backupStore(`sqlite:${join(home, 'no.db')}`, join(home, 'b.db')), {
    code: 'not_found',
  });
  await writeFile(join(home, 'notes.db'), 'my notes');
  await assert.rejects(backupStore(`sqlite:${join(home, 'notes.db')}`, join(home, 'b.db')), {
    code: 'not_found',
  });
  assert.deepEqual(await readdir(home), ['notes.db']);
});

test('for PostgreSQL it prints the command to run, without the password', async () => {
  for (const url of [
    'postgres://me:secret@db.example:5433/sight',
    'postgres://me@db.example:5433/sight?password=secret',
  ])
    assert.deepEqual(await backupStore(url, "it's.dump"), {
      kind: 'command',
      command: "pg_dump --format=custom --file='it'\\''s.dump' 'postgres://me@db.example:5433/sight'",
    });
});

test("the command prints the backup's path", async () => {
  const store = await filledStore();
  const { out } = await runCli(store, ['backup', 'b.db']);
  assert.equal(out, 'Backed up the store to b.db (4096 bytes).\n');
  assert.deepEqual(JSON.parse((await runCli(store, ['backup', 'b.db', '--json'])).out), {
    kind: 'file',
    path: 'b.db',
    bytes: 4096,
  });
});
