import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, dayOf } from '../../src/domain/time/period.ts';
import { packAll, packDaily } from '../../src/pipeline/intake/pack-daily.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { prepareRequest, runReport, runRequest } from '../../src/reports/run/run-report.ts';
import { NO_PRICES } from '../../src/reports/shape/report.ts';
import { brandStateOf } from '../../src/storage/directory/brand/brand-lock.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { listChanges, listSegments } from '../../src/storage/panel/tables.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, Clock, iso, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const TODAY = dayOf(NOW);
const OTHER = { id: 'other', name: 'Other' };

/** Acme's answers, one on each of these days before today. */
const answersAt = (...days: readonly number[]) =>
  days.map((ago) =>
    line({ answer: 'Acme, Bolt', collected_at: iso(NOW - ago * DAY_MS), searches: ['anvils'] }),
  );

/** Acme's answers in segments and in changes. */
async function packedOf(db: Database): Promise<[segments: number, changes: number]> {
  const segments = await listSegments(db, 1);
  return [segments.reduce((sum, { n }) => sum + n, 0), (await listChanges(db, 1, 0)).length];
}

onReusedStore('packing days', (fresh) => {
  async function acme(...days: readonly number[]): Promise<TestStore> {
    const { store } = await setUp(fresh, acmeFile([ACME_BRAND, OTHER]));
    await pipelineOn(store).importLines(answersAt(...days));
    return store;
  }

  test('an import of few answers leaves them to the daily run', async () => {
    const { main } = await acme(0, 1, 2, 3);
    assert.deepEqual(await packedOf(main), [0, 4]);
  });

  test('an answer that comes late for a packed day is a change until the next day', async () => {
    const store = await acme(0, 1, 2, 40);
    await packAll({ db: store.main, now: () => NOW });
    assert.deepEqual(await packedOf(store.main), [2, 2]);
    await pipelineOn(store).importLines(answersAt(1, 39, 40));
    assert.deepEqual(await packedOf(store.main), [2, 5]);
    assert.deepEqual(await findDifferences(store.main), []);
    await packAll({ db: store.main, now: () => NOW });
    assert.deepEqual(await packedOf(store.main), [4, 3]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test("runs for brands with days to pack, and raises no other brand's version", async () => {
    const { main } = await acme(0, 3);
    const [before, other] = [await brandStateOf(main, 1), await brandStateOf(main, 2)];
    assert.equal(await packAll({ db: main, now: () => NOW }), 1);
    assert.deepEqual(await packedOf(main), [1, 1]);
    assert.ok((await brandStateOf(main, 1)).version > before.version);
    assert.deepEqual(await brandStateOf(main, 2), other);
    assert.equal(await packAll({ db: main, now: () => NOW }), 0);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('leaves whole transactions when interrupted, and continues from there', async () => {
    const { main } = await acme(0, 3, 4, 5);
    const interrupted = packDays(main, 1, TODAY - 1, () => {
      throw new Error('killed');
    });
    await assert.rejects(interrupted, /killed/);
    assert.deepEqual(await findDifferences(main), []);
    const dying = main.transaction().execute(async (transaction) => {
      await packDays(transaction, 1, TODAY + 1);
      throw new Error('killed later');
    });
    await assert.rejects(dying, /killed later/);
    assert.deepEqual(await findDifferences(main), []);
    await packDays(main, 1, TODAY + 1);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('between looking a brand up and reading its counts neither doubles nor loses an answer', async () => {
    const { main } = await acme(0, 1, 2, 3, 4);
    const caller = await operatorCaller(main, { brand: 'acme' }, NOW);
    let day = TODAY - 4;
    for (const report of REPORTS.filter(({ takesBrand }) => takesBrand)) {
      const expected = await runReport(main, NOW, caller, report, { brand: 'acme' });
      const asked = await prepareRequest(main, NOW, caller, report, { brand: 'acme' }, NO_PRICES);
      day += 1;
      await packDays(main, 1, day);
      const { data } = await runRequest(main, asked);
      assert.deepEqual(data, expected.data, report.name);
    }
  });

  test('runs at the start, and after each midnight; a failure is retried', async () => {
    const { main } = await acme(1, 3);
    const clock = new Clock();
    const stop = new AbortController();
    const told: unknown[] = [];
    const sleep = async (ms: number) => {
      clock.at += ms;
      told.push(`until ${iso(clock.at)}`);
      if (told.length >= 5) stop.abort();
    };
    let fails = 1;
    const now = () => {
      if (told.length === 2 && fails-- > 0) throw new Error('no');
      return clock.at;
    };
    await packDaily(
      {
        db: main,
        now,
        sleep,
        onPacked: (brands) => told.push(brands),
        onFailure: (error) => told.push(String(error)),
      },
      stop.signal,
    );
    const midnight = iso((TODAY + 1) * DAY_MS + 10 * 60_000);
    const later = iso((TODAY + 1) * DAY_MS + 15 * 60_000);
    assert.deepEqual(told, [
      1,
      `until ${midnight}`,
      'Error: no',
      `until ${later}`,
      1,
      `until ${iso((TODAY + 2) * DAY_MS + 10 * 60_000)}`,
    ]);
  });
});
