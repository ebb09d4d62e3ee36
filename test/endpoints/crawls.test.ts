import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawls } from '../../src/reports/traffic/crawls.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { daysAgo, type Log, storeLog } from '../support/traffic.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(crawls);

onReusedStore('GET /crawls', (fresh) => {
  async function storeWith(log?: Log): Promise<TestStore> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    if (log) await storeLog(store, log);
    return store;
  }

  async function get(store: TestStore, query = '') {
    const { key } = await pipelineOn(store).createKey();
    return await reportsOn(store).get(`/crawls${query}`, key);
  }

  const LOG: Log = {
    days: daysAgo(9, 1),
    crawls: [
      { daysAgo: 3, times: 2 },
      { daysAgo: 1, page: 'acme.example/docs', status: 'refused' },
      { daysAgo: 1, page: 'acme.example/robots.txt', path: 'robots', times: 7 },
      { daysAgo: 2, verdict: 'spoofed' },
      { daysAgo: 2, crawler: 'OAI-SearchBot', page: '' },
    ],
  };

  test('200: by crawler and verdict, without robots.txt, and with names that never make a request', async () => {
    const { status, body } = await get(await storeWith(LOG), '?days=9');
    assert.equal(status, 200);
    const shown = body.data.map((row: Record<string, unknown>) =>
      ['crawler', 'purpose', 'verdict', 'requests', 'pages', 'refused', 'first', 'last'].map(
        (name) => row[name],
      ),
    );
    assert.deepEqual(shown, [
      ['GPTBot', 'training', 'verified', 3, 2, 1, '2026-11-17', '2026-11-19'],
      ['GPTBot', 'training', 'spoofed', 1, 1, 0, '2026-11-18', '2026-11-18'],
      ['OAI-SearchBot', 'search', 'verified', 1, 0, 0, '2026-11-18', '2026-11-18'],
      ['Google-Extended', 'training', null, null, null, null, null, null],
      ['Applebot-Extended', 'training', null, null, null, null, null, null],
    ]);
    assert.deepEqual(body.meta.days, { observed: 8, partly: 0, not_observed: 0 });
  });

  test('200: all paths, of one purpose and verdict', async () => {
    const { body } = await get(await storeWith(LOG), '?paths=all&purpose=training&verdict=verified');
    assert.deepEqual(
      body.data.map(({ requests }: { requests: number }) => requests),
      [10],
    );
  });

  test('200: by page, the pages that count together last among equals', async () => {
    const { body } = await get(await storeWith(LOG), '?by=page&verdict=verified');
    assert.deepEqual(
      body.data.map((row: { page: string; requests: number }) => [row.page, row.requests]),
      [
        ['acme.example/pricing', 2],
        ['other pages', 1],
        ['acme.example/docs', 1],
      ],
    );
  });

  test('200: by day, a day without a log is null and one without requests is 0', async () => {
    const store = await storeWith({ days: [3, [1, 0b111]], crawls: [{ daysAgo: 1 }] });
    const { body } = await get(store, '?by=day&verdict=verified&days=4');
    assert.deepEqual(
      body.data.map((row: Record<string, unknown>) => [row.day, row.observed, row.requests]),
      [
        ['2026-11-17', 'observed', 0],
        ['2026-11-18', 'not_observed', null],
        ['2026-11-19', 'partly', 1],
      ],
    );
    assert.deepEqual(body.meta.days, { observed: 1, partly: 1, not_observed: 1 });
    assert.match(body.meta.note, /nothing of 1 of 3 days/);
  });

  test('200: no log is no row, and the note says how to bring one', async () => {
    const { body } = await get(await storeWith(), '?by=day');
    assert.deepEqual(body.data, []);
    assert.match(body.meta.note, /sightline logs import/);
  });

  for (const [what, days, expected] of [
    ['compares whole windows', daysAgo(20, 1), [2, null]],
    [
      'holds back a comparison with a day without a log',
      [...daysAgo(20, 9), ...daysAgo(7, 1)],
      [null, 'days_without_log'],
    ],
    [
      'holds back a comparison with an earlier window before the log',
      daysAgo(9, 1),
      [null, 'days_without_log'],
    ],
  ] as const) {
    test(`200: ${what}`, async () => {
      const store = await storeWith({
        days,
        crawls: [{ daysAgo: 2, times: 5 }, ...(days.includes(12) ? [{ daysAgo: 12, times: 2 }] : [])],
      });
      const { body } = await get(store, '?days=9&compare=previous');
      const [{ requests, compared }] = body.data;
      assert.deepEqual([requests, compared.requests, compared.gate], [5, ...expected]);
    });
  }

  test('400: an unknown crawler, with the one that was meant', async () => {
    const { status, text } = await get(await storeWith(LOG), '?crawler=GPTBott');
    assert.equal(status, 400);
    assert.match(text, /did you mean `GPTBot`/);
  });
});
