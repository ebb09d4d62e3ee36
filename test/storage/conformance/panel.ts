import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reader } from '../../../src/domain/brand/reader.ts';
import { DAY_MS, dayOf, type Period } from '../../../src/domain/time/period.ts';
import { countJudged } from '../../../src/panel/counts/judged.ts';
import { countVisibility } from '../../../src/panel/counts/visibility.ts';
import { packAll, packImported } from '../../../src/pipeline/intake/pack-daily.ts';
import { deleteAnswers } from '../../../src/storage/answers/old-answers.ts';
import { brandStateOf, lockBrand } from '../../../src/storage/directory/brand/brand-lock.ts';
import { readBrandSnapshot } from '../../../src/storage/directory/brands.ts';
import { type Database, openStore } from '../../../src/storage/driver/database.ts';
import { inSnapshot } from '../../../src/storage/driver/snapshot.ts';
import { limitPanelCache, panelCacheOf } from '../../../src/storage/panel/cache.ts';
import { openPanel } from '../../../src/storage/panel/open-panel.ts';
import { packDays, repackIfMany } from '../../../src/storage/panel/pack.ts';
import { listSegments } from '../../../src/storage/panel/tables.ts';
import { findDifferences } from '../../../src/storage/verify.ts';
import { judge, MODEL, readBy } from '../../support/judged.ts';
import type { TestStore } from '../../support/stores.ts';
import { iso, line, NOW, pipelineOn, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';

const TODAY = dayOf(NOW);
const EVER: Period = { from: 0, to: NOW + 1 };

/** An answer from `ago` days ago. */
const answerAt = (ago: number, fields: object = {}) =>
  line({
    mentions: ['Acme', 'Bolt'].map((brand) => ({ brand, mentioned: true })),
    collected_at: iso(NOW - ago * DAY_MS),
    citations: [{ url: 'https://a.example/1' }],
    ...fields,
  });

/** Acme's framing by a reader, and how many answers a model read. */
async function framedIn(db: Database, reader: Reader) {
  return await inSnapshot(db, async (snapshot) => {
    const panel = openPanel(snapshot, await readBrandSnapshot(snapshot, { id: 1 }), reader);
    const answers = { panel, period: EVER, only: {} };
    const [own] = (await countVisibility(answers)).filter(({ trackedId }) => trackedId === panel.self);
    const { classified, recommended } = own ?? { classified: 0, recommended: 0 };
    return {
      classified,
      recommended,
      judged: (await countJudged(answers)).toSorted((a, b) => b.dropped - a.dropped),
    };
  });
}

/** Answers in the panel that looked for Acme, and those that name it. */
async function countedIn(db: Database, period = EVER): Promise<readonly number[]> {
  return await inSnapshot(db, async (snapshot) => {
    const { version } = await brandStateOf(snapshot, 1);
    const panel = openPanel(snapshot, { id: 1, version, tracked: [{ id: 1, role: 'self' }], reader: null });
    const rows = await countVisibility({ panel, period, only: {} });
    const own = rows.filter(({ trackedId }) => trackedId === 1);
    const sum = (of: (row: (typeof own)[number]) => number) => own.reduce((all, row) => all + of(row), 0);
    return [sum((row) => row.responses), sum((row) => row.present)];
  });
}

const newestAnswer = async (db: Database) =>
  (await db.selectFrom('answers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

const changesIn = async (db: Database) => (await db.selectFrom('panel_delta').select('day').execute()).length;

const daysIn = async (db: Database) =>
  (await listSegments(db, 1)).map(({ firstDay, lastDay, n }) => [TODAY - firstDay, TODAY - lastDay, n]);

export const panels: Part = (fresh) => {
  async function acme(...days: readonly number[]): Promise<TestStore> {
    const { store } = await setUp(fresh);
    await importAt(store, ...days);
    return store;
  }

  const importAt = (store: TestStore, ...days: readonly number[]) =>
    pipelineOn(store).importLines(days.map((ago) => answerAt(ago)));

  test('over unpacked answers, packed ones, and both is the same', async () => {
    const { main } = await acme(0, 1, 2, 3);
    assert.deepEqual(await countedIn(main), [4, 4]);
    await packDays(main, 1, TODAY - 1);
    assert.deepEqual(await daysIn(main), [[3, 2, 2]]);
    assert.equal(await changesIn(main), 2);
    assert.deepEqual(await countedIn(main), [4, 4]);
    await packDays(main, 1, TODAY + 1);
    assert.equal(await changesIn(main), 0);
    assert.deepEqual(await countedIn(main), [4, 4]);
    assert.deepEqual(await countedIn(main, { from: NOW - 2 * DAY_MS + 1, to: NOW }), [1, 1]);
    assert.deepEqual(await findDifferences(main), []);
  });

  test("has both readers' framing, packed or not, and tells when it is no longer the rows'", async () => {
    const store = await acme(3, 2, 1, 0);
    const { main } = store;
    await readBy(main, 1, MODEL);
    await packDays(main, 1, TODAY - 1);
    const verdicts = ['recommended', 'both', null, undefined] as const;
    await judge(main, 1, (_, at) => {
      const verdict = verdicts[Math.round((NOW - at) / DAY_MS)];
      if (verdict === undefined) return undefined;
      return { names: verdict && { Acme: { verdict } }, dropped: 2 };
    });
    const counted = [
      { judge: { ...MODEL, isRead: true }, answers: 2, dropped: 4 },
      { judge: { ...MODEL, isRead: false }, answers: 1, dropped: 2 },
      { judge: null, answers: 1, dropped: 0 },
    ];
    for (const until of [TODAY - 1, TODAY + 1]) {
      await packDays(main, 1, until);
      assert.deepEqual(await framedIn(main, 'model'), { classified: 1, recommended: 1, judged: counted });
      assert.deepEqual(await framedIn(main, 'rules'), { classified: 0, recommended: 0, judged: counted });
      assert.deepEqual(await findDifferences(main), []);
    }
    await main
      .updateTable('mentions')
      .set({ model_framing: 'negative' })
      .where('tracked_id', '=', 1)
      .execute();
    assert.equal((await findDifferences(main)).length, 4);
  });

  test('takes late answers before, within, between, and after its segments', async () => {
    const store = await acme(300, 298);
    const { main } = store;
    await packDays(main, 1, TODAY);
    await importAt(store, 100, 98);
    await packDays(main, 1, TODAY);
    assert.deepEqual(await daysIn(main), [
      [300, 298, 2],
      [100, 98, 2],
    ]);
    await importAt(store, 400, 299, 200, 99, 50);
    assert.deepEqual(await countedIn(main), [9, 9]);
    assert.deepEqual(await countedIn(main, { from: NOW - 250 * DAY_MS, to: NOW - 60 * DAY_MS }), [4, 4]);
    assert.deepEqual(await findDifferences(main), []);
    await packDays(main, 1, TODAY);
    assert.equal(await changesIn(main), 0);
    assert.deepEqual(await countedIn(main), [9, 9]);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('loses removed answers, with their segment where it has no other', async () => {
    const store = await acme(200);
    const { main } = store;
    await importAt(store, 100, 99, 3);
    const remove = (ids: readonly number[]) =>
      main.transaction().execute((each) => deleteAnswers(each, 1, ids));
    const ids = await main.selectFrom('answers').select('id').orderBy('collected_at').execute();
    const [alone, first] = ids.map(({ id }) => id);
    await remove([alone as number, first as number]);
    assert.deepEqual(await countedIn(main), [2, 2]);
    assert.deepEqual(await findDifferences(main), []);
    await packDays(main, 1, TODAY);
    assert.deepEqual(await daysIn(main), [[99, 3, 2]]);
    assert.deepEqual(await countedIn(main), [2, 2]);
    await importAt(store, 0);
    await remove([await newestAnswer(main)]);
    assert.deepEqual(await countedIn(main), [2, 2]);
    await packDays(main, 1, TODAY + 1);
    assert.deepEqual([await changesIn(main), await countedIn(main)], [0, [2, 2]]);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('of an aborted transaction was never seen, although its version is used again', async () => {
    const { main } = await acme(5, 4, 3);
    const packing = async (db: Database, isTaken: boolean) =>
      await db.transaction().execute(async (transaction) => {
        if (isTaken) await deleteAnswers(transaction, 1, [await newestAnswer(transaction)]);
        else await lockBrand(transaction, 1);
        await packDays(transaction, 1, TODAY);
        const [segment] = await listSegments(transaction, 1);
        const counts = await countedIn(transaction);
        if (isTaken) throw new Error(`v${segment?.version} has ${counts}`);
        return `v${segment?.version} has ${counts}`;
      });
    const before = (await brandStateOf(main, 1)).version;
    await assert.rejects(packing(main, true), { message: `v${before + 2} has 2,2` });
    assert.equal(await packing(main, false), `v${before + 2} has 3,3`);
    assert.deepEqual(await countedIn(main), [3, 3]);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('in an old snapshot is the old one, after any writes and reads since', async () => {
    const store = await acme(5, 4, 3, 0);
    const { main, url } = store;
    const other = await openStore(url);
    try {
      await inSnapshot(main, async (snapshot) => {
        assert.deepEqual(await countedIn(snapshot), [4, 4]);
        await pipelineOn({ ...other, main: other.main }).importLines([4, 0].map((ago) => answerAt(ago)));
        await packDays(other.main, 1, TODAY + 1);
        assert.deepEqual(await countedIn(main), [6, 6]);
        assert.deepEqual(await countedIn(snapshot), [4, 4]);
        assert.deepEqual(await countedIn(main), [6, 6]);
      });
    } finally {
      await other.close();
    }
  });

  test('is the same for two processes, with any writer and packer', async () => {
    const store = await acme(5, 4, 3, 0);
    const other = await openStore(store.url);
    try {
      const [one, two] = [store.main, other.main];
      for (const [index, db] of [one, two, one, two].entries()) {
        await pipelineOn({ ...store, main: db }).importLines([answerAt(4), answerAt(0)]);
        const counts = [6 + 2 * index, 6 + 2 * index];
        assert.deepEqual([await countedIn(one), await countedIn(two)], [counts, counts]);
        await packDays(db, 1, TODAY - 1 + (index % 2));
        assert.deepEqual([await countedIn(one), await countedIn(two)], [counts, counts]);
      }
      assert.deepEqual(await findDifferences(two), []);
    } finally {
      await other.close();
    }
  });

  test('can be read while another transaction of this process writes', async () => {
    const { main } = await acme(5);
    await main.transaction().execute(async (transaction) => {
      await lockBrand(transaction, 1);
      assert.deepEqual(await countedIn(main), [1, 1]);
    });
  });

  test('of concurrent reports is decoded once, and none with a full cache is wrong', async () => {
    const store = await acme(300);
    const { main } = store;
    for (const ago of [200, 100, 0]) await importAt(store, ago);
    const expected = [4, 4];
    const all = await Promise.all([1, 2, 3, 4].map(() => countedIn(main)));
    assert.deepEqual(all, [expected, expected, expected, expected]);
    assert.equal(panelCacheOf(main).counts.misses, 4);
    limitPanelCache(main, 1);
    assert.deepEqual(await Promise.all([countedIn(main), countedIn(main)]), [expected, expected]);
    assert.equal(panelCacheOf(main).counts.bytes, 0);
  });

  test('over years of history has few segments', async () => {
    const { main } = await acme(...Array.from({ length: 60 }, (_, index) => 30 * index));
    await packAll({ db: main, now: () => NOW });
    assert.ok((await listSegments(main, 1)).length < 4);
    assert.equal(await changesIn(main), 1);
    assert.deepEqual(await countedIn(main), [60, 60]);
    assert.deepEqual(await findDifferences(main), []);
  });

  test('is packed again where answers came late, though no other day is due', async () => {
    const store = await acme(20, 10);
    const deps = { db: store.main, now: () => NOW };
    await packAll(deps);
    assert.equal(await packAll(deps), 0);
    await importAt(store, 15, 10);
    assert.equal(await packAll(deps), 1);
    assert.deepEqual([await changesIn(store.main), await countedIn(store.main)], [0, [4, 4]]);
  });

  test('is packed in between only where much is due', async () => {
    const { main } = await acme(5, 3);
    await packImported({ db: main, now: () => NOW }, 1);
    await repackIfMany(main, 1);
    assert.equal(await changesIn(main), 2);
  });
};
