import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addToCounts,
  answersNumbered,
  COUNT_TABLES,
  takeFromCounts,
} from '../../src/storage/answers/counts.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { onEveryStore } from '../support/stores.ts';
import { contentsOf, countsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

/** Two brands with answers of several days, and the ids of the first brand's. */
async function countedStore(fresh: () => Promise<Store>) {
  const store = await fresh();
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, { id: 'other', name: 'Other' }]));
  const citations = [{ url: 'https://acme.example/' }, { url: 'https://acme.example/b' }];
  await importLines(
    Array.from({ length: 6 }, (_, day) => [
      line({ answer: 'Acme', citations, collected_at: iso(NOW - day * DAY_MS) }),
      line({ brand: 'other', answer: 'Other', citations }),
    ]).flat(),
  );
  const { answers, brands } = await contentsOf(store.main);
  const acme = brands.find((row) => row.public_id === 'acme');
  const ids = answers.filter((row) => row.brand_id === acme?.id).map((row) => Number(row.id));
  return { store, brandId: Number(acme?.id), ids };
}

onEveryStore('counts of some answers', (fresh) => {
  test('taken out and put in again are the same', async () => {
    const { store, brandId, ids } = await countedStore(fresh);
    const before = await countsOf(store.main);
    const batch = answersNumbered(brandId, ids.slice(0, 3));
    for (const table of COUNT_TABLES) await takeFromCounts(store.main, table, batch);
    assert.notDeepEqual(await countsOf(store.main), before);
    for (const table of COUNT_TABLES) await addToCounts(store.main, table, batch);
    assert.deepEqual(await countsOf(store.main), before);
  });

  test('when removed leave no row of zeros behind, and do not affect another brand', async () => {
    const { store, brandId, ids } = await countedStore(fresh);
    const before = await contentsOf(store.main);
    for (const table of COUNT_TABLES) {
      await takeFromCounts(store.main, table, answersNumbered(brandId, ids));
      const others = before[table.name].filter((row) => row.brand_id !== brandId);
      assert.deepEqual((await contentsOf(store.main))[table.name], others);
    }
  });
});
