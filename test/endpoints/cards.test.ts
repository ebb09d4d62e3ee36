import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RateOfQuestions } from '../../src/domain/figures/rate.ts';
import { answers } from '../../src/reports/answers/answers.ts';
import { cards } from '../../src/reports/cards/cards.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeWith, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(answers, cards, sources);

const ENGINES = ['chatgpt', 'chatgpt_app', 'google_ai_mode'];
const BOLT = {
  kind: 'ad',
  title: 'Bolt now',
  url: 'https://www.bolt.example/start?gclid=1',
  seller: 'Bolt Ltd',
};
const ACME = { kind: 'ad', title: 'Anvils', url: 'https://click.ads.example/1', seller: 'Acme' };

async function seen(store: TestStore, lines: readonly object[], query = '') {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(
    acmeWith({
      engines: ENGINES,
      competitors: [{ name: 'Bolt', domain: 'bolt.example' }],
      prompts: [{ text: 'best anvils', tags: ['a'] }, { text: 'other' }],
    }),
  );
  await importLines(lines);
  const { key } = await createKey();
  return await reportsOn(store).get(`/cards${query}`, key);
}

interface Row {
  readonly engine: string;
  readonly kind: 'ad' | 'product';
  readonly seller: string | null;
  readonly present: number;
}

const ofKind = (rows: readonly Row[], kind: Row['kind']) => rows.filter((row) => row.kind === kind);

const product = (title: string, more: object = {}) => ({ kind: 'product', title, ...more });

const app = (more: object) => line({ engine: 'chatgpt_app', ...more });
const many = (count: number, more: object) => Array.from({ length: count }, () => app(more));

