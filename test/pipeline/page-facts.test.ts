import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { prune } from '../../src/pipeline/prune/prune.ts';
import { fetchBrandPages } from '../../src/pipeline/site/fetch-brand-pages.ts';
import { type FetchCounts, fetchDaily } from '../../src/pipeline/site/fetch-daily.ts';
import { pageAddress } from '../../src/pipeline/site/fetch-facts.ts';
import { duePages } from '../../src/pipeline/site/pages-to-fetch.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { ownPages } from '../../src/pipeline/site/stored-pages.ts';
import { pageFactsRows } from '../../src/reports/shape/page-facts.ts';
import { listTracked } from '../../src/storage/directory/brands.ts';
import { findPages } from '../../src/storage/site/page-facts.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { effort } from '../support/effort.ts';
import { pluck } from '../support/pluck.ts';
import { LOOPBACK_REACH, type SitePage, sitePage, startSite } from '../support/site.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, acmeWith, HOUR_MS, line, NOW, pipelineOn } from '../support/world.ts';

const NEVER = new AbortController().signal;

const PAGES: Readonly<Record<string, SitePage>> = {
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n',
  },
  '/best-anvils': {
    headers: { 'x-robots-tag': 'bingbot: noindex' },
    body: sitePage({
      title: '10 best anvils',
      head:
        '<meta name="robots" content="noindex"><link rel="canonical" href="/best">' +
        '<meta property="article:published_time" content="2026-03-01T23:30:00-08:00">' +
        '<meta property="article:modified_time" content="2026-13-45">',
      body: '<h1>Anvils</h1><p>Acme makes good anvils. Bolt makes cheap ones.</p>',
    }),
  },
  '/gone': { status: 404, body: 'No' },
  '/moved': { status: 301, headers: { location: '/best-anvils' } },
};

