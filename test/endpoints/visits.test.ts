import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visits } from '../../src/reports/traffic/visits.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { daysAgo, type Log, storeLog } from '../support/traffic.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(visits);

onReusedStore('GET /visits', (fresh) => {
  async function get(log: Log | null, query = '') {
    const store: TestStore = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile());
    if (log) await storeLog(store, log);
    const { key } = await createKey();
    return await reportsOn(store).get(`/visits${query}`, key);
  }

  const LOG: Log = {
    days: daysAgo(20, 1),
    visits: [
      { daysAgo: 3, times: 4 },
      { daysAgo: 2, evidence: 'utm', page: 'acme.example' },
      { daysAgo: 2, evidence: 'utm', paid: true, times: 2 },
      { daysAgo: 1, product: 'perplexity' },
      { daysAgo: 12, times: 3 },
    ],
  };
  const figures = (fields: readonly string[], data: readonly Record<string, unknown>[]) =>
    data.map((row) => fields.map((name) => row[name]));

  test('200: by product and evidence, paid ones apart', async () => {
    const { status, body } = await get(LOG, '?days=9');
    assert.equal(status, 200);
    assert.deepEqual(figures(['product_name', 'evidence', 'visits', 'paid'], body.data), [
      ['ChatGPT', 'referrer', 4, 0],
      ['ChatGPT', 'utm', 1, 2],
      ['Perplexity', 'referrer', 1, 0],
    ]);
  });

  test('200: by page and product, of one product', async () => {
    const { body } = await get(LOG, '?days=9&by=page&product=chatgpt');
    assert.deepEqual(figures(['page', 'product', 'visits', 'paid'], body.data), [
      ['acme.example/pricing', 'chatgpt', 4, 2],
      ['acme.example', 'chatgpt', 1, 0],
    ]);
  });

  test('200: by day, null without a log', async () => {
    const { body } = await get({ ...LOG, days: [3, 1] }, '?by=day&days=4');
    assert.deepEqual(figures(['day', 'observed', 'visits'], body.data), [
      ['2026-11-17', 'observed', 4],
      ['2026-11-18', 'not_observed', null],
      ['2026-11-19', 'observed', 1],
    ]);
  });

  test('200: compared with an earlier window', async () => {
    const { body } = await get(LOG, '?days=9&compare=previous');
    assert.deepEqual(
      body.data.map(({ compared }: { compared: { visits: number; gate: string } }) => [
        compared.visits,
        compared.gate,
      ]),
      [
        [3, null],
        [0, null],
        [0, null],
      ],
    );
  });

  test('200: no log is no row', async () => {
    const { body } = await get(null);
    assert.deepEqual(body.data, []);
    assert.match(body.meta.note, /sightline logs import/);
  });
});
