import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { reparse } from '../../src/pipeline/collect/reparse.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn, random, setUp } from '../support/world.ts';

const APP_CARDS = [
  [1, 'product', 'Tandemly Anvil 20', 'shop.example', 'Anvil World + others', '129 USD'],
  [2, 'product', 'Kestrel [Pro] Anvil', 'shop.example', 'Forge Shop', '310 USD'],
  [3, 'ad', 'Rival', 'ads.example', 'Rival Anvils Ltd', null],
];
const AI_MODE_CARDS = [
  [1, 'ad', 'Try Plotwise', 'ads.plotwise.example', 'Plotwise', null],
  [2, 'product', 'Tandemly Wall Planner', 'shop.example', 'Paper Shop', '£24.90'],
];
const CLORO_CARDS = [
  [1, 'ad', 'Plotwise Pro', null, 'Plotwise', '$49'],
  [2, 'ad', 'Try Kestrel Boards', 'kestrel.example', null, null],
  [3, 'product', 'Tandemly Wall Planner', 'shop.example', 'Paper Shop', '£24.9'],
  [4, 'product', 'Plain planner', null, null, '9 GBP'],
];

onReusedStore("an answer's cards", (fresh) => {
  const stubOf = stubsOfSuite();

  async function asked(slug: string, body: string): Promise<TestStore> {
    const adapter = ADAPTERS.find((each) => each.slug === slug);
    assert.ok(adapter);
    const brand = { ...ACME_BRAND, engines: [slug], prompts: [{ text: 'best anvils' }] };
    const { store } = await setUp(fresh, acmeFile([brand]));
    const stub = await stubOf(({ method }) => (method === 'GET' ? { status: 404 } : { body }));
    await collectOn(store, [readyAt(adapter, stub.baseUrl)]);
    return store;
  }

  const cards = async ({ main }: TestStore) => {
    const rows = await main
      .selectFrom('cards')
      .selectAll()
      .orderBy('answer_id')
      .orderBy('position')
      .execute();
    return rows.map((row) => [row.position, row.kind, row.title, row.host, row.seller, row.price]);
  };
  const known = async ({ main }: TestStore) => {
    const rows = await main.selectFrom('answers').select('cards_known').orderBy('id').execute();
    return rows.map((row) => row.cards_known);
  };
  const answers = ({ main }: TestStore) =>
    Promise.all([
      main.selectFrom('answers').select(['id', 'text', 'reader', 'reading']).execute(),
      main.selectFrom('mentions').selectAll().orderBy('tracked_id').execute(),
      main.selectFrom('citations').selectAll().orderBy('position').execute(),
    ]);

  for (const [slug, name, expected] of [
    ['chatgpt_app', 'cards', APP_CARDS],
    ['google_ai_mode', 'partial_list', AI_MODE_CARDS],
    ['google_ai_mode', 'no_items', []],
    ['google_ai_mode_cloro', 'cards', CLORO_CARDS],
  ] as const) {
    test(`${slug}, ${name}: stored as sent, and filled in from replies of a store that did not have it`, async () => {
      const store = await asked(slug, fixture(slug, name));
      assert.deepEqual(await cards(store), expected);
      assert.deepEqual(await known(store), [1]);
      const before = await answers(store);
      assert.ok(!JSON.stringify(before[2]).includes('ads.'));
      await store.main.deleteFrom('cards').execute();
      await store.main.updateTable('answers').set({ cards_known: 0 }).execute();
      assert.equal((await reparse({ db: store.main, random }))[0]?.cards_filled, 1);
      assert.equal((await reparse({ db: store.main, random }))[0]?.cards_filled, 0);
      assert.deepEqual(await cards(store), expected);
      assert.deepEqual(await answers(store), before);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  }

  test('unknown for an engine whose replies have none, and --reparse keeps that', async () => {
    const store = await asked('chatgpt', fixture('chatgpt', 'ok'));
    assert.equal((await reparse({ db: store.main, random }))[0]?.cards_filled, 0);
    assert.deepEqual([await cards(store), await known(store)], [[], [0]]);
  });

  test('imported with a line; unknown without it; an address that is none has no host', async () => {
    const { store } = await setUp(fresh);
    const ad = { kind: 'ad', title: 'Rival', url: 'not an address' };
    const { bad_lines } = await pipelineOn(store).importLines([
      line({ external_id: '1', cards: [ad] }),
      line({ external_id: '2', cards: [] }),
      line({ external_id: '3' }),
      line({ external_id: '4', cards: [{ kind: 'banner' }] }),
      line({ external_id: '5', cards: [{ kind: 'product', price: '$9' }] }),
    ]);
    assert.equal(bad_lines, 2);
    assert.deepEqual(await known(store), [1, 1, 0]);
    assert.deepEqual(await cards(store), [[1, 'ad', 'Rival', null, null, null]]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('verify finds an answer with cards although they are unknown', async () => {
    const store = await asked('chatgpt_app', fixture('chatgpt_app', 'cards'));
    await store.main.updateTable('answers').set({ cards_known: 0 }).execute();
    await store.main.updateTable('cards').set({ collected_at: 7 }).where('position', '=', 1).execute();
    const found = (await findDifferences(store.main)).map(({ check }) => check);
    assert.deepEqual(found, ['cards', 'cards']);
  });
});
