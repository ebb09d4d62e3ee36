import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { storeUnavailable } from '../../src/domain/errors.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { addToCounts, answersBetween, VISIBILITY } from '../../src/storage/answers/counts.ts';
import { completeFills, type Fill } from '../../src/storage/answers/fills.ts';
import { type Database, openStore } from '../../src/storage/driver/database.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const ANSWERS = 5;

/** Fills visibility_counts, which stands for a table that a migration added. */
const fillCounts: Fill = (db, brandId, first, last) =>
  addToCounts(db, VISIBILITY, answersBetween(brandId, first, last));

/** A store of two brands with answers, as a migration leaves it that has added visibility_counts. */
async function unfilledStore(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const store = await fresh();
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, { id: 'other', name: 'Other' }]));
  await importLines(
    Array.from({ length: ANSWERS }, (_, day) => [
      line({ answer: 'Acme', collected_at: iso(NOW - day * DAY_MS) }),
      line({ brand: 'other', answer: 'Other' }),
    ]).flat(),
  );
  await sql`delete from visibility_counts`.execute(store.main);
  await sql`insert into fills (brand_id, name, done_to, up_to)
    select brand_id, 'counts', 0, last_id from brand_heads`.execute(store.main);
  return store;
}

/** Fills counts, but fails after writing the batch that has this number. */
function failingAt(batch: number): Fill {
  let batches = 0;
  return async (db, brandId, first, last) => {
    await fillCounts(db, brandId, first, last);
    batches += 1;
    if (batches === batch) throw new Error('killed');
  };
}

const pendingOf = (db: Database) => db.selectFrom('fills').selectAll().execute();

onEveryStore('a table that a migration leaves to be filled', (fresh, kind) => {
  test('is filled when the store is opened', async () => {
    const { url, main } = await unfilledStore(fresh);
    assert.equal((await pendingOf(main)).length, 2);
    const opened = await openStore(url, {
      complete: (db) => completeFills(db, { fills: { counts: fillCounts } }),
    });
    await opened.close();
    assert.deepEqual(await pendingOf(main), []);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('is filled once, wherever a process was killed', async () => {
    for (let batch = 1; batch <= 2 * Math.ceil(ANSWERS / 2); batch += 1) {
      const { main } = await unfilledStore(fresh);
      await assert.rejects(completeFills(main, { fills: { counts: failingAt(batch) }, batch: 2 }), {
        message: 'killed',
      });
      const { rows } = await sql<{ n: number }>`select sum(responses) as n from visibility_counts
        where span = 1`.execute(main);
      assert.equal(rows[0]?.n ?? 0, [0, 6, 12, 15, 17, 19][batch - 1], `killed in batch ${batch}`);
      await completeFills(main, { fills: { counts: fillCounts }, batch: 2 });
      assert.deepEqual(await pendingOf(main), []);
      assert.deepEqual(await findDifferences(main), []);
    }
  });

  test('is filled once by several processes', { skip: kind === 'sqlite' }, async () => {
    const { url, main } = await unfilledStore(fresh);
    const complete = (db: Database) => completeFills(db, { fills: { counts: fillCounts }, batch: 1 });
    const opened = await Promise.all(Array.from({ length: 4 }, () => openStore(url, { complete })));
    for (const store of opened) await store.close();
    assert.deepEqual(await pendingOf(main), []);
    assert.deepEqual(await findDifferences(main), []);
  });

  // On SQLite another process would have to hold the file for 5 seconds.
  test('is waited for while another process fills it', { skip: kind === 'sqlite' }, async () => {
    const { main } = await unfilledStore(fresh);
    let waits = 0;
    const busy: Fill = async () => {
      waits += 1;
      await (waits < 3
        ? sql`update fills set done_to = done_to + 1`.execute(main)
        : sql`delete from fills`.execute(main));
      throw storeUnavailable(new Error('database is locked'));
    };
    await completeFills(main, { fills: { counts: busy } });
    assert.equal(waits, 3);
  });

  test('stops the opening if the store fails and nobody else gets on', async () => {
    const { main } = await unfilledStore(fresh);
    const failing: Fill = () => Promise.reject(storeUnavailable(new Error('the disk is full')));
    await assert.rejects(completeFills(main, { fills: { counts: failing } }), { code: 'unavailable' });
    assert.equal((await pendingOf(main)).length, 2);
  });

  test('stops the opening if nothing knows how to fill it', async () => {
    const { main } = await unfilledStore(fresh);
    await assert.rejects(completeFills(main, { fills: {} }), { message: 'nothing can fill counts' });
  });

  test('says how much is done, after every batch, up to all of it', async () => {
    const { main } = await unfilledStore(fresh);
    const done: number[] = [];
    const onProgress = (part: number) => done.push(part);
    await completeFills(main, { fills: { counts: fillCounts }, batch: 2, onProgress });
    assert.equal(done.length, 6);
    assert.deepEqual(
      done,
      done.toSorted((a, b) => a - b),
    );
    assert.equal(done.at(-1), 1);
  });

  test('includes the answers of a deleted brand', async () => {
    const { main } = await unfilledStore(fresh);
    await sql`update brands set deleted_at = ${NOW} where public_id = 'other'`.execute(main);
    await completeFills(main, { fills: { counts: fillCounts } });
    assert.deepEqual(await findDifferences(main), []);
  });
});

onEveryStore('a new store', (fresh) => {
  test('has nothing to fill', async () => {
    assert.deepEqual(await pendingOf((await fresh()).main), []);
  });
});
