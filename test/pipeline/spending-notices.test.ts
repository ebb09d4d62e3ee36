import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSpendingNotices, spendingNotices } from '../../src/pipeline/collect/spending-notices.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, NOW, setUp } from '../support/world.ts';

const TODAY = Math.floor(NOW / DAY_MS);
const FIRST = Math.floor(Date.UTC(2026, 10, 1) / DAY_MS);

onReusedStore("the notice about a month's costs", (fresh) => {
  /** A ceiling of $1 a day in November, which has 30 days. */
  async function spentOn(days: Readonly<Record<number, number>>, ceiling: number | null = 1_000_000) {
    const { store } = await setUp(fresh);
    const organization_id = 1;
    await store.main.updateTable('organizations').set({ micros_per_day: ceiling }).execute();
    const rows = Object.entries(days).map(([day, micros]) => ({
      organization_id,
      day: Number(day),
      calls: 1,
      micros,
    }));
    await store.main.insertInto('spending').values(rows).execute();
    return store;
  }

  test("appears from four fifths of the ceiling on, over this month's days alone", async () => {
    const almost = await spentOn({ [FIRST - 1]: 9_000_000, [FIRST]: 12_000_000, [TODAY]: 11_999_999 });
    assert.deepEqual(await spendingNotices(almost.main, NOW), []);
    const store = await spentOn({ [FIRST]: 12_000_000, [TODAY]: 12_000_000 });
    const [told] = await spendingNotices(store.main, NOW);
    assert.match(
      told?.notice ?? '',
      /^Acme Inc has spent \$24\.00 of the \$30\.00 that the ceiling allows in this month$/,
    );
  });

  test('never appears without a ceiling', async () =>
    assert.deepEqual(await spendingNotices((await spentOn({ [TODAY]: 90_000_000 }, null)).main, NOW), []));

  test('is logged once a month, by one process', async () => {
    const store = await spentOn({ [TODAY]: 25_000_000 });
    const other = await openStore(store.url);
    const told = await Promise.all([store, other].map(({ main }) => newSpendingNotices(main, NOW)));
    assert.equal(told.flat().length, 1);
    assert.deepEqual(await newSpendingNotices(store.main, NOW), []);
    await nextMonth(store);
    assert.equal((await newSpendingNotices(store.main, NOW + 20 * DAY_MS)).length, 1);
    await other.close();
  });
});

async function nextMonth(store: TestStore): Promise<void> {
  const row = { organization_id: 1, day: TODAY + 20, calls: 1, micros: 25_000_000 };
  await store.main.insertInto('spending').values(row).execute();
}
