import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageRoutes } from '../../src/dashboard/pages/coverage/coverage-page.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { saveSitemap } from '../../src/storage/site/sitemaps.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { daysAgo, type Log, storeLog } from '../support/traffic.ts';
import { acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [...sourceRoutes, ...coverageRoutes, ...csvRoutes];

const LOG: Log = {
  days: [...daysAgo(40, 6), ...daysAgo(4, 1)],
  crawls: [
    { daysAgo: 6, times: 3 },
    { daysAgo: 6, page: 'acme.example/docs', crawler: 'OAI-SearchBot' },
    { daysAgo: 4, times: 2, verdict: 'spoofed' },
  ],
  visits: [{ daysAgo: 3, page: 'acme.example/docs', times: 2 }],
};

onPages('your pages and coverage', ROUTES, (fresh) => {
  async function acme(log: Log | null = LOG) {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(
      daysAgo(9, 0).map((age) =>
        line({
          answer: `Acme ${age}`,
          collected_at: iso(NOW - age * DAY_MS - HOUR_MS),
          citations: [{ url: 'https://acme.example/docs' }],
        }),
      ),
    );
    if (log) await storeLog(store, log);
    return { store, dashboard: dashboardOn(store) };
  }

  test('say what read, cited, and visited each page, and leave out impostors', async () => {
    const viewer = await (await acme()).dashboard.signedIn('viewer');
    const { text } = await viewer.get('/brands/acme/your-pages');
    assert.match(text, /Engines cite 1 of your 2 pages\./);
    assert.match(text, /4 fetches by verified crawlers, on \d+ of \d+ days/);
    assert.match(text, /Left out: 2 spoofed, 0 that cannot be verified/);
    assert.match(text, /Read, not cited 1/);
    assert.match(text, /Google-Extended .*never makes a request/);
  });

  test('list pages that no answer cites, also those that the sitemap alone knows', async () => {
    const { store, dashboard } = await acme({ days: daysAgo(40, 1), crawls: [{ daysAgo: 6 }] });
    const read = { fetchedAt: NOW - DAY_MS, elsewhere: 0, isWhole: false };
    const pages = ['acme.example/new', 'acme.example/docs'];
    await saveSitemap(store.main, 1, { host: 'acme.example', pages, ...read });
    const { text } = await (await dashboard.signedIn('viewer')).get(
      '/brands/acme/your-pages?days=9&show=never_cited',
    );
    assert.match(text, /Engines cite 1 of your 3 pages\./);
    assert.match(text, /Never cited 2 /);
    assert.match(text, /\/ ?new 0 0 0 0 .*neither in the sitemap/);
    assert.match(
      text,
      /Your sitemap of Nov 19 lists 2 pages, as far as it could be read; others count once they are read or cited\./,
    );
  });

  test('without answers call citations unknown', async () => {
    const viewer = await (await acme()).dashboard.signedIn('viewer');
    const { text } = await viewer.get('/brands/acme/your-pages?engine=claude');
    assert.match(text, /No answers: which of your 2 pages engines cite is unknown\./);
    assert.match(text, /\/ ?docs 1 0 0 unknown 2 /);
  });

  test('hatch a day without a log, and count nothing for it', async () => {
    const viewer = await (await acme()).dashboard.signedIn('viewer');
    const { html, text } = await viewer.get('/brands/acme/your-pages');
    assert.match(html, /Nov 15 not observed/);
    assert.match(text, /Nov 15: no log/);
  });

  test('without a log say so, and count no crawler', async () => {
    const viewer = await (await acme(null)).dashboard.signedIn('viewer');
    const { text } = await viewer.get('/brands/acme/your-pages');
    assert.match(text, /Your site has no log yet, so nothing is known of crawlers and visits/);
    assert.doesNotMatch(text, /\b0 fetches|Who reads/);
  });

  test('name the days of a log that has none of the window', async () => {
    const viewer = await (await acme({ days: daysAgo(60, 40) })).dashboard.signedIn('viewer');
    const { text } = await viewer.get('/brands/acme/your-pages');
    assert.match(text, /log has days from September 21, 2026 to October 11, 2026, and none of this window/);
  });

  test('a client link has them and their downloads only if its maker chose them, also beside sites', async () => {
    const { store, dashboard } = await acme();
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    for (const [pages, status] of [
      [['your-pages'], 200],
      [['sources'], 404],
    ] as const) {
      const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, { pages });
      for (const page of ['your-pages', 'csv/funnel', 'csv/crawls', 'csv/visits']) {
        assert.equal((await dashboard.nobody.get(`/share/${token}/${page}`)).status, status, page);
      }
      const { html } = await dashboard.nobody.get(`/share/${token}/${pages[0]}`);
      assert.equal(html.includes(`href="/share/${token}/your-pages`), status === 200);
      assert.equal((await dashboard.nobody.get(`/share/${token}/csv/coverage`)).status, 404);
    }
  });

  test('coverage has a cell for each day, and says what one misses', async () => {
    const viewer = await (await acme()).dashboard.signedIn('viewer');
    const { html, text } = await viewer.get('/brands/acme/coverage?cell=log~~2026-11-15');
    assert.match(text, /your site’s log has no line of Nov 15/i);
    assert.match(html, /aria-current="true"/);
    assert.match(text, /No figure counts this day: it is missing, not zero\./);
  });
});
