import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, dayOf } from '../../src/domain/period.ts';
import { sealAll, sealDaily } from '../../src/pipeline/intake/sealing.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { askedFor, readFrom, resultOf, runReport } from '../../src/reports/run/run-report.ts';
import { NO_PRICES } from '../../src/reports/shape/report.ts';
import { sealDays } from '../../src/storage/answers/sealing.ts';
import { headOf } from '../../src/storage/directory/heads.ts';
import { type Database, openStore } from '../../src/storage/driver/database.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, Clock, iso, line, NOW, pipelineOn } from '../support/world.ts';

const TODAY = dayOf(NOW);
const OTHER = { id: 'other', name: 'Other' };

/** Answers of Acme so many days ago, one each. */
const answersAt = (...days: readonly number[]) =>
  days.map((ago) =>
    line({ answer: 'Acme, Bolt', collected_at: iso(NOW - ago * DAY_MS), searches: ['anvils'] }),
  );

const sealedDayOf = async (db: Database, brandId = 1) => (await headOf(db, brandId)).sealedDay;

/** The lengths in which days are counted: the answers of each, by the brand itself. */
async function answersBySpan(db: Database): Promise<Record<number, number>> {
  const rows = await db
    .selectFrom('visibility_counts')
    .select((eb) => ['span', eb.fn.sum<number>('responses').as('answers')])
    .where('brand_id', '=', 1)
    .where('tracked_id', '=', 1)
    .groupBy('span')
    .execute();
  return Object.fromEntries(rows.map(({ span, answers }) => [span, answers]));
}

onEveryStore('sealing days', (fresh, kind) => {
  async function acme(...days: readonly number[]): Promise<TestStore> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([ACME_BRAND, OTHER]));
    await pipelineOn(store).importLines(answersAt(...days));
    return store;
  }

  test('an import of few days counts them in open blocks and leaves them to whoever seals every day', async () => {
    const { main } = await acme(0, 1, 2, 3);
    assert.equal(await sealedDayOf(main), 0);
    assert.deepEqual(await answersBySpan(main), { 0: 4, 1: 4 });
  });

  test('an import of a long history seals it at its end, without the last two days', async () => {
    const { main } = await acme(0, 1, 2, 40, 200);
    assert.equal(await sealedDayOf(main), TODAY - 1);
    assert.deepEqual(await answersBySpan(main), { 0: 5, 1: 5, 4: 3, 16: 3, 64: 3, 256: 3 });
    assert.deepEqual(await findDifferences(main), []);
  });

  test('an answer that comes late for a sealed day is counted in all lengths at once', async () => {
    const store = await acme(0, 40);
    await pipelineOn(store).importLines(answersAt(1, 39));
    assert.deepEqual(await answersBySpan(store.main), { 0: 4, 1: 4, 4: 2, 16: 2, 64: 2, 256: 2 });
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('is done for brands that have something to seal; the version of no other is raised', async () => {
    const { main } = await acme(0, 3);
    const [before, other] = [await headOf(main, 1), await headOf(main, 2)];
    assert.equal(await sealAll({ db: main, now: () => NOW }), 1);
    assert.equal(await sealedDayOf(main), TODAY - 1);
    assert.ok((await headOf(main, 1)).version > before.version);
    assert.deepEqual(await headOf(main, 2), other);
    assert.equal(await sealAll({ db: main, now: () => NOW }), 0);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('is done once by several processes at a time', { skip: kind === 'sqlite' }, async () => {
    const { main, url } = await acme(0, 3, 4, 5);
    const other = await openStore(url);
    await Promise.all([main, other.main].map((db) => sealAll({ db, now: () => NOW })));
    await other.close();
    assert.deepEqual(await answersBySpan(main), { 0: 4, 1: 4, 4: 3, 16: 3, 64: 3, 256: 3 });
    assert.deepEqual(await findDifferences(main), []);
  });

  test('leaves whole transactions where it is interrupted, and goes on from there', async () => {
    const { main } = await acme(0, 3, 4, 5);
    const interrupted = sealDays(main, 1, TODAY - 1, () => {
      throw new Error('killed');
    });
    await assert.rejects(interrupted, /killed/);
    assert.deepEqual(await findDifferences(main), []);
    const dying = main.transaction().execute(async (transaction) => {
      await sealDays(transaction, 1, TODAY + 1);
      throw new Error('killed later');
    });
    await assert.rejects(dying, /killed later/);
    assert.deepEqual(await findDifferences(main), []);
    await sealDays(main, 1, TODAY + 1);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('between looking a brand up and reading its counts neither doubles nor loses an answer', async () => {
    const { main } = await acme(0, 1, 2, 3, 4);
    const caller = await operatorCaller(main, { brand: 'acme' }, NOW);
    for (const report of REPORTS.filter(({ takesBrand }) => takesBrand)) {
      const expected = await runReport(main, NOW, caller, report, { brand: 'acme' });
      const asked = await askedFor(main, NOW, caller, report, { brand: 'acme' }, NO_PRICES);
      await sealDays(main, 1, asked.brand.sealedDay === 0 ? TODAY - 3 : asked.brand.sealedDay + 1);
      const { data } = await readFrom({ db: main, replica: null }, asked, resultOf);
      assert.deepEqual(data, expected.data, report.name);
    }
  });

  test('happens at the start, and then after each midnight; a failure is tried again', async () => {
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
    await sealDaily(
      {
        ...{ db: main, now, sleep },
        onSealed: (brands) => told.push(brands),
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
