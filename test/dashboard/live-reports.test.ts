import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { SHARED_PAGES } from '../../src/domain/sharing/shared-report.ts';
import { dashboardOn, onPages, type PageResponse, type Visitor } from '../support/dashboard.ts';
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

const LINK = { do: 'link', pages: ['sources', 'alerts'], days: '30' };

/** A new report's address. */
async function madeBy(editor: Visitor, form: Record<string, string> = {}, query = ''): Promise<string> {
  const fields = { title: 'Secret Name', kind: 'moves', ...form };
  const { status, headers, text } = await editor.post(`/brands/acme/reports${query}`, fields);
  assert.equal(status, 303, text);
  return String(headers.location);
}
const linkIn = ({ text }: PageResponse) =>
  /http:\/\/\S+(\/share\/sl_share_[0-9A-Za-z]{43})/.exec(text)?.[1] ?? '';

onPages('a live report', PAGES, (fresh) => {
  test('shows its link once, to the editor who makes it, and the link opens the chosen pages', async () => {
    const store = await fresh();
    const dashboard = await sharedOn(store);
    const editor = await dashboard.signedIn('editor');
    const report = await madeBy(editor);
    const made = await editor.post(report, LINK);
    const link = linkIn(made);
    assert.ok(link, made.text.slice(0, 400));
    assert.equal(made.headers['cache-control'], 'no-store');
    const first = await dashboard.nobody.get(link);
    assert.equal(first.headers.location, `${link}/sources`);
    for (const closed of ['/reports', report.slice('/brands/acme'.length), '/competitors']) {
      assert.equal((await dashboard.nobody.get(`${link}${closed}`)).status, 404, closed);
    }
    const listed = await editor.get('/brands/acme/reports');
    assert.match(listed.text, /Secret Name live: Sites, Changes Last 28 days until December 20, 2026/);
    const token = link.slice('/share/'.length);
    for (const path of ['/brands/acme/reports', report]) {
      assert.equal((await editor.get(path)).html.includes(token), false);
    }
    assert.equal(JSON.stringify(await contentsOf(store.main)).includes(token), false);
    assert.equal(dashboard.api.log.join('').includes(token), false);
  });

  test('an editor replaces its link and revokes it', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const report = await madeBy(editor);
    const [first, second] = [
      linkIn(await editor.post(report, LINK)),
      linkIn(await editor.post(report, LINK)),
    ];
    assert.equal((await dashboard.nobody.get(`${first}/sources`)).status, 404);
    assert.equal((await dashboard.nobody.get(`${second}/sources`)).status, 200);
    assert.match((await editor.get(report)).text, /has a link: until December 20, 2026/);
    const { status, headers } = await editor.post(report, { do: 'revoke' });
    assert.deepEqual([status, headers.location], [303, report]);
    assert.equal((await dashboard.nobody.get(`${second}/sources`)).status, 404);
    assert.match((await editor.get('/brands/acme/reports')).text, /Sites, Changes Last 28 days none/);
  });

  test('a viewer makes no report and no link', async () => {
    const dashboard = await sharedOn(await fresh());
    const report = await madeBy(await dashboard.signedIn('editor'));
    const viewer = await dashboard.signedIn('viewer');
    for (const path of ['/brands/acme/reports', report]) {
      assert.doesNotMatch((await viewer.get(path)).html, /action="[^"]*reports/);
    }
    assert.equal((await viewer.post('/brands/acme/reports')).status, 403);
    for (const form of [LINK, { do: 'revoke' }]) assert.equal((await viewer.post(report, form)).status, 403);
  });

  test('a refused link form keeps the typed values, and says why', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const report = await madeBy(editor);
    for (const [form, message] of [
      [{ ...LINK, pages: [] }, /at least one page/],
      [{ ...LINK, days: '366' }, /Days must be at most 365/],
      [{ ...LINK, days: '1e2' }, /Days must be at least 1/],
      [{ ...LINK, pages: ['setup'] }, /Pages\[0\] must be one of "overview"/],
    ] as const) {
      const { status, text, html } = await editor.post(report, form);
      assert.equal(status, 422);
      assert.match(text, message);
      assert.ok(html.includes(`value="${form.days}"`));
      assert.equal(linkIn({ text } as PageResponse), '');
    }
  });

  test('has no editor, file, style, logo, or mail', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const report = await madeBy(editor);
    for (const path of ['file', 'style']) assert.equal((await editor.get(`${report}/${path}`)).status, 404);
    for (const action of ['save', 'anew', 'no-logo', 'mail']) {
      assert.equal((await editor.post(report, { do: action })).status, 404, action);
    }
    assert.equal((await editor.post(report, { do: 'delete' })).headers.location, '/brands/acme/reports');
    assert.equal((await editor.get(report)).status, 404);
  });

  test("nobody makes or links a report of another organization's brand", async () => {
    const store = await fresh();
    const dashboard = await sharedOn(store);
    await pipelineOn(store).apply({
      organizations: [
        { name: 'Other Inc', plan: { name: 'growth' }, brands: [{ ...ACME_BRAND, id: 'other' }] },
      ],
    });
    const editor = await dashboard.signedIn('editor');
    for (const brand of ['other', 'nobody']) {
      assert.equal((await editor.post(`/brands/${brand}/reports`, { title: 'x' })).status, 404);
      assert.equal((await editor.post(`/brands/${brand}/reports/rpt_000000000000`, LINK)).status, 404);
    }
  });

  test('has the days chosen at its start: relative, fixed, or by readers', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const made = async (kind: string) =>
      linkIn(await editor.post(await madeBy(editor, { title: kind, kind }, '?window=7d'), LINK));
    const links = { moves: await made('moves'), stays: await made('stays'), chosen: await made('chosen') };
    assert.match((await editor.get('/brands/acme/reports')).text, /stays live: Sites, Changes fixed dates/);
    const windowOf = async (link: string, query: string) =>
      /<p class="lead">([^<]*)/.exec((await dashboard.nobody.get(`${link}/sources${query}`)).html)?.[1];
    const week = 'November 14 to November 20, 2026 (UTC)';
    for (const query of ['', '?window=90d', '?from=2026-01-01&until=2026-11-01']) {
      assert.equal(await windowOf(links.moves, query), week);
      assert.equal(await windowOf(links.stays, query), week);
    }
    assert.notEqual(await windowOf(links.chosen, '?window=90d'), week);
    assert.doesNotMatch((await dashboard.nobody.get(`${links.stays}/sources`)).html, /id="bar-window"/);
    dashboard.api.clock.at += 2 * DAY_MS;
    assert.equal(await windowOf(links.moves, ''), 'November 15 to November 21, 2026 (UTC)');
    assert.equal(await windowOf(links.stays, ''), week);
  });

  test('a visitor with a link to every page sees no setting, key, cost, user, or other brand', async () => {
    const dashboard = await sharedOn(await fresh());
    const editor = await dashboard.signedIn('editor');
    const link = linkIn(await editor.post(await madeBy(editor), { ...LINK, pages: SHARED_PAGES }));
    const paths = ['', '/answers', '/competitors', '/sources', '/your-pages', '/searches'];
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

  test('a link for sheets is shown once, read by anybody, listed with its choice, and ended by an editor', async () => {
    const store = await fresh();
    const dashboard = await sharedOn(store);
    const editor = await dashboard.signedIn('editor');
    const page = '/brands/acme/reports';
    const form = { do: 'sheet', sheet: 'sources', days: '30' };
    const made = await editor.post(`${page}?window=7d&engine=chatgpt`, form);
    const [, link = '', token = ''] =
      /http:\/\/\S+?(\/sheet\/(sl_sheet_[0-9A-Za-z]{43})\.csv)/.exec(made.text) ?? [];
    assert.equal((await dashboard.nobody.get(link)).status, 200, made.text.slice(0, 400));
    const listed = await editor.get(page);
    assert.match(listed.text, /sources Last 7 days, .* until December 20, 2026/);
    assert.match(listed.text, /engine: chatgpt/);
    const kept = [listed.html, JSON.stringify(await contentsOf(store.main)), dashboard.api.log.join('')];
    assert.equal(
      kept.some((each) => each.includes(token)),
      false,
    );
    const viewer = await dashboard.signedIn('viewer');
    assert.doesNotMatch((await viewer.get(page)).text, /Links for sheets/);
    assert.equal((await viewer.post(page, form)).status, 403);
    for (const wrong of [{ sheet: 'me' }, { days: '0' }, { days: '366' }])
      assert.equal((await editor.post(page, { ...form, ...wrong })).status >= 400, true);
    const several = await editor.post(`${page}?engine=chatgpt,claude`, form);
    assert.match(several.text, /A link has one engine, or all/);
    assert.match(several.html, /<option value="sources" selected/);
    for (const sheet of ['trend', 'answers', 'changes', 'todo'])
      assert.match((await editor.post(page, { ...form, sheet })).text, /sl_sheet_/, sheet);
    const [, id = ''] = /name="link" value="(sht_\w{12})"/.exec(listed.html) ?? [];
    assert.equal((await editor.post(page, { do: 'sheet-end', link: id })).status, 303);
    assert.equal((await dashboard.nobody.get(link)).status, 404);
  });
});
