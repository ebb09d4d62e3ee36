import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { SightlineError } from '../../src/domain/errors.ts';
import { openStore, ping } from '../../src/storage/driver/database.ts';
import { WAIT_MS } from '../../src/storage/driver/postgres.ts';
import { inSnapshot } from '../../src/storage/driver/snapshot.ts';
import { onEveryStore } from '../support/stores.ts';

/** What Node and pg have warned of since this file began. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

onEveryStore('several statements at once within one transaction', (fresh) => {
  test('run one after the other, in order, and nobody is warned', async () => {
    const { main } = await fresh();
    const added = await inSnapshot(main, (snapshot) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(snapshot))),
    );
    assert.deepEqual(
      added.map(({ rows }) => rows[0]?.n),
      [1, 2, 3],
    );
    const failing = Promise.all([sql`select nothing`.execute(main), sql`select 1`.execute(main)]);
    await assert.rejects(failing);
    await new Promise(setImmediate);
    assert.deepEqual(warnings, []);
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
