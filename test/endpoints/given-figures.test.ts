import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { dayOf } from '../../src/domain/time/period.ts';
import { readGivenFile, storeGivenFile } from '../../src/pipeline/traffic/given-files.ts';
import { coverage } from '../../src/reports/traffic/coverage.ts';
import { funnel } from '../../src/reports/traffic/funnel.ts';
import { visits } from '../../src/reports/traffic/visits.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { storeLog } from '../support/traffic.ts';
import { acmeFile, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(coverage, funnel, visits);
const ACME = { id: 1, publicId: 'acme', organizationId: 1 };
const DAYS = { first: dayOf(NOW) - 3, last: dayOf(NOW) - 2 };

const PAGES = 'Page,Citations\nhttps://acme.example/pricing,3\nhttps://acme.example/empty,\n';
const IMPRESSIONS = 'Page,Impressions\nhttps://acme.example/pricing,70\n';
const SESSIONS =
  'Session source / medium,Sessions\nchatgpt.com / referral,9\nchatgpt.com / cpc,2\ngoogle / organic,50\n';

onReusedStore('figures from files', (fresh) => {
  async function world(...files: readonly string[]) {
    const store = await fresh();
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile());
    // No more than the file knows of /empty.
    const crawls = [{ daysAgo: 1, page: 'acme.example/other' }];
    await storeLog(store, { days: [1, 2, 3], crawls, visits: [{ daysAgo: 2 }] });
    const deps = { db: store.main, now: () => NOW };
    for (const text of files) {
      const words = { kind: null, mapping: [], days: DAYS };
      const file = await readGivenFile(deps, 'acme', Readable.from([Buffer.from(text)]), words);
      await storeGivenFile(deps, ACME, { name: 'a.csv', by: 'Ana', actor: 'usr_ana', file });
    }
    const { key } = await createKey();
    return (path: string) => reportsOn(store).get(path, key);
  }

  const window = { from: '2026-11-17', until: '2026-11-18' };

  test('stand in the funnel by page, null where unavailable or not returned', async () => {
    const get = await world(PAGES, IMPRESSIONS);
    const { body } = await get('/funnel?days=5');
    const rows = body.data.map((row: Record<string, unknown>) => [
      ...[row.page, row.bing_citations, row.search_console_impressions],
    ]);
    assert.deepEqual(rows.sort(), [
      ['acme.example/empty', null, null],
      ['acme.example/other', null, null],
      ['acme.example/pricing', 3, 70],
    ]);
    assert.deepEqual(body.meta.given, { bing: window, search_console: window });
  });

  test('of sessions stand beside the visits of the log, in no count', async () => {
    const get = await world(SESSIONS);
    const { body } = await get('/visits?days=5');
    assert.deepEqual(
      body.data.map((row: Record<string, unknown>) => row.visits),
      [1],
    );
    const products = [{ product: 'chatgpt', product_name: 'ChatGPT', sessions: 9, paid: 2 }];
    assert.deepEqual(body.meta.ga4, { ...window, products });
  });

  test('are null in the reports without a file that has their days', async () => {
    const get = await world(PAGES, SESSIONS);
    assert.deepEqual((await get('/funnel?days=1')).body.meta.given, { bing: null, search_console: null });
    assert.equal((await get('/visits?days=1')).body.meta.ga4, null);
  });

  test('are an instrument each in the coverage, of the days of their files', async () => {
    const get = await world(PAGES, 'Date,Citations\n2026-11-19,4\n', IMPRESSIONS);
    const { body } = await get('/coverage?days=4');
    const rows = body.data
      .filter((row: Record<string, unknown>) => row.kind === 'file')
      .map((row: Record<string, unknown>) => [row.instrument, row.day, row.state]);
    assert.deepEqual(rows, [
      ['bing', '2026-11-17', 'observed'],
      ['bing', '2026-11-18', 'observed'],
      ['bing', '2026-11-19', 'observed'],
      ['bing', '2026-11-20', 'not_observed'],
      ['search_console', '2026-11-17', 'observed'],
      ['search_console', '2026-11-18', 'observed'],
      ['search_console', '2026-11-19', 'not_observed'],
      ['search_console', '2026-11-20', 'not_observed'],
    ]);
  });
});
