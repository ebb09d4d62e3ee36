import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeUnavailable } from '../../src/domain/errors.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import type { EngineAdapter } from '../../src/engines/engine.ts';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { reparse } from '../../src/pipeline/collect/reparse.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { failingStore, isOn } from '../support/failing-store.ts';
import { packExactly } from '../support/packing.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, acmeWith, line, pipelineOn, random, setUp } from '../support/world.ts';

/** ChatGPT with a parser that finds its searches. */
function searching(searches: readonly string[]): EngineAdapter {
  return {
    ...chatgpt,
    read: (replies) => {
      const reading = chatgpt.read(replies);
      return 'fault' in reading ? reading : { ...reading, searches };
    },
  };
}

const QUERIES = ['Best  anvils 2026', ' best  ANVILS 2026 ', ' ', 'anvil reviews'];

onReusedStore("an engine's searches", (fresh) => {
  const stubOf = stubsOfSuite();

  async function acmeOn(prompts = ['best anvils']): Promise<TestStore> {
    const brand = { ...ACME_BRAND, engines: ['chatgpt'], prompts: prompts.map((text) => ({ text })) };
    const { store } = await setUp(fresh, acmeFile([brand]));
    return store;
  }

  async function collectBy(store: TestStore, adapter: EngineAdapter): Promise<void> {
    const stub = await stubOf(() => ({ body: fixture('chatgpt', 'ok') }));
    await collectOn(store, [readyAt(adapter, stub.baseUrl)]);
  }

  const searches = async (store: TestStore) => {
    const rows = await store.main
      .selectFrom('searches')
      .innerJoin('search_queries as q', (join) =>
        join.onRef('q.brand_id', '=', 'searches.brand_id').onRef('q.id', '=', 'query_id'),
      )
      .select(['position', 'query', 'q.folded', 'first_of_query'])
      .orderBy('answer_id')
      .orderBy('position')
      .execute();
    return rows.map((row) => [row.position, row.query, row.folded, row.first_of_query]);
  };
  test('keep their order and spelling, and count once per answer whatever their case', async () => {
    const store = await acmeOn();
    await collectBy(store, searching(QUERIES));
    assert.deepEqual(await searches(store), [
      [1, 'Best  anvils 2026', 'best  anvils 2026', 1],
      [2, ' best  ANVILS 2026 ', 'best  anvils 2026', 0],
      [3, 'anvil reviews', 'anvil reviews', 1],
    ]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('--reparse fills them in for an answer read before, and resumes after an interruption', async () => {
    const store = await acmeOn(['a', 'b', 'c']);
    await collectBy(store, searching([]));
    await store.main.updateTable('answers').set({ searches_known: 0 }).execute();
    await packExactly(store.main, 1, 0);
    let left = 2;
    const dying = failingStore(store, (node) => {
      if (isOn(node, 'UpdateQueryNode', 'searches_known')) left -= 1;
      return left < 0 ? storeUnavailable(new Error('killed')) : null;
    });
    const deps = { db: store.main, random, adapters: [searching(['anvil reviews'])] };
    await assert.rejects(reparse({ ...deps, db: dying.main }));
    assert.equal((await searches(store)).length, 2);
    assert.deepEqual(await findDifferences(store.main), []);
    assert.equal((await reparse(deps))[0]?.searches_filled, 1);
    assert.equal((await reparse(deps))[0]?.searches_filled, 0);
    assert.equal((await searches(store)).length, 3);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  for (const [slug, name, queries] of [
    ['chatgpt', 'ok', ['best project management software small agency 2026']],
    [
      'claude',
      'findings_before_search',
      ['tandemly price 2026', 'kestrel boards price 2026', 'tandemly kestrel boards review'],
    ],
    ['gemini', 'ok', ['best project management software small agency 2026']],
    ['perplexity', 'ok', ['best project management software small agency 2026']],
    ['grok', 'ok', ['best project management software small agency 2026']],
    ['mistral', 'ok', ['best project management software small agency']],
    ['chatgpt_app', 'ok', ['project management software small agency 2026', 'Tandemly pricing']],
    ['google_ai_mode', 'ok', []],
  ] as const) {
    test(`${slug}: stored as sent, and the same from replies of a store that did not have them`, async () => {
      const adapter = ADAPTERS.find((each) => each.slug === slug);
      assert.ok(adapter);
      const { store } = await setUp(fresh, acmeWith({ engines: [slug], prompts: [{ text: 'best anvils' }] }));
      const stub = await stubOf(({ method }) =>
        method === 'GET' ? { status: 404 } : { body: fixture(slug, name) },
      );
      await collectOn(store, [readyAt(adapter, stub.baseUrl)]);
      const kept = await searches(store);
      const found = kept.map(([position, query]) => [position, query]);
      assert.deepEqual(
        found,
        queries.map((query, index) => [index + 1, query]),
      );
      for (const table of ['searches', 'search_queries'] as const)
        await store.main.deleteFrom(table).execute();
      await store.main.updateTable('answers').set({ searches_known: 0 }).execute();
      assert.equal((await reparse({ db: store.main, random }))[0]?.searches_filled, 1);
      assert.deepEqual(await searches(store), kept);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  }

  test("of a brand stay when another brand's are read", async () => {
    const store = await acmeOn();
    await collectBy(store, searching(['anvil reviews']));
    await store.main.updateTable('answers').set({ searches_known: 0 }).execute();
    await store.main.deleteFrom('searches').execute();
    const bolt = {
      id: 'bolt',
      name: 'Bolt',
      configured: true,
      engines: ['chatgpt'],
      prompts: [{ text: 'bolts' }],
    };
    await pipelineOn(store).apply({ organizations: [{ name: 'Bolt Ltd', brands: [bolt] }] });
    const deps = { db: store.main, random, adapters: [searching(['anvil reviews'])] };
    assert.deepEqual(pluck(await reparse(deps, { brand: 'bolt' }), 'brand', 'searches_filled'), [
      ['bolt', 0],
    ]);
    assert.deepEqual(await searches(store), []);
    assert.equal((await reparse(deps))[0]?.searches_filled, 1);
  });

  test('verify finds a missing search', async () => {
    const store = await acmeOn();
    await collectBy(store, searching(QUERIES));
    await store.main.deleteFrom('searches').where('position', '=', 3).execute();
    const found = (await findDifferences(store.main)).map(({ check }) => check);
    assert.deepEqual(found, ['panel']);
  });

  test('imported with a line; unknown without it', async () => {
    const store = await acmeOn();
    await pipelineOn(store).importLines([
      line({ answer: 'Acme', external_id: '1', searches: ['anvils', 'anvils', 'Anvils'] }),
      line({ answer: 'Acme', external_id: '2', searches: [] }),
      line({ answer: 'Acme', external_id: '3' }),
    ]);
    assert.deepEqual(await searches(store), [
      [1, 'anvils', 'anvils', 1],
      [2, 'Anvils', 'anvils', 0],
    ]);
    const known = await store.main.selectFrom('answers').select('searches_known').orderBy('id').execute();
    assert.deepEqual(pluck(known, 'searches_known'), [1, 1, 0]);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});
