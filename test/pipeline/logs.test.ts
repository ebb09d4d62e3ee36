import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { prune } from '../../src/pipeline/prune/prune.ts';
import { taskOf, tasksOf } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { startLog, withUpload } from '../../src/pipeline/tasks/upload.ts';
import {
  type DrainBatch,
  drainOf,
  removeDrain,
  setDrain,
  takeBatch,
} from '../../src/pipeline/traffic/drain.ts';
import { countedLogOf, givenFilesOf, importLog } from '../../src/pipeline/traffic/log-files.ts';
import { readDrain } from '../../src/pipeline/traffic/read-drain.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import { crawlLine, logOf, personLine, vercelRecord, visitLine } from '../support/logs.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { doAllTasks } from '../support/tasks.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, NOW, pipelineOn, random } from '../support/world.ts';

const SECRET_KEY = async () => 'k'.repeat(40);
const ACME = { id: 1, publicId: 'acme', organizationId: 1 };
const ANA = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };
const MANY = Array.from({ length: 5000 }, (_, at) =>
  crawlLine({ path: `/page-${at % 40}`, at: NOW - DAY_MS + at * 1000 }),
);

async function acme(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const store = await fresh();
  await pipelineOn(store).apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
  return store;
}

const depsOf = ({ main }: TestStore) => ({
  db: main,
  now: () => NOW,
  random,
  secretKey: SECRET_KEY,
  read: readDrain,
});

async function read(store: TestStore, chunks: AsyncIterable<Uint8Array>, more: object = {}) {
  const file = { name: 'access.log', by: 'command line', mapping: [] };
  return await importLog(depsOf(store), ACME, { ...file, chunks, ...more });
}

async function sums({ main }: TestStore) {
  const crawls = await main.selectFrom('crawl_counts').select('requests').execute();
  const visits = await main.selectFrom('visit_counts').select('visits').execute();
  return [
    crawls.reduce((sum, { requests }) => sum + requests, 0),
    visits.reduce((sum, each) => sum + each.visits, 0),
  ];
}

