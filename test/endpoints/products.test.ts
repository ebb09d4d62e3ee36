import assert from 'node:assert/strict';
import { test } from 'node:test';
import { products } from '../../src/reports/cards/products.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(products);

const app = (cards: readonly object[] | undefined, hoursAgo = 1) =>
  line({ engine: 'chatgpt_app', collected_at: iso(NOW - hoursAgo * 3_600_000), ...(cards ? { cards } : {}) });
const product = (title: string, more: object = {}) => ({ kind: 'product', title, ...more });

async function seen(store: TestStore, lines: readonly object[]) {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile([{ ...ACME_BRAND, engines: ['chatgpt_app', 'claude'] }]));
  await importLines(lines);
  const { key } = await createKey();
  return { api: reportsOn(store), key };
}

onReusedStore('GET /products', (fresh) => {
  test('200: a product of a merchant, with its place among products, its newest price, and whose it is', async () => {
    const forge = { seller: 'Forge Shop', url: 'https://forge.example/anvil' };
    const { api, key } = await seen(await fresh(), [
      app([
        { kind: 'ad', title: 'First on the page', url: 'https://ads.example' },
        product('Acme Anvil 20', { ...forge, price: '129 USD' }),
        product('Plain anvil', { seller: 'Forge Shop', price: '9 USD' }),
      ]),
      app(
        [
          product('Plain anvil', { seller: 'Other' }),
          product('ACME anvil 20', { ...forge, price: '119 USD' }),
        ],
        0,
      ),
      app([product('Anvil of the house', { url: 'https://shop.acme.example/1' })]),
      app([]),
      app([]),
    ]);
    const { status, body } = await api.get('/products', key);
    assert.equal(status, 200);
    const rows = body.data.products.map((row: Record<string, unknown>) => [
      row.title,
      row.merchant,
      row.price,
      row.prices,
      row.position,
      row.owners,
      row.yours,
      row.present,
      row.rate,
    ]);
    assert.deepEqual(rows, [
      ['ACME anvil 20', 'Forge Shop', '119 USD', 2, 1.5, ['Acme'], true, 2, 0.4],
      ['Anvil of the house', null, null, 0, 1, ['Acme'], true, 1, 0.2],
      ['Plain anvil', 'Forge Shop', '9 USD', 1, 2, [], false, 1, 0.2],
      ['Plain anvil', 'Other', null, 0, 1, [], false, 1, 0.2],
    ]);
    assert.deepEqual([body.data.engines[0].showing.present, body.data.engines[0].showing.responses], [3, 5]);
  });

  test('200: below five answers with known cards there is no rate, and unknown is not zero', async () => {
    const { api, key } = await seen(await fresh(), [
      app([product('Anvil')]),
      app(undefined),
      line({ engine: 'claude' }),
    ]);
    const { body } = await api.get('/products', key);
    assert.deepEqual([body.data.products[0].present, body.data.products[0].rate], [1, null]);
    const claude = body.data.engines.find(({ engine }: { engine: string }) => engine === 'claude');
    assert.equal(claude.showing, null);
    const text = await api.csv('/products', key);
    assert.match(text, /^engines,.*claude,Claude \(API\),1,,,/m);
  });
});
