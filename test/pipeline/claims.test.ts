import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { listBrandsWithDueJobs } from '../../src/storage/collect/jobs.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, pipelineOn } from '../support/world.ts';

const promptsOf = (brand: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `${brand} question ${index}?` }));

/** Brands with this many due questions to ChatGPT each. */
async function storeWith(store: TestStore, questions: Record<string, number>): Promise<number> {
  const brands = Object.entries(questions).map(([id, count]) => ({
    ...ACME_BRAND,
    id,
    name: id,
    domain: `${id}.example`,
    competitors: [],
    engines: ['chatgpt'],
    prompts: promptsOf(id, count),
  }));
  await pipelineOn(store).apply(acmeFile(brands, { plan: { name: 'growth', prompts_included: 1000 } }));
  const now = morning().at;
  await planNow(store.main, now);
  return now;
}

onReusedStore('claiming jobs', (fresh) => {
  const stubOf = stubsOfSuite();

  test('a brand with many questions keeps none with few waiting', async () => {
    const store = await fresh();
    await storeWith(store, { big: 15, small: 3 });
    const stub = await stubOf(() => ({ body: SHORT_ANSWER }));
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: morning(), isPlanned: true });
    const ofSmall = stub.requests.flatMap(({ body }, index) => (/^small/.test(body.input) ? [index] : []));
    assert.equal(stub.requests.length, 18);
    assert.ok((ofSmall.at(-1) ?? 99) < 7, `asked as numbers ${ofSmall} of 18`);
  });

  test('the brand that waits longest comes first, and one without work is absent', async () => {
    const store = await fresh();
    const now = await storeWith(store, { one: 1, two: 1, none: 0 });
    const [one = 0, two = 0] = (
      await store.main.selectFrom('brands').select('id').orderBy('id').execute()
    ).map(({ id }) => id);
    const due = { engine: 'chatgpt', now, beforeDay: null };
    await store.main
      .updateTable('jobs')
      .set({ next_at: now - 1 })
      .where('brand_id', '=', two)
      .execute();
    assert.deepEqual(await listBrandsWithDueJobs(store.main, due), [two, one]);
    assert.deepEqual(await listBrandsWithDueJobs(store.main, { ...due, beforeDay: 1 }), []);
    assert.deepEqual(await listBrandsWithDueJobs(store.main, { ...due, engine: 'claude' }), []);
  });
});
