import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FetchedPage } from '../../src/domain/web/page-facts.ts';
import { funnel } from '../../src/reports/traffic/funnel.ts';
import { savePage } from '../../src/storage/site/page-facts.ts';
import { saveSitemap } from '../../src/storage/site/sitemaps.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { daysAgo, type Log, storeLog } from '../support/traffic.ts';
import { acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(funnel);

const FETCHED: FetchedPage = {
  url: 'https://acme.example/pricing',
  fetchedAt: NOW - DAY_MS,
  status: 200,
  isReachable: true,
  problem: null,
  leadsTo: null,
  keptOut: ['GPTBot'],
  facts: {
    title: 'Pricing',
    type: 'product',
    isNoindex: true,
    canonical: null,
    published: null,
    changed: null,
  },
  named: [],
  lookedFor: '',
};

interface World {
  readonly log?: Log;
  /** Paths that answers cite, by the answers' age in days. */
  readonly cited?: readonly (readonly [daysAgo: number, path: string, engine?: string])[];
  readonly facts?: readonly FetchedPage[];
  /** Paths in the sitemap, and how many days ago it was read. */
  readonly sitemap?: { readonly paths: readonly string[]; readonly daysAgo?: number };
}

onReusedStore('GET /funnel', (fresh) => {
  async function get({ log, cited = [], facts = [], sitemap }: World, query = '?days=9') {
    const store: TestStore = await fresh();
    const { apply, importLines, createKey } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(
      cited.map(([age, path, engine = 'chatgpt'], place) =>
        line({
          engine,
          answer: `Acme ${place}`,
          collected_at: iso(NOW - age * DAY_MS - HOUR_MS),
          citations: path === '' ? [] : [{ url: `https://acme.example${path}` }],
        }),
      ),
    );
    if (log) await storeLog(store, log);
    for (const page of facts) await savePage(store.main, 1, page);
    if (sitemap !== undefined) {
      const { paths, daysAgo: age = 1 } = sitemap;
      const pages = paths.map((path) => `acme.example${path}`);
      const read = { fetchedAt: NOW - age * DAY_MS, elsewhere: 2, isWhole: true };
      await saveSitemap(store.main, 1, { host: 'acme.example', pages, ...read });
    }
    const { key } = await createKey();
    return await reportsOn(store).get(`/funnel${query}`, key);
  }

  /** Answers on each of the last days, of which some cite a page. */
  const CITED = [[30, ''], ...daysAgo(8, 0).map((age) => [age, age > 4 ? '' : '/docs'] as const)] as const;
  const LOG: Log = {
    days: daysAgo(20, 1),
    crawls: [
      { daysAgo: 6, times: 3 },
      { daysAgo: 5, crawler: 'OAI-SearchBot', page: 'acme.example/docs' },
      { daysAgo: 5, crawler: 'ChatGPT-User', page: 'acme.example/docs', status: 'refused' },
      { daysAgo: 5, page: 'acme.example/gone', status: '4xx' },
      { daysAgo: 5, page: 'acme.example/docs', verdict: 'spoofed' },
    ],
    visits: [{ daysAgo: 3, page: 'acme.example/docs', times: 2 }],
  };
  const states = (body: { data: readonly { page: string; state: string | null }[] }) =>
    Object.fromEntries(body.data.map(({ page, state }) => [page.replace('acme.example', ''), state]));

  test('200: joins what read, cited, and visited a page, and leaves out pages that the site does not have', async () => {
    const { status, body } = await get({ log: LOG, cited: CITED, facts: [FETCHED] });
    assert.equal(status, 200);
    const [docs, pricing, ...more] = body.data;
    assert.deepEqual(more, []);
    assert.deepEqual(docs, {
      page: 'acme.example/docs',
      url: 'https://acme.example/docs',
      ...{ crawls_search: 1, crawls_user: 1, crawls_training: 0, refused: 1, spoofed: 1, unverifiable: 0 },
      answers_citing_it: 5,
      ...{ visits: 2, paid: 0 },
      state: null,
      ...{ faults: null, status: null, fetched_at: null, listed_at: null },
      cited: {
        ...{ present: 5, responses: 9, rate: 0.556, min_sample: 5 },
        interval: docs.cited.interval,
        design_effect: docs.cited.design_effect,
      },
      ...{ bing_citations: null, search_console_impressions: null },
      ...{ first_crawl: '2026-11-15', first_citation: '2026-11-16', first_visit: '2026-11-17', lag_days: 1 },
    });
    assert.deepEqual(
      [pricing.page, pricing.crawls_training, pricing.state, pricing.faults],
      ['acme.example/pricing', 3, 'crawled_not_cited', ['noindex', 'robots']],
    );
    assert.deepEqual(body.meta.pages, {
      ...{ all: 2, never_cited: 1, crawled_not_cited: 1, cited_not_crawled: 0, cited_not_visited: 0 },
      not_crawled_not_cited: 0,
    });
  });

  test('200: lists a page that was only refused, and knows no crawls of one with parameters that logs leave out', async () => {
    const { body } = await get({
      log: {
        days: daysAgo(20, 1),
        crawls: [{ daysAgo: 5, page: 'acme.example/no', status: 'refused' }, { daysAgo: 5 }],
      },
      cited: [[1, '/pricing?plan=team']],
    });
    const of = (path: string) =>
      body.data.find(({ page }: { page: string }) => page === `acme.example/${path}`);
    assert.deepEqual([of('no').refused, of('no').state], [1, null]);
    const { crawls_training, visits, state } = of('pricing?plan=team');
    assert.deepEqual([crawls_training, visits, state], [null, null, null]);
    assert.match(body.meta.note, /are unknown/);
  });

  const OTHER: World = {
    log: { days: daysAgo(20, 1), crawls: [{ daysAgo: 2, page: 'acme.example/a' }] },
    cited: [...daysAgo(8, 0).map((age) => [age, '/a'] as const), [1, '/b']],
  };
  for (const [what, world, expected] of [
    [
      'cited pages that the log has nothing of',
      OTHER,
      { '/a': 'cited_not_visited', '/b': 'cited_not_crawled' },
    ],
    [
      'no state where a day has no log',
      { ...OTHER, log: { ...OTHER.log, days: daysAgo(5, 1) } },
      { '/a': null, '/b': null },
    ],
    [
      'not uncrawled where nobody can tell',
      {
        ...OTHER,
        log: {
          days: daysAgo(20, 1),
          crawls: [{ daysAgo: 2, page: 'acme.example/b', verdict: 'unverifiable' }],
        },
      },
      { '/a': 'cited_not_crawled', '/b': 'cited_not_visited' },
    ],
    [
      'not uncited where too few answers came in',
      { log: LOG, cited: [[1, '']] },
      { '/docs': null, '/pricing': null },
    ],
    [
      'nothing of a host that the log does not have',
      { ...OTHER, log: { days: daysAgo(20, 1), crawls: [{ daysAgo: 2, page: 'blog.acme.example/x' }] } },
      { '/a': null, '/b': null, 'blog./x': 'crawled_not_cited' },
    ],
    [
      'pages that the sitemap alone knows, beside one that is read',
      { log: LOG, cited: CITED, sitemap: { paths: ['/new', '/pricing', '/style.css', '/x?who=me'] } },
      {
        ...{ '/docs': null, '/pricing': 'crawled_not_cited', '/new': 'not_crawled_not_cited' },
        ...{ '/style.css': null, '/x?who=me': null },
      },
    ],
    [
      'not of a sitemap that was read long after',
      { log: LOG, cited: CITED, sitemap: { paths: ['/new'], daysAgo: -8 } },
      { '/docs': null, '/pricing': 'crawled_not_cited', '/new': null },
    ],
    [
      'not unread where pages count together',
      {
        log: { ...LOG, crawls: [...(LOG.crawls ?? []), { daysAgo: 5, page: '' }] },
        cited: CITED,
        sitemap: { paths: ['/new'] },
      },
      { '/docs': null, '/pricing': 'crawled_not_cited', '/new': null },
    ],
    [
      'not unread without a log',
      { cited: CITED, sitemap: { paths: ['/new'] } },
      { '/docs': null, '/new': null },
    ],
  ] as const) {
    test(`200: ${what}`, async () => {
      const { body } = await get(world as World);
      assert.deepEqual(states(body), expected);
    });
  }

  test('200: over several engines, counts without a rate; of one engine, its rate', async () => {
    const world: World = { cited: [...CITED, [1, '/docs', 'claude']] };
    const rows = await Promise.all([get(world), get(world, '?days=9&engine=chatgpt')]);
    assert.deepEqual(
      rows.map(({ body: { data } }) => [data[0].answers_citing_it, data[0].cited?.responses ?? null]),
      [
        [6, null],
        [5, 9],
      ],
    );
  });

  for (const [what, days, crawled] of [
    ["on the log's first day", daysAgo(6, 1), 6],
    ['after a day without a log', [...daysAgo(9, 8), ...daysAgo(6, 1)], 6],
    ['after the first citation', daysAgo(9, 1), 2],
  ] as const) {
    test(`200: no lag for a page first read ${what}`, async () => {
      const log = { days, crawls: [{ daysAgo: crawled, page: 'acme.example/docs' }] };
      const { body } = await get({ log, cited: CITED });
      assert.equal(body.data[0].lag_days, null);
    });
  }

  test('200: without a log, citations alone, and nothing of crawls and visits', async () => {
    const { body } = await get({ cited: CITED });
    const [{ crawls_search: crawls, visits, state, answers_citing_it: citing }] = body.data;
    assert.deepEqual([crawls, visits, state, citing], [null, null, null, 5]);
    assert.match(body.meta.note, /sightline logs import/);
  });

  test('200: only a state', async () => {
    const { body } = await get({ log: LOG, cited: CITED }, '?days=9&state=crawled_not_cited');
    assert.deepEqual(states(body), { '/pricing': 'crawled_not_cited' });
  });
});
