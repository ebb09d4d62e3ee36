import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { SHARED_PAGES } from '../../src/domain/sharing/share-link.ts';
import { dashboardOn, onPages, type PageResponse } from '../support/dashboard.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, line, pipelineOn } from '../support/world.ts';

async function sharedOn(store: TestStore) {
  const second = { ...ACME_BRAND, id: 'second', name: 'Zebra Second' };
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, second]));
  const citations = [{ url: 'https://reviews.example/' }];
  await importLines(
    Array.from({ length: 6 }, () => line({ answer: 'Bolt is the best. Acme too.', citations })),
  );
  return dashboardOn(store);
}

const FORM = { name: 'Client', pages: ['sources', 'alerts'], days: '30' };
const linkIn = ({ text }: PageResponse) =>
  /http:\/\/\S+(\/share\/sl_share_[0-9A-Za-z]{43})/.exec(text)?.[1] ?? '';

onPages('the page to share', PAGES, (fresh) => {
  test('shows a link once, to the editor who makes it, and the link opens the chosen pages', async () => {
    const store = await fresh();
    const dashboard = await sharedOn(store);
    const editor = await dashboard.signedIn('editor');
    const made = await editor.post('/brands/acme/share', FORM);
    const link = linkIn(made);
    assert.ok(link, made.text.slice(0, 400));
    assert.equal(made.headers['cache-control'], 'no-store');
    const first = await dashboard.nobody.get(link);
    assert.equal(first.headers.location, `${link}/sources`);
    assert.equal((await dashboard.nobody.get(`${link}/share`)).status, 404, 'a client has nothing to share');
    assert.equal((await dashboard.nobody.get(`${link}/competitors`)).status, 404);
    const listed = await editor.get('/brands/acme/share');
    assert.match(
      listed.text,
      /Client Sites, Alerts Last 28 days November 20, 2026 by user-\d+.* until December 20, 2026/,
    );
    const token = link.slice('/share/'.length);
    assert.equal(listed.html.includes(token), false);
    assert.equal(JSON.stringify(await contentsOf(store.main)).includes(token), false);
    assert.equal(dashboard.api.log.join('').includes(token), false);
  });

  test('an editor revokes a link', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const link = linkIn(await editor.post('/brands/acme/share', FORM));
    const { html } = await editor.get('/brands/acme/share');
    const [, action = ''] = /action="([^"]*\/revoke[^"]*)"/.exec(html) ?? [];
    const { status, headers } = await editor.post(action.replaceAll('&amp;', '&'));
    assert.deepEqual([status, headers.location], [303, '/brands/acme/share']);
    assert.equal((await dashboard.nobody.get(`${link}/sources`)).status, 404);
    assert.match((await editor.get('/brands/acme/share')).text, /revoked November 20, 2026/);
  });

  test('a viewer makes no link', async () => {
    const dashboard = await sharedOn(await fresh());
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.get('/brands/acme/share')).status, 403);
    assert.doesNotMatch((await viewer.get('/brands/acme/reports')).html, /brands\/acme\/share/);
    assert.equal((await viewer.post('/brands/acme/share')).status, 403);
    assert.equal((await viewer.post('/brands/acme/share/shr_000000000000/revoke')).status, 403);
  });

  test('a refused form keeps the typed values, and says why', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    for (const [form, message] of [
      [{ ...FORM, name: ' ' }, /Give the link a name/],
      [{ ...FORM, pages: [] }, /at least one page/],
      [{ ...FORM, days: '366' }, /1 to 365 days/],
      [{ ...FORM, days: '1e2' }, /1 to 365 days/],
      [{ ...FORM, pages: ['setup'] }, /no page "setup"/],
    ] as const) {
      const { status, text, html } = await editor.post('/brands/acme/share', form);
      assert.equal(status, 400);
      assert.match(text, message);
      assert.ok(html.includes(`value="${form.days}"`));
      assert.equal(linkIn({ text } as PageResponse), '');
    }
  });

  test("nobody makes or revokes a link for another organization's brand", async () => {
    const store = await fresh();
    const dashboard = await sharedOn(store);
    await pipelineOn(store).apply({
      organizations: [
        { name: 'Other Inc', plan: { name: 'growth' }, brands: [{ ...ACME_BRAND, id: 'other' }] },
      ],
    });
    const editor = await dashboard.signedIn('editor');
    assert.equal((await editor.post('/brands/other/share', FORM)).status, 404);
    assert.equal((await editor.post('/brands/nobody/share', FORM)).status, 404);
  });

  test('a link has the days chosen at its start: relative or fixed', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const made = async (dates: string) =>
      linkIn(
        await editor.post('/brands/acme/share?window=7d', {
          ...FORM,
          name: dates,
          pages: ['sources'],
          dates,
        }),
      );
    const links = { moves: await made('moves'), stays: await made('stays'), chosen: await made('chosen') };
    assert.match((await editor.get('/brands/acme/share')).text, /stays Sites fixed dates/);
    const windowOf = async (link: string, query: string) =>
      /<p class="lead">([^<]*)/.exec((await dashboard.nobody.get(`${link}/sources${query}`)).html)?.[1];
    const week = 'November 13 to November 20, 2026 (UTC)';
    for (const query of ['', '?window=90d', '?from=2026-01-01&until=2026-11-01']) {
      assert.equal(await windowOf(links.moves, query), week);
      assert.equal(await windowOf(links.stays, query), week);
    }
    assert.notEqual(await windowOf(links.chosen, '?window=90d'), week);
    assert.doesNotMatch((await dashboard.nobody.get(`${links.stays}/sources`)).html, /id="bar-window"/);
    dashboard.api.clock.at += DAY_MS;
    assert.equal(await windowOf(links.moves, ''), 'November 14 to November 21, 2026 (UTC)');
    assert.equal(await windowOf(links.stays, ''), week);
  });

  test('a visitor with a link to every page sees no setting, key, cost, user, or other brand', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const link = linkIn(
      await editor.post('/brands/acme/share', { ...FORM, name: 'Secret Name', pages: SHARED_PAGES }),
    );
    const paths = ['', '/answers', '/competitors', '/sources', '/pages', '/work-list', '/searches'];
    let seen = 0;
    for (const path of [...paths, '/questions', '/alerts']) {
      const { status, html } = await dashboard.nobody.get(`${link}${path}`);
      if (status === 404) continue;
      seen += 1;
      assert.equal(status, 200, path);
      const hidden =
        /Zebra|Acme Inc|acme\.example"|user-\d|Secret Name|\/brands|\/keys|\/team|\/setup|\/collecting|\$\d/;
      assert.doesNotMatch(html.replaceAll('https://acme.example', ''), hidden, path);
      for (const [, href = ''] of html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)) {
        if (!href.startsWith('/')) continue;
        assert.ok(href.startsWith(link), `${path} links to ${href}`);
      }
    }
    assert.ok(seen >= 7, `the link shows ${seen} pages`);
  });
});
