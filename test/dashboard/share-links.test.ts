import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { answerRoutes } from '../../src/dashboard/pages/answers/index.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import type { SharedPage } from '../../src/domain/sharing/shared-report.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { revokeLink } from '../../src/pipeline/declare/shared-reports.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { countFailures } from '../support/quota.ts';
import type { TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, line, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [
  ...sourceRoutes,
  ...overviewRoutes,
  ...csvRoutes,
  ...answerRoutes,
  ...alertRoutes,
  ...setupRoutes,
];

async function sharedOn(store: TestStore, pages: readonly SharedPage[] = ['sources']) {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
  await importLines([
    line({
      answer: 'Acme and Bolt',
      citations: [{ url: 'https://a.example/1' }],
      searches: ['anvil reviews'],
    }),
  ]);
  const organizationId = (await findOrganization(store.main, 'Acme Inc'))?.id ?? 0;
  const dashboard = dashboardOn(store);
  const deps = { db: store.main, now: () => NOW, random, actor: 'usr_ann' };
  const of = { organizationId, brand: 'acme' };
  const made = await liveLink(deps, of, { pages });
  return {
    ...dashboard,
    ...made,
    deps,
    of,
    base: `/share/${made.token}`,
    revoke: () => revokeLink(deps, of, made.id),
  };
}

const WRONG = `/share/sl_share_${'a'.repeat(43)}`;

onPages('a client link', ROUTES, (fresh) => {
  test('opens its first page for anyone, and no search engine', async () => {
    const { nobody, base } = await sharedOn(await fresh());
    const first = await nobody.get(base);
    assert.deepEqual([first.status, first.headers.location], [303, `${base}/sources`]);
    const { status, headers, html, text } = await nobody.get(`${base}/searches`);
    assert.equal(status, 200);
    assert.match(text, /anvil reviews/);
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.match(html, /<meta name="robots" content="noindex, nofollow">/);
  });

  test('links only to included pages: a figure whose answers are not shared is plain text', async () => {
    const store = await fresh();
    const closed = await sharedOn(store);
    const { html } = await closed.nobody.get(`${closed.base}/searches`);
    const links = [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href = '']) => href);
    const own = links.filter((href) => !href.startsWith('#'));
    assert.ok(own.length > 0);
    for (const href of own)
      assert.match(href, new RegExp(`^${closed.base}(/(sources|your-pages|ads|pages|searches|csv/)|\\?|$)`));
    assert.doesNotMatch(html, /Second|Acme Inc|\/brands/);
  });

  test("gives its own pages' downloads and no others", async () => {
    const { nobody, base } = await sharedOn(await fresh());
    const { status, headers, html } = await nobody.get(`${base}/csv/sources?days=7&compare=off`);
    assert.equal(status, 200);
    assert.equal(
      headers['content-disposition'],
      'attachment; filename="acme-sources-2026-11-14-to-2026-11-20.csv"',
    );
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
    assert.match(html, /^\uFEFFdomain,[^\n]*\na\.example,1,1,0/);
    for (const report of ['answers', 'questions', 'me', 'constructor']) {
      assert.equal((await nobody.get(`${base}/csv/${report}`)).status, 404, report);
    }
  });

  test('looks the same wrong, expired, revoked, and for a deleted brand; a valid one names the pages outside it', async () => {
    const store = await fresh();
    const { nobody, api, base, deps, of } = await sharedOn(store);
    const wrong = await nobody.get(`${WRONG}/searches`);
    assert.equal(wrong.status, 404);
    assert.match(wrong.text, /wrong, expired, or revoked/);
    assert.equal(wrong.headers['x-robots-tag'], 'noindex, nofollow');
    const same = async (path: string) => {
      const { status, html } = await nobody.get(path);
      const hide = (text: string) => text.replace(/<input type="hidden"[^>]*>/, '');
      assert.deepEqual([status, hide(html)], [404, hide(wrong.html)], path);
    };
    for (const page of ['answers', 'alerts', 'setup', 'keys', 'csv/answers', 'a/b/c']) {
      const { status, text } = await nobody.get(`${base}/${page}`);
      assert.equal(status, 404, page);
      assert.match(text, /This link does not include this page\./, page);
    }
    await same(`${base}/%2e%2e/brands`);
    await same(`${WRONG}/nothing`);
    await same(WRONG);
    await same('/share/x');
    api.clock.at = NOW + 30 * DAY_MS;
    await same(`${base}/searches`);
    api.clock.at = NOW;
    assert.equal((await nobody.get(`${base}/searches`)).status, 200);
    const revoked = await liveLink(deps, of, { pages: ['sources'] });
    await revokeLink(deps, of, revoked.id);
    await same(`/share/${revoked.token}/searches`);
    await removeBrand(store.main, 'acme', NOW);
    await same(`${base}/searches`);
  });

  test('ends for everyone as soon as it is revoked', async () => {
    const { nobody, base, revoke } = await sharedOn(await fresh());
    assert.equal((await nobody.get(`${base}/searches`)).status, 200);
    await revoke();
    assert.equal((await nobody.get(`${base}/searches`)).status, 404);
  });

  test('that is wrong counts against the address like a wrong key', async () => {
    const store = await fresh();
    const { nobody, base } = await sharedOn(store);
    await countFailures(store, '127.0.0.1', 199);
    assert.equal((await nobody.get(`${base}/searches`)).status, 200);
    assert.equal((await nobody.get(WRONG)).status, 404);
    assert.equal((await nobody.get(WRONG)).status, 429);
    assert.equal((await nobody.get(`${base}/searches`)).status, 429);
  });

  test('that is wrong counts against the whole /64 of an IPv6 address', async () => {
    const store = await fresh();
    const { app } = dashboardOn(store).api;
    await countFailures(store, '2001:db8::/64', 199);
    for (const [remoteAddress, status] of [
      ['2001:db8::1', 404],
      ['2001:db8::2', 429],
    ] as const)
      assert.equal((await app.inject({ url: WRONG, remoteAddress })).statusCode, status);
  });

  test('takes no form', async () => {
    const { nobody, base } = await sharedOn(await fresh(), ['sources', 'alerts']);
    for (const page of ['sources', 'alerts', 'searches']) {
      const { status, headers } = await nobody.post(`${base}/${page}`);
      assert.ok([404, 405].includes(status), page);
      assert.equal(headers['referrer-policy'], 'same-origin');
    }
  });
});
