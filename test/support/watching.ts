import assert from 'node:assert/strict';
import { historyLines } from './history.ts';
import type { TestStore } from './stores.ts';
import { ACME_BRAND, acmeFile, pipelineOn } from './world.ts';

/** Acme on ChatGPT alone, for one comparison per kind: six on each evaluated day. */
export const CHATGPT_ONLY = {
  ...ACME_BRAND,
  engines: ['chatgpt'],
  competitors: [{ name: 'Bolt', domain: 'bolt.example' }],
};

/** Brands with a few answers each, to evaluate, and a check that each was evaluated once. */
export async function severalBrands(store: TestStore, count: number) {
  const pipeline = pipelineOn(store);
  const ids = Array.from({ length: count }, (_, index) => `brand-${index}`);
  await pipeline.apply(acmeFile(ids.map((id) => ({ ...CHATGPT_ONLY, id, name: id, aliases: [] }))));
  await pipeline.importLines(
    ids.flatMap((brand) => historyLines({ brand, from: 3, to: 0, prompts: 2, say: () => ({ acme: true }) })),
  );
  const assertEvaluatedOnce = async () => {
    assert.equal((await store.main.selectFrom('evaluations').selectAll().execute()).length, count);
    const rows = await store.main.selectFrom('comparisons').select(['brand_id', 'kind']).execute();
    assert.equal(rows.length, count * 6);
    assert.equal(new Set(rows.map((row) => `${row.brand_id} ${row.kind}`)).size, rows.length);
  };
  return { pipeline, assertEvaluatedOnce };
}