onReusedStore('GET /cards', (fresh) => {
  test('200: counts answers, not ads, among answers with known cards', async () => {
    const { status, body } = await seen(await fresh(), [
      app({ cards: [BOLT, { ...BOLT, title: 'Again' }, ACME, { kind: 'product', title: 'Bolt 1' }] }),
      app({
        cards: [{ ...BOLT, title: 'Newest', url: 'https://bolt.example/' }],
        collected_at: iso(NOW - 1),
      }),
      ...many(3, { cards: [] }),
      app({}),
      app({ outcome: 'error' }),
    ]);
    assert.equal(status, 200);
    const { cards } = body.data;
    const [{ answers, showing_ads: ads, showing_products: products }, ...engines] = body.data.engines;
    assert.deepEqual([engines, answers], [[], 6]);
    assert.deepEqual([ads.present, ads.responses, ads.rate], [2, 5, 0.4]);
    assert.deepEqual([products.present, products.responses, products.rate], [1, 5, 0.2]);
    const [bolt, acme, ...others] = cards;
    assert.deepEqual(pluck(others, 'kind', 'title'), [['product', 'Bolt 1']]);
    assert.deepEqual(
      [
        bolt.domain,
        bolt.seller,
        bolt.title,
        bolt.owners,
        bolt.yours,
        bolt.present,
        bolt.responses,
        bolt.rate,
      ],
      ['bolt.example', 'Bolt Ltd', 'Newest', ['Bolt'], false, 2, 5, 0.4],
    );
    assert.equal(bolt.newest_at, iso(NOW - 1));
    assert.match(bolt.newest_answer, /^ans_/);
    assert.deepEqual(
      [acme.domain, acme.owners, acme.yours, acme.present],
      ['click.ads.example', ['Acme'], true, 1],
    );
    assert.equal(body.meta.answers_unknown, 1);
    assert.match(body.meta.note, /The cards in 1 answer are unknown/);
  });

  test('200: null for an engine whose replies have none, and no rate where cards are unknown', async () => {
    const { body } = await seen(await fresh(), [
      ...Array.from({ length: 6 }, () => line({ engine: 'chatgpt' })),
      ...many(6, {}),
      line({ engine: 'google_ai_mode', cards: [] }),
    ]);
    const showing = Object.fromEntries(
      body.data.engines.map((row: { engine: string; showing_ads: unknown }) => [row.engine, row.showing_ads]),
    ) as Record<'chatgpt' | 'chatgpt_app' | 'google_ai_mode', RateOfQuestions>;
    assert.equal(showing.chatgpt, null);
    const { chatgpt_app: known, google_ai_mode: few } = showing;
    assert.deepEqual([known.present, known.responses, known.rate, known.interval], [0, 0, null, null]);
    assert.deepEqual([[few.present, few.responses, few.rate], body.data.cards], [[0, 1, null], []]);
    assert.equal(body.meta.answers_unknown, 6);
  });

  test('200: an advertisement is no citation, and names nobody in the text', async () => {
    const store = await fresh();
    await seen(store, [app({ answer: 'It depends.', cards: [ACME] })]);
    const { key } = await pipelineOn(store).createKey();
    const api = reportsOn(store);
    assert.deepEqual((await api.get('/sources', key)).body.data, []);
    assert.equal((await api.get('/answers?names=self', key)).body.data.length, 0);
  });

  test('200: respects the window, the engine, and the questions', async () => {
    const lines = [
      app({ cards: [BOLT] }),
      app({ cards: [ACME], prompt: 'other' }),
      line({ engine: 'google_ai_mode', cards: [BOLT] }),
      app({ cards: [ACME], collected_at: iso(NOW - 8 * DAY_MS) }),
    ];
    const store = await fresh();
    await seen(store, lines);
    const { key } = await pipelineOn(store).createKey();
    const rows = async (query: string) => {
      const { body } = await reportsOn(store).get(`/cards${query}`, key);
      return body.data.cards.map((row: Row) => `${row.engine} ${row.seller} ${row.present}`);
    };
    assert.deepEqual(await rows('?days=30'), [
      'chatgpt_app Acme 2',
      'chatgpt_app Bolt Ltd 1',
      'google_ai_mode Bolt Ltd 1',
    ]);
    assert.deepEqual(await rows('?days=7&engine=chatgpt_app'), [
      'chatgpt_app Bolt Ltd 1',
      'chatgpt_app Acme 1',
    ]);
    assert.deepEqual(await rows('?days=7&tag=a'), ['chatgpt_app Bolt Ltd 1', 'google_ai_mode Bolt Ltd 1']);
  });

  test('200: a product of a merchant, with its place among products, its newest price, and whose it is', async () => {
    const forge = { seller: 'Forge Shop', url: 'https://forge.example/anvil' };
    const { body } = await seen(await fresh(), [
      app({
        cards: [
          { kind: 'ad', title: 'First on the page', url: 'https://ads.example' },
          product('Acme Anvil 20', { ...forge, price: '129 USD' }),
          product('Plain anvil', { seller: 'Forge Shop', price: '9 USD' }),
        ],
      }),
      app({
        cards: [
          product('Plain anvil', { seller: 'Other' }),
          product('ACME anvil 20', { ...forge, price: '119 USD' }),
        ],
        collected_at: iso(NOW - 1),
      }),
      app({ cards: [product('Anvil of the house', { url: 'https://shop.acme.example/1' })] }),
      ...many(2, { cards: [] }),
    ]);
    const rows = ofKind(body.data.cards, 'product').map((row: object) => {
      const { title, seller, price, prices, position, owners, yours, present, rate } = row as Record<
        string,
        unknown
      >;
      return [title, seller, price, prices, position, owners, yours, present, rate];
    });
    assert.deepEqual(rows, [
      ['ACME anvil 20', 'Forge Shop', '119 USD', 2, 1.5, ['Acme'], true, 2, 0.4],
      ['Anvil of the house', null, null, 0, 1, ['Acme'], true, 1, 0.2],
      ['Plain anvil', 'Forge Shop', '9 USD', 1, 2, [], false, 1, 0.2],
      ['Plain anvil', 'Other', null, 0, 1, [], false, 1, 0.2],
    ]);
  });

  test('CSV: not applicable is empty', async () => {
    const store = await fresh();
    await seen(store, [app({ cards: [] }), line({ engine: 'chatgpt' })]);
    const { key } = await pipelineOn(store).createKey();
    assert.match(await reportsOn(store).csv('/cards', key), /^engines,.*chatgpt,ChatGPT \(API\),1,,,/m);
  });
});
