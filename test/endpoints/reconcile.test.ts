import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { reports } from '../../src/reports/index.ts';
import type { EnvelopeOf } from '../../src/reports/run/run-report.ts';
import { type Api, apiOn } from '../support/api.ts';
import { bring, daysAgo, ownLines, theirRow, theirRows } from '../support/other-tool.ts';
import { pluck } from '../support/pluck.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, iso, setUpWithKey } from '../support/world.ts';

type Reconciled = EnvelopeOf<typeof reports.reconcile>;

onEveryStore('GET /reconcile', (fresh) => {
  let api: Api;
  let apiKey: string;
  const ask = async (query: Readonly<Record<string, string>> = {}) =>
    await api.get(`/reconcile?${new URLSearchParams(query)}`, apiKey);
  const reconciled = async (query?: Readonly<Record<string, string>>) =>
    (await ask(query)).body as Reconciled;

  before(async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile(), ownLines);
    await bring(store, 'early.csv', [theirRow(40, { named: true })]);
    await bring(store, 'late.csv', [...theirRows('chatgpt'), ...theirRows('own:ChatGPT web')]);
    [api, apiKey] = [apiOn(store), key];
  });

  test('200: leads in steps from their rate to ours on the same answers, and to ours', async () => {
    const { data } = await reconciled({ engine: 'chatgpt' });
    assert.deepEqual(
      data.rates.map(({ theirs, same, ours }) =>
        [theirs, same, ours].map((each) => [each.present, each.responses]),
      ),
      [
        [
          [14, 35],
          [7, 28],
          [7, 14],
        ],
      ],
    );
    assert.deepEqual(pluck(data.steps, 'step', 'points'), [
      ['difference', -10],
      ['mention', 20],
      ['denominator', -5],
      ['days', 0],
      ['panel', -25],
      ['surface', 0],
      ['rest', 0],
    ]);
  });

  test('compares an own name with the same product, as another surface', async () => {
    const { data } = await reconciled({ engine: 'own:ChatGPT web' });
    assert.deepEqual(pluck(data.rates, 'versus'), ['chatgpt']);
    assert.deepEqual(pluck(data.steps.slice(-2), 'points', 'untold'), [
      [0, null],
      [null, 'in_surface'],
    ]);
  });

  test('quotes the five newest answers that differ, and counts positions', async () => {
    const { data } = await reconciled({ engine: 'chatgpt' });
    assert.deepEqual(
      pluck(data.quotes, 'collected_at', 'theirs', 'reason', 'sentence'),
      [1, 3, 5, 7, 9].map((day) => [
        iso(daysAgo(day)),
        true,
        'address',
        'See [the list](https://acme.example/).',
      ]),
    );
    assert.deepEqual(pluck(data.rates, 'ranked', 'only_they_rank'), [[0, 7]]);
  });

  test('takes the newest import with marks, and its last 28 days', async () => {
    const { meta } = await reconciled();
    assert.deepEqual(pluck(meta.imports, 'file_name'), ['late.csv', 'early.csv']);
    assert.equal(meta.import, meta.imports[0]?.id);
    assert.deepEqual(meta.window, { from: '2026-11-06T00:00:00.000Z', until: '2026-11-19T23:59:59.999Z' });
  });

  test('refuses an import without marks', async () => {
    assert.equal((await ask({ import: 'imp_none' })).status, 400);
  });
});
