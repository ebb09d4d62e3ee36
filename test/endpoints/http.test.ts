import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesFrom, seeded } from '../../bench/data/random.ts';
import { importAnswers } from '../../src/pipeline/intake/ingest.ts';
import { watch } from '../../src/pipeline/watch/watch.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { type Api, apiOn } from '../support/api.ts';
import { assertQuotaHeaders } from '../support/refusals.ts';
import { reportsAmong } from '../support/reports.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, bytesOf, DAY_MS, HOUR_MS, iso, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(...REPORTS);

const BRAND = {
  ...ACME_BRAND,
  engines: ['chatgpt', 'chatgpt_app'],
  facts: [{ name: 'Founded', type: 'year', values: [2012], about: ['founded'] }],
  prompts: [{ text: 'best anvils', tags: ['buying'] }, { text: 'cheap anvils' }],
};
const TEXTS = [
  '1. **Bolt**: fast.\n2. **Acme**: our top pick, easy to use.\n3. **Zorblat**: cheap.',
  'Acme was founded in 2015. Acme is easy to use.',
  'Bolt is overpriced.',
  'It depends.',
];
const CARDS = [
  { kind: 'ad', title: 'Bolt now', url: 'https://bolt.example/start', seller: 'Bolt Ltd' },
  { kind: 'product', title: 'Anvil', url: 'https://acme.example/anvil', seller: 'Acme', price: '$12' },
];

/** Two prompts' answers on six days before and after a week ago, with everything that an answer can have. */
const LINES = Array.from({ length: 24 }, (_, index) => ({
  brand: 'acme',
  engine: index % 4 === 3 ? 'chatgpt_app' : 'chatgpt',
  prompt: index % 2 === 0 ? 'best anvils' : 'cheap anvils',
  collected_at: iso(NOW - HOUR_MS - (index >> 1) * DAY_MS - index),
  external_id: String(index),
  model: 'model-1',
  answer: TEXTS[index % 3 === 0 ? 0 : index % TEXTS.length],
  citations: [{ url: `https://www.${index % 2 === 0 ? 'acme' : 'rank'}.example/${index % 5}` }],
  searches: ['anvils 2026'],
  ...(index % 4 === 3 && { cards: CARDS }),
}));

/** What each report gave on the database before. */
const earlier = new Map<string, unknown>();

onEveryStore('over HTTP', (fresh) => {
  let store: TestStore;
  let api: Api;
  let key: string;

  before(async () => {
    store = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile([BRAND]));
    // The same ids on both databases.
    const deps = { db: store.main, now: () => NOW, random: bytesFrom(seeded(1)) };
    await importAnswers(deps, bytesOf(LINES));
    await watch(deps, { at: NOW });
    ({ key } = await createKey());
    api = apiOn(store);
  });

  for (const { name, query } of REPORTS) {
    const path = 'days' in query ? `/${name}?days=28` : `/${name}`;
    test(`GET /${name} gives the report, the same on both databases`, async () => {
      const { status, headers, body } = await api.get(path, key);
      assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8']);
      assert.equal(headers['cache-control'], 'private, no-cache');
      assert.match(String(headers.etag), /^W?\/?".+"$/);
      assertQuotaHeaders({ status, headers, body, text: '' });
      assert.deepEqual(Object.keys(body), ['data', 'meta']);
      if (name === 'me') {
        // The only report about its own request.
        assert.equal(body.data.rate_limit.remaining, Number(headers['x-ratelimit-remaining']));
        body.data.rate_limit.remaining = 300;
      }
      assert.deepEqual(body, (await reportsOn(store).get(path, key)).body);
      assert.deepEqual(body, earlier.get(name) ?? body);
      earlier.set(name, body);
    });
  }

  test('HEAD is GET without the body', async () => {
    const url = '/api/v1/visibility';
    const got = await api.app.inject({ method: 'GET', url, headers: { 'x-api-key': key } });
    const head = await api.app.inject({ method: 'HEAD', url, headers: { 'x-api-key': key } });
    assert.deepEqual([head.statusCode, head.payload, head.headers.etag], [200, '', got.headers.etag]);
  });
});

test('the common data set has something for every report but those that need a model, a log, pages, another tool, or more answers', () => {
  const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
  const isEmpty = (data: object) => isEmptyList(data) || Object.values(data).every(isEmptyList);
  const empty = [...earlier]
    .filter(([, body]) => isEmpty((body as { data: object }).data))
    .map(([name]) => name);
  assert.deepEqual(empty.toSorted(), [
    'alerts',
    'changes',
    'crawls',
    'facts',
    'reconcile',
    'said',
    'todo',
    'visits',
  ]);
});