onReusedStore('facts of pages', (fresh) => {
  async function world(close: (stop: () => Promise<void>) => void) {
    const [store, site] = [await fresh(), await startSite(PAGES)];
    close(site.stop);
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeWith({ domain: 'acme.example' }));
    const at = (path: string) => `http://list.example:${site.port}${path}`;
    const sites = siteReaderWith({ reach: LOOPBACK_REACH });
    const fetch = async (urls: readonly string[], now = NOW) =>
      await fetchBrandPages(
        { db: store.main, now: () => now, sites },
        { brand: 'acme', urls: urls.map(pageAddress), stop: NEVER },
      );
    return { store, site, at, fetch, apply, importLines };
  }

  const rowOf = async (store: TestStore, url: string) => {
    const page = (await findPages(store.main, 1, [url])).get(url);
    return page === undefined ? null : pageFactsRows(await listTracked(store.main, 1))(page);
  };

  test('are stored with their date, under any address of the page', async (context) => {
    const { store, at, fetch } = await world((stop) => context.after(stop));
    assert.equal(await rowOf(store, at('/best-anvils')), null);
    await fetch([at('/best-anvils#part')]);
    assert.deepEqual(await rowOf(store, at('/best-anvils/?utm_source=x')), {
      fetched_at: new Date(NOW).toISOString(),
      reachable: true,
      status: 200,
      problem: null,
      leads_to: null,
      crawlers_kept_out: ['GPTBot', 'CCBot'],
      title: '10 best anvils',
      type: 'list',
      noindex: true,
      noindex_for: ['Bingbot'],
      canonical: at('/best'),
      published: '2026-03-01',
      changed: null,
      names_you: true,
      names_competitors: ['Bolt'],
    });
  });

  test('explain an unread page', async (context) => {
    const { store, at, fetch } = await world((stop) => context.after(stop));
    await fetch([at('/gone'), at('/private/x'), 'http://list.example:1/', at('/moved')]);
    const seen = async (url: string) => {
      const row = await rowOf(store, url);
      return row && [row.reachable, row.status, row.problem];
    };
    assert.deepEqual(await seen(at('/gone')), [false, 404, 'It answered 404.']);
    assert.deepEqual(await seen(at('/private/x')), [null, null, 'Its robots.txt does not allow it.']);
    assert.deepEqual(await seen('http://list.example:1/'), [null, null, 'It refused the connection.']);
    assert.deepEqual((await rowOf(store, 'http://list.example:1/'))?.crawlers_kept_out, null);
    const moved = await rowOf(store, at('/moved'));
    assert.deepEqual([moved?.leads_to, moved?.title], [at('/best-anvils'), '10 best anvils']);
  });

  test("a page's named brands are unknown once names change", async (context) => {
    const { store, at, fetch, apply } = await world((stop) => context.after(stop));
    await fetch([at('/best-anvils')]);
    const brand = { ...ACME_BRAND, domain: 'acme.example' };
    await apply(acmeFile([{ ...brand, competitors: [...ACME_BRAND.competitors, { name: 'Anvils Ltd' }] }]));
    const row = await rowOf(store, at('/best-anvils'));
    assert.deepEqual([row?.names_you, row?.names_competitors, row?.title], [null, null, '10 best anvils']);
    assert.deepEqual(await duePages(store.main, 1, { now: NOW, limit: 9 }), []);
  });

  test('the most cited pages are due, and own ones after a week', async (context) => {
    const { store, at, fetch, apply, importLines } = await world((stop) => context.after(stop));
    await apply(acmeWith({ domain: 'list.example' }));
    const cite = (...paths: string[]) => line({ citations: paths.map((path) => ({ url: at(path) })) });
    await importLines([cite('/best-anvils', '/gone'), cite('/gone')]);
    const due = (now: number) => duePages(store.main, 1, { now, limit: 9 });
    assert.deepEqual(await due(NOW), [at('/gone'), at('/best-anvils')]);
    await fetch([at('/gone'), at('/moved')]);
    assert.deepEqual(await due(NOW), [at('/best-anvils')]);
    assert.deepEqual(await due(NOW + 7 * DAY_MS), [at('/gone'), at('/moved'), at('/best-anvils')]);
    const { pages } = await ownPages(store.main, 'acme');
    assert.deepEqual(pluck(pages, 'url'), [at('/gone'), at('/moved')]);
  });

  test('are removed after 90 days without another fetch, and with their brand; verify checks their brand', async (context) => {
    const { store, at, fetch } = await world((stop) => context.after(stop));
    await fetch([at('/gone')], NOW - 91 * DAY_MS);
    await fetch([at('/best-anvils')], NOW - 89 * DAY_MS);
    const retention = {
      replyDays: null,
      jobDays: 36_500,
      comparisonDays: 90,
      auditDays: 36_500,
      answerDays: null,
      deletedDays: 30,
    };
    const pruned = async (now: number, isDryRun = false) =>
      await prune(
        { db: store.main, now: () => now, sleep: async () => {} },
        { retention, isDryRun, stop: NEVER },
      );
    const left = async () =>
      (await store.main.selectFrom('page_facts').select('url').execute()).map(({ url }) => url);
    assert.equal((await pruned(NOW, true)).brands[0]?.pages, 1);
    assert.equal((await pruned(NOW)).brands[0]?.pages, 1);
    assert.deepEqual(await left(), [at('/best-anvils')]);
    assert.deepEqual(await findDifferences(store.main), []);
    await store.main.updateTable('page_facts').set({ site: 'other.example' }).execute();
    assert.deepEqual(pluck(await findDifferences(store.main), 'check'), ['page_facts']);
    await store.main.updateTable('brands').set({ deleted_at: NOW }).execute();
    await pruned(NOW + 31 * DAY_MS);
    assert.deepEqual(await left(), []);
  });

  test('are fetched daily, once by several servers, up to the ceiling, and each brand has its turn', async (context) => {
    const { store, site, at, apply, importLines } = await world((stop) => context.after(stop));
    await apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
    const cited = { citations: ['/best-anvils', '/gone', '/moved'].map((path) => ({ url: at(path) })) };
    await importLines([line(cited), line({ brand: 'second', ...cited })]);
    const day = async (now: number, mostPages: number) => {
      const stop = new AbortController();
      const counted: FetchCounts[] = [];
      // The long sleep lasts until the next day.
      const sleep = async (milliseconds: number) => {
        if (milliseconds > HOUR_MS) stop.abort();
      };
      const deps = {
        db: store.main,
        now: () => now,
        sites: siteReaderWith({ reach: LOOPBACK_REACH }),
        sleep,
      };
      const onFailure = (error: unknown) => assert.fail(String(error));
      await fetchDaily(
        { ...deps, onFetched: (each) => void counted.push(each), onFailure },
        mostPages,
        stop.signal,
      );
      return counted;
    };
    const fetched = async () =>
      pluck(
        await store.main.selectFrom('page_facts').select('brand_id').orderBy('brand_id').execute(),
        'brand_id',
      );
    assert.deepEqual(await day(NOW, 2), [{ read: 2, failed: 0 }]);
    assert.deepEqual(await fetched(), [1, 2]);
    assert.deepEqual(await day(NOW, 2), []);
    assert.equal((await day(NOW + DAY_MS, 1)).length, 1);
    assert.equal((await fetched()).length, 3);
    assert.deepEqual(await day(NOW + 2 * DAY_MS, 100), [{ read: 2, failed: 1 }]);
    assert.deepEqual(await fetched(), [1, 1, 1, 2, 2, 2]);
    assert.equal(site.mostAtOnce(), 1);
  });

  test('stores hostile pages as text, and reads the next page', async (context) => {
    const robots = (body: string) => ({ '/robots.txt': { headers: { 'content-type': 'text/plain' }, body } });
    const html = { 'content-type': 'text/html' };
    const titled = `<title>A\u0000\ud800${'x'.repeat(5000)}</title>`;
    const odd: Readonly<Record<string, SitePage>> = {
      '/bomb': {
        headers: { ...html, 'content-encoding': 'gzip' },
        body: gzipSync(`<p>Acme</p>${effort(' '.repeat(20), '<p>Acme</p>').repeat(1_000_000)}`),
      },
      '/bombs': { headers: { ...html, 'content-encoding': 'gzip, gzip' }, body: gzipSync(gzipSync('x')) },
      '/loop': { status: 302, headers: { location: '/loop' } },
      '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
      '/secret': { status: 302, headers: { location: '//me:s3cret@odd.example/next' } },
      '/charset': { headers: { 'content-type': 'text/html; charset=utf-16' }, body: 'Acme' },
      '/deep': '<div>'.repeat(100_000),
      '/open': `<!--<script>${'<a href="'.repeat(50_000)}`,
      '/title': { headers: html, body: titled },
      '/data': `<script type="application/ld+json">${'['.repeat(100_000)}</script>`,
      '/meta': `<link rel=canonical href="javascript:alert(1)"><meta name=robots content="${'noindex,'.repeat(9000)}">`,
      '/none': { headers: { 'content-type': '' }, body: 'Acme' },
      '/last': sitePage({ title: 'Acme' }),
    };
    const { store } = await world((stop) => context.after(stop));
    for (const [what, text] of [
      ['an endless line', `User-agent: *\nDisallow: /${'x'.repeat(400_000)}`],
      ['unclosed groups', 'User-agent: *\n'.repeat(20_000)],
      ['bytes', '\u0000\u0001\ufffd:::\n: /\nDisallow /\n'],
      ['a page', '<!doctype html><html>Disallow: /</html>'],
    ] as const) {
      const site = await startSite({ ...robots(text), ...odd });
      context.after(site.stop);
      const urls = Object.keys(odd).map((path) => `http://odd.example:${site.port}${path}`);
      const sites = siteReaderWith({ reach: LOOPBACK_REACH });
      const { pages, tracked } = await fetchBrandPages(
        { db: store.main, now: () => NOW, sites },
        { brand: 'acme', urls, stop: NEVER },
      );
      assert.equal(pages.length, urls.length, what);
      const rows = pages.map(pageFactsRows(tracked));
      const of = (path: string) => rows[Object.keys(odd).indexOf(path)];
      assert.deepEqual([of('/last')?.title, of('/last')?.names_you], ['Acme', true], what);
      assert.deepEqual([of('/bomb')?.status, of('/bomb')?.names_you], [200, true], what);
      assert.equal(of('/loop')?.problem, 'It redirects more than 5 times.');
      assert.deepEqual(
        [of('/file')?.problem, of('/file')?.leads_to],
        ['It redirects to an address that is not a page.', null],
      );
      assert.doesNotMatch(JSON.stringify(pages), /s3cret/);
      assert.deepEqual([of('/meta')?.canonical, of('/meta')?.noindex], [null, true]);
      const title = of('/title')?.title ?? '';
      assert.deepEqual(
        [title.slice(0, 2), title.includes('\u0000'), title.isWellFormed()],
        ['A\ufffd', false, true],
      );
      assert.ok(JSON.stringify(pages).length < 40_000, 'little of a page is stored');
    }
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('stores nothing of a deleted brand, and refuses a wrong address', async (context) => {
    const { store, at, fetch } = await world((stop) => context.after(stop));
    for (const typed of ['anvils', 'ftp://list.example/', 'javascript:1']) {
      await assert.rejects(fetch([typed]), { code: 'invalid_argument' });
    }
    await store.main.updateTable('brands').set({ deleted_at: NOW }).execute();
    await assert.rejects(fetch([at('/gone')]), { code: 'not_found' });
  });
});

test('a page address is http or https, without a password, which no message repeats', () => {
  assert.throws(() => pageAddress('kestrel'), /is not a page address/);
  assert.throws(
    () => pageAddress('http://me:s3cret@tandemly.example/'),
    (error: Error) =>
      /The address at tandemly\.example has a user name or password/.test(error.message) &&
      !error.message.includes('s3cret'),
  );
});