onReusedStore('a log', (fresh) => {
  test('counts its crawls and visits, and says what it left out', async () => {
    const store = await acme(fresh);
    const lines = [crawlLine(), visitLine(), personLine(), 'no log line', crawlLine()];
    const log = await read(store, logOf(lines));
    assert.partialDeepStrictEqual(log, {
      ...{ lines: 5, counted: 3, crawls: 2, visits: 1, unread: 1, unreadFirst: ['no log line'] },
    });
    assert.match(log.digest, /^[0-9a-f]{64}$/);
    assert.deepEqual(await sums(store), [2, 1]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('counts once, whole, again, gzipped, and in parts that overlap', async () => {
    const store = await acme(fresh);
    await read(store, logOf(MANY.slice(0, 3000)));
    await read(store, logOf(MANY.slice(1000)));
    await read(
      store,
      (async function* () {
        yield gzipSync(`${MANY.join('\n')}\n`);
      })(),
    );
    assert.deepEqual(await sums(store), [MANY.length, 0]);
    const files = (await givenFilesOf(store.main, 'acme', 10)).map(countedLogOf);
    assert.deepEqual(
      files.map(({ counted, repeated }) => [counted, repeated]),
      [
        [0, 5000],
        [2000, 2000],
        [3000, 0],
      ],
    );
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('killed between its transactions, counts whole when it is read again', async () => {
    const store = await acme(fresh);
    const killed = read(store, logOf(MANY), {
      onProgress: () => {
        throw new Error('killed');
      },
    });
    await assert.rejects(killed, /killed/);
    const [some = 0] = await sums(store);
    assert.ok(some > 0 && some < MANY.length);
    await read(store, logOf(MANY));
    assert.deepEqual(await sums(store), [MANY.length, 0]);
  });

  test('leaves out other hosts, and a brand without a website takes none', async () => {
    const store = await acme(fresh);
    const records = [
      vercelRecord('1'),
      {
        ...vercelRecord('2'),
        host: 'x.example',
        proxy: { ...(vercelRecord('2') as { proxy: object }).proxy, host: 'x.example' },
      },
    ];
    const log = await read(store, logOf(records.map((each) => JSON.stringify(each))));
    assert.partialDeepStrictEqual(log, { counted: 1, elsewhere: 1 });
    await store.main.updateTable('tracked_brands').set({ domain: null }).execute();
    await assert.rejects(read(store, logOf([crawlLine()])), { code: 'conflict' });
  });

  test('of damaged compressed data counts what can be read, and is not whole', async () => {
    const store = await acme(fresh);
    const damaged = gzipSync(MANY.join('\n')).subarray(0, -2000);
    const reading = read(
      store,
      (async function* () {
        yield damaged;
      })(),
    );
    await assert.rejects(reading, { code: 'invalid_file' });
    const [file] = await givenFilesOf(store.main, 'acme', 1);
    assert.equal(file?.digest, '');
    assert.ok((file?.counted ?? 0) > 0);
  });

  test('keeps nothing of whom it names', async () => {
    const store = await acme(fresh);
    await read(store, logOf([crawlLine(), visitLine(), '203.0.113.7 asked for something']));
    const tables = ['log_days', 'log_lines', 'crawl_counts', 'visit_counts', 'given_files'] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await store.main.selectFrom(table).selectAll().execute());
      assert.doesNotMatch(rows, /203\.0\.113|Mozilla|Firefox/, table);
    }
  });
});

onReusedStore('pruning logs', (fresh) => {
  const RETENTION = {
    replyDays: null,
    jobDays: 3650,
    comparisonDays: 3650,
    auditDays: 3650,
    deletedDays: 30,
  };
  const pruned = async (store: TestStore, answerDays: number | null, now: number) =>
    await prune(
      { db: store.main, now: () => now, sleep: async () => {} },
      { retention: { ...RETENTION, answerDays }, isDryRun: false, stop: new AbortController().signal },
    );

  test('forgets the identities of lines 90 days after they came, and leaves later ones out', async () => {
    const store = await acme(fresh);
    await read(store, logOf([crawlLine(), visitLine()]));
    assert.deepEqual((await pruned(store, null, NOW + 89 * DAY_MS)).brands, []);
    assert.partialDeepStrictEqual(await pruned(store, null, NOW + 91 * DAY_MS), {
      brands: [{ log_lines: 2, log_days: 0 }],
    });
    assert.partialDeepStrictEqual(await read(store, logOf([crawlLine(), crawlLine({ path: '/new' })])), {
      counted: 0,
      closed: 2,
    });
    assert.deepEqual(await sums(store), [1, 1]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('removes days and files past the retention of answers', async () => {
    const store = await acme(fresh);
    await read(store, logOf([crawlLine({ at: NOW - 40 * DAY_MS })]));
    await read(store, logOf([crawlLine({ at: NOW - 20 * DAY_MS })]));
    assert.partialDeepStrictEqual(await pruned(store, 30, NOW), { brands: [{ log_days: 1, files: 1 }] });
    assert.deepEqual(await sums(store), [1, 0]);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});

onReusedStore('the task that reads a log', (fresh) => {
  const start = (store: TestStore, lines: readonly string[], name = 'a.log') =>
    withUpload(depsOf(store), 'acme', logOf(lines), (upload) =>
      startLog(depsOf(store), ANA, { ...upload, name, mapping: [] }),
    );

  test('counts each of several files', async () => {
    const store = await acme(fresh);
    await start(store, MANY.slice(0, 30), 'a.log');
    await start(store, MANY.slice(20, 50), 'b.log');
    assert.deepEqual(
      (await givenFilesOf(store.main, 'acme', 9)).map(({ name }) => name),
      ['b.log', 'a.log'],
    );
    await doAllTasks(store);
    assert.deepEqual(
      (await tasksOf(store.main, 'acme', 9)).map(({ state }) => state),
      ['done', 'done'],
    );
    assert.deepEqual(await sums(store), [50, 0]);
    const [newest] = (await givenFilesOf(store.main, 'acme', 1)).map(countedLogOf);
    assert.partialDeepStrictEqual(newest, { name: 'b.log', givenBy: 'Ana', counted: 20, repeated: 10 });
  });

  test('ends after a stop and an interruption with each line counted once', async () => {
    const store = await acme(fresh);
    const { task } = await start(store, MANY);
    const stop = new AbortController();
    const clock = new Clock();
    await doAllTasks(store, { clock, stop: stop.signal, onSleep: () => stop.abort() });
    assert.equal((await taskOf(store.main, 'acme', task))?.state, 'waiting');
    clock.at += DAY_MS / 24;
    await doAllTasks(store, { clock });
    assert.deepEqual(await sums(store), [MANY.length, 0]);
    const [file] = (await givenFilesOf(store.main, 'acme', 1)).map(countedLogOf);
    assert.partialDeepStrictEqual(file, { counted: MANY.length, crawls: MANY.length, lines: MANY.length });
  });
});

onReusedStore('a drain', (fresh) => {
  async function drained(store: TestStore, brand = { id: 1, publicId: 'acme' }) {
    const deps = depsOf(store);
    const { path, secret } = await withBrandLock(store.main, brand.id, (db) =>
      setDrain({ ...deps, db }, brand),
    );
    const token = path.split('/').at(-1) ?? '';
    const drain = (await drainOf(store.main, token)) ?? assert.fail('no drain');
    const take = (text: string | Buffer, more: Partial<DrainBatch> = {}) => {
      const body = Buffer.from(text);
      return takeBatch(deps, drain, { body, secret, signature: undefined, mapping: [], ...more });
    };
    return { take, token, secret };
  }

  const RECORDS = ['1', '2', '3'].map((id) => vercelRecord(id));
  const FORMS = {
    'a JSON array': JSON.stringify(RECORDS),
    'JSON lines': RECORDS.map((each) => JSON.stringify(each)).join('\n'),
    gzip: gzipSync(JSON.stringify(RECORDS)),
    'plain lines': [1, 2, 3].map((id) => crawlLine({ path: `/${id}` })).join('\n'),
  };
  for (const [form, body] of Object.entries(FORMS))
    test(`counts a batch of ${form} once`, async () => {
      const store = await acme(fresh);
      const { take } = await drained(store);
      await take(body);
      await take(body);
      assert.deepEqual(await sums(store), [3, 0]);
      const files = (await givenFilesOf(store.main, 'acme', 9)).map(countedLogOf);
      assert.partialDeepStrictEqual(files, [
        { kind: 'drain', name: '2026-11-20', counted: 3, repeated: 3, lines: 6 },
      ]);
      assert.deepEqual(await findDifferences(store.main), []);
    });

  test('counts a request once that several records tell of, also in different batches', async () => {
    const store = await acme(fresh);
    const { take } = await drained(store);
    const told = (id: string, message: string) => ({ ...vercelRecord(id), requestId: 'r1', message });
    await take(JSON.stringify([told('1', 'a'), told('2', 'b'), vercelRecord('3')]));
    await take(JSON.stringify([told('4', 'c'), { ...told('5', 'd'), requestId: 'r2' }]));
    assert.deepEqual(await sums(store), [3, 0]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test("takes Vercel's signature in place of the secret", async () => {
    const store = await acme(fresh);
    const { take, secret } = await drained(store);
    const body = JSON.stringify(RECORDS);
    const signature = createHmac('sha1', secret).update(body).digest('hex');
    await take(body, { signature, secret: undefined });
    assert.deepEqual(await sums(store), [3, 0]);
  });

  test('counts nothing of a test, and of lines that nothing fits', async () => {
    const store = await acme(fresh);
    const { take } = await drained(store);
    await take('');
    await take('{"content":"test"}');
    assert.deepEqual(await sums(store), [0, 0]);
  });

  test('refuses whoever does not have its secret', async () => {
    const store = await acme(fresh);
    const { take } = await drained(store);
    const { secret: others } = await drained(store, { id: 2, publicId: 'second' });
    const signature = createHmac('sha1', others).update('x').digest('hex');
    for (const wrong of [
      { secret: undefined },
      { secret: '' },
      { secret: others },
      { signature },
      { signature: '' },
    ])
      await assert.rejects(take('x', wrong), { code: 'unauthorized' });
    assert.deepEqual(await sums(store), [0, 0]);
  });

  test('refuses damaged and endless compressed batches, and mappings that mean nothing', async () => {
    const store = await acme(fresh);
    const { take } = await drained(store);
    const damaged = gzipSync('x'.repeat(1000)).subarray(0, 15);
    await assert.rejects(take(damaged), { code: 'invalid_request' });
    await assert.rejects(take(gzipSync(Buffer.alloc(17 * 2 ** 20))), { code: 'body_too_large' });
    await assert.rejects(take('x', { mapping: ['status'] }), { code: 'invalid_parameter' });
  });

  test('has one address: a new one ends the earlier, and removing or deleting the brand ends it', async () => {
    const store = await acme(fresh);
    const { token: first } = await drained(store);
    const { token } = await drained(store);
    assert.equal(await drainOf(store.main, first), null);
    assert.notEqual(await drainOf(store.main, token), null);
    await store.main.updateTable('brands').set({ deleted_at: NOW }).where('id', '=', 1).execute();
    assert.equal(await drainOf(store.main, token), null);
    await store.main.updateTable('brands').set({ deleted_at: null }).where('id', '=', 1).execute();
    assert.equal(await removeDrain(store.main, 1), true);
    assert.equal(await drainOf(store.main, token), null);
    assert.equal(await removeDrain(store.main, 1), false);
  });
});
