import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages } from '../../src/reports/sources/pages.ts';
import { savePage } from '../../src/storage/site/page-facts.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, iso, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(pages);

const cites = (...urls: string[]) => urls.map((url) => ({ url }));
const addresses = (data: readonly { url: string }[]) => data.map(({ url }) => url);

onReusedStore('GET /pages', (fresh) => {
  async function storeWith(lines: readonly object[]): Promise<TestStore> {
    const { store } = await setUp(fresh, acmeFile(), lines);
    return store;
  }

  async function get(store: TestStore, query = '') {
    const { key } = await pipelineOn(store).createKey();
    return await reportsOn(store).get(`/pages${query}`, key);
  }

  test('200: forms of an address are one page, shown without tracking, and an answer counts once', async () => {
    const store = await storeWith([
      line({
        answer: 'Acme and Bolt',
        citations: cites('https://www.a.example/x/?utm_source=openai#part', 'http://a.example/x'),
      }),
      line({ answer: 'Bolt and Cargo', citations: [{ url: 'https://a.example/x', title: 'X explained' }] }),
      line({ answer: 'nobody', citations: cites('https://docs.a.example/x?id=1') }),
    ]);
    const { status, body } = await get(store);
    assert.equal(status, 200);
    const row = (url: string, title: string | null, domain: string, counts: readonly number[]) => ({
      url,
      title,
      domain,
      site: 'a.example',
      owners: [],
      page_facts: null,
      answers_citing_it: counts[0],
      answers_where_you_were_named: counts[1],
      answers_citing_you_without_naming_you: counts[2],
      answers_naming_competitors: counts[3],
      answers_without_you: counts[4],
    });
    assert.deepEqual(body.data, [
      row('https://www.a.example/x/', 'X explained', 'a.example', [2, 1, 1, 2, 1]),
      row('https://docs.a.example/x?id=1', null, 'docs.a.example', [1, 0, 1, 0, 0]),
    ]);
    assert.deepEqual([body.meta.window_days, body.meta.limit], [30, 100]);
  });

  test("200: shows a page's facts as soon as they are fetched, also in CSV", async () => {
    const store = await storeWith([line({ citations: cites('https://a.example/x') })]);
    const { key } = await pipelineOn(store).createKey();
    const { get: ask, csv } = reportsOn(store);
    assert.equal((await ask('/pages', key)).body.data[0].page_facts, null);
    await savePage(store.main, 1, {
      url: 'https://www.a.example/x?utm_source=y',
      fetchedAt: NOW - DAY_MS,
      status: 503,
      isReachable: false,
      problem: 'It answered 503.',
      leadsTo: null,
      keptOut: ['GPTBot'],
      facts: null,
      named: null,
      lookedFor: '',
    });
    const facts = (await ask('/pages', key)).body.data[0].page_facts;
    assert.deepEqual(
      [
        facts.fetched_at,
        facts.reachable,
        facts.problem,
        facts.crawlers_kept_out,
        facts.type,
        facts.names_you,
      ],
      [iso(NOW - DAY_MS), false, 'It answered 503.', ['GPTBot'], null, null],
    );
    const text = await csv('/pages', key);
    assert.match(text, /,page_facts_status,/);
    assert.match(text, /,503,It answered 503\.,/);
  });

  test('200: only one site with its subdomains, and only one engine', async () => {
    const store = await storeWith([
      line({ citations: cites('https://a.example/1', 'https://docs.a.example/2', 'https://nota.example/3') }),
      line({ engine: 'claude', citations: cites('https://docs.a.example/2') }),
    ]);
    const of = async (query: string) =>
      pluck((await get(store, query)).body.data, 'url', 'answers_citing_it');
    assert.deepEqual(await of('?site=a.example'), [
      ['https://docs.a.example/2', 2],
      ['https://a.example/1', 1],
    ]);
    assert.deepEqual(await of('?engine=claude'), [['https://docs.a.example/2', 1]]);
    assert.deepEqual(await of('?site=A.example&engine=claude'), [['https://docs.a.example/2', 1]]);
    assert.deepEqual(await of('?site=nota.example&engine=claude'), []);
    assert.deepEqual(await of('?site=b.example'), []);
  });

  for (const [site, message] of [
    ['docs.a.example', /docs\.a\.example belongs to a\.example/],
    ['not a site', /must be a site such as example\.org/],
    ['', /must be a site/],
  ] as const) {
    test(`400: ${JSON.stringify(site)} is not a site`, async () => {
      const { status, body } = await get(await storeWith([]), `?site=${encodeURIComponent(site)}`);
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
      assert.match(body.error.message, message);
    });
  }

  test('200: at most 100 rows, the most cited first and then by URL', async () => {
    const urls = Array.from(
      { length: 300 },
      (_, index) => `https://a.example/${String(index).padStart(3, '0')}`,
    );
    const store = await storeWith([
      line({ citations: cites(...urls) }),
      line({ citations: cites(urls[299] ?? '') }),
    ]);
    for (const query of ['', '?engine=chatgpt', '?site=a.example', '?site=a.example&engine=chatgpt']) {
      const { data } = (await get(store, query)).body;
      assert.deepEqual([data.length, addresses(data)], [100, [urls[299], ...urls.slice(0, 99)]]);
    }
  });

  test('200: a page that is never among the first of its weeks may be the most cited', async () => {
    const weeks = [0, 1, 2, 3];
    const lines = weeks.flatMap((week) => {
      const urls = Array.from({ length: 140 }, (_, index) => `https://a.example/${week}-${index}`);
      const collected_at = iso(NOW - (1 + 16 * week) * DAY_MS);
      return [
        line({ collected_at, citations: cites(...urls, 'https://b.example/steady') }),
        line({ collected_at, citations: cites(...urls) }),
      ];
    });
    const { data } = (await get(await storeWith(lines), '?days=90')).body;
    assert.deepEqual([data[0].url, data[0].answers_citing_it], ['https://b.example/steady', weeks.length]);
  });

  test('200: pages cited just before the window hide none cited in it', async () => {
    const urls = Array.from({ length: 1200 }, (_, index) => `https://a.example/${index}`);
    const collected_at = iso(NOW - 20 * DAY_MS - 1);
    const store = await storeWith([
      ...[1, 2].map(() => line({ collected_at, citations: cites(...urls) })),
      line({ citations: cites('https://b.example/in') }),
    ]);
    assert.deepEqual(addresses((await get(store, '?days=20')).body.data), ['https://b.example/in']);
  });

  test('200: no citation in the window is an empty list', async () => {
    for (const query of ['', '?engine=claude', '?site=a.example']) {
      const { status, body } = await get(await storeWith([line({})]), query);
      assert.deepEqual([status, body.data], [200, []]);
    }
  });
});
