import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import pg from 'pg';
import { SightlineError } from '../../src/domain/errors.ts';
import { type Database, openStore, ping } from '../../src/storage/driver/database.ts';
import { WAIT_MS } from '../../src/storage/driver/postgres.ts';
import { inSnapshot } from '../../src/storage/driver/snapshot.ts';
import { onEveryStore } from '../support/stores.ts';

async function addEntry(db: Database): Promise<void> {
  const entry = { at: 1, organization_id: null, actor: 'x', action: 'x', subject: null, detail: '{}' };
  await db.insertInto('audit_log').values(entry).execute();
}

async function countEntries(db: Database): Promise<number> {
  const counted = db.selectFrom('audit_log').select((eb) => eb.fn.countAll<number>().as('n'));
  return (await counted.executeTakeFirstOrThrow()).n;
}

/** Warnings from Node and pg so far. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

onEveryStore('several statements at once within one transaction', (fresh) => {
  test('run one after the other, in order, without a warning', async () => {
    const { main } = await fresh();
    const added = await inSnapshot(main, (snapshot) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(snapshot))),
    );
    const found = added.map(({ rows }) => rows[0]?.n);
    assert.deepEqual(found, [1, 2, 3]);
    await assert.rejects(Promise.all([sql`select nothing`.execute(main), sql`select 1`.execute(main)]));
    await new Promise(setImmediate);
    assert.deepEqual(warnings, []);
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as NodeJS.GCFunction;

/** Clears garbage; live objects become old in the second or third pass. */
function collectNew(): void {
  for (let pass = 0; pass < 3; pass += 1) collect({ type: 'minor' });
}

onEveryStore("a statement's result", (fresh) => {
  test('is released after use, also where a result became old before', async () => {
    const { main } = await fresh();
    const text = 'x'.repeat(100_000);
    const ask = () => sql`select cast(${text} as text) as text`.execute(main);
    for (let run = 0; run < 20; run += 1) await ask();
    collect();
    const old = ask();
    setImmediate(collectNew);
    await old;
    const before = process.memoryUsage().heapUsed;
    for (let run = 0; run < 100; run += 1) await ask();
    collectNew();
    const grown = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.ok(grown < 4, `${grown.toFixed(1)} MB of 10 stay`);
  });
});

onEveryStore('a snapshot', (fresh, kind) => {
  test('is one state, and its connection is free after the read', async () => {
    const { url, main } = await fresh();
    const store = await openStore(url, { connections: 1 });
    try {
      const counts = await inSnapshot(store.main, async (snapshot) => {
        const before = await countEntries(snapshot);
        await addEntry(main);
        return [before, ...(await Promise.all([countEntries(snapshot), countEntries(snapshot)]))];
      });
      assert.deepEqual(counts, [0, 0, 0]);
      await addEntry(store.main);
      assert.equal(await inSnapshot(store.main, countEntries), 2);
    } finally {
      await store.close();
    }
  });

  test('that did not start fails, though its statements got answers', {
    skip: kind === 'sqlite',
  }, async () => {
    const { main } = await fresh();
    const { query } = pg.Client.prototype;
    const refusing = mock.method(pg.Client.prototype, 'query', function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const [first] = args as [{ text: string }];
      const isStart = first.text.startsWith('start transaction');
      const sent = isStart ? { ...first, text: 'select nothing' } : first;
      return (query as (...all: unknown[]) => unknown).apply(this, [sent, ...args.slice(1)]);
    } as typeof query);
    try {
      const answered: unknown[] = [];
      const read = inSnapshot(main, async (snapshot) => {
        answered.push((await sql`select 1 as n`.execute(snapshot)).rows);
      });
      await assert.rejects(read, /nothing/);
      assert.deepEqual(answered, [[{ n: 1 }]]);
    } finally {
      refusing.mock.restore();
    }
    // The connection is used again.
    await inSnapshot(main, ping);
  });
});

onEveryStore('a connection', (fresh, kind) => {
  test('compiles no statement, which would take longer than to run it', {
    skip: kind === 'sqlite',
  }, async () => {
    const { main } = await fresh();
    const jit = async (db: Database) => (await sql<{ jit: string }>`show jit`.execute(db)).rows[0]?.jit;
    assert.equal(await jit(main), 'off');
    assert.equal(await inSnapshot(main, jit), 'off');
  });
});

onEveryStore('while every connection is in use', (fresh, kind) => {
  test('a query waits for one longer than a statement may take, and only then is the store unavailable', {
    skip: kind === 'sqlite',
  }, async () => {
    const { url } = await fresh();
    const store = await openStore(url, { connections: 1 });
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      await store.main
        .connection()
        .execute(async (held) => {
          const early = ping(store.main).then(
            () => 'answered',
            (error: unknown) => error,
          );
          await sql`select 1`.execute(held);
          mock.timers.tick(WAIT_MS - 1);
          const late = ping(store.main);
          mock.timers.tick(1);
          const refused = await early;
          assert.ok(refused instanceof SightlineError && refused.code === 'unavailable');
          mock.timers.tick(WAIT_MS - 2);
          return { late };
        })
        .then(({ late }) => late);
    } finally {
      mock.timers.reset();
      await store.close();
    }
  });
});
