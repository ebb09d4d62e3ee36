import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

onPages('the pages around the reports', PAGES, (fresh) => {
  test('are only for users: send a browser to sign in, and back', async () => {
    const store = await fresh();
    const { nobody } = await filled(store);
    const { status, headers } = await nobody.get('/brands/acme/searches?days=30');
    assert.equal(status, 303);
    assert.equal(headers.location, '/sign-in?next=%2Fbrands%2Facme%2Fsearches%3Fdays%3D30');
  });

  test('show a report by its columns, with a link to the answers behind a figure', async () => {
    const store = await fresh();
    const dashboard = await filled(store);
    const viewer = await dashboard.signedIn('viewer');
    const { status, html, text } = await viewer.get('/brands/acme/searches');
    assert.equal(status, 200);
    assert.match(text, /anvil reviews/);
    // Skips the row's first link, which also filters by the brand.
    const [, href = ''] =
      /href="(\/brands\/acme\/answers\?(?![^"]*names=)[^"]*searched=[^"]*)"/.exec(html) ?? [];
    const link = new URL(href.replaceAll('&amp;', '&'), 'http://localhost');
    link.searchParams.delete('bar');
    const key = await keyOf(store);
    const { body } = await dashboard.api.get(`/answers${link.search}`, key);
    assert.equal(body.data.length, 1);
  });

  for (const [query, window] of [
    ['month=2026-11', '2026-11'],
    ['window=this-month', 'this-month'],
    ['from=2026-11-01&until=2026-11-20', '2026-11-01..2026-11-20'],
    ['from=2026-11-01', '2026-11-01..'],
  ] as const) {
    test(`of the window ${query} have links that keep it`, async () => {
      const dashboard = await filled(await fresh());
      const viewer = await dashboard.signedIn('viewer');
      for (const page of [
        '',
        '/searches',
        '/questions',
        '/sources',
        '/competitors',
        '/trend',
        '/collecting/plan',
      ]) {
        const { status, html } = await viewer.get(`/brands/acme${page}?${query}`);
        assert.equal(status, 200, page);
        assert.match(html, new RegExp(`href="/brands/acme/sources\\?window=${window}"`), page);
      }
      // The list shows the figure's answers and links to other pages of the same window.
      const { html, text } = await viewer.get(`/brands/acme/searches?${query}`);
      assert.match(text, /anvil reviews/);
      const [, href = ''] = /href="(\/brands\/acme\/answers\?[^"]*searched=[^"]*)"/.exec(html) ?? [];
      assert.match(href, /from=2026-11-01T00%3A00%3A00.000Z/);
      const answers = await viewer.get(href.replaceAll('&amp;', '&'));
      assert.equal(answers.status, 200);
      const [, back = ''] =
        /href="(\/brands\/acme\/searches[^"]*|\/brands\/acme\/sources[^"]*)"/.exec(answers.html) ?? [];
      assert.match(back, new RegExp(`\\?window=${window}$`));
      assert.equal((await viewer.get(back.replaceAll('&amp;', '&'))).status, 200);
    });
  }

  test('refuse a wrong window, and accept an end left empty in the form', async () => {
    const dashboard = await filled(await fresh());
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.get('/brands/acme/searches?from=2026-11-01&until=')).status, 200);
    for (const query of ['month=x', 'from=2020-01-01', 'from=2026-11-02&until=2026-11-01', 'days=0']) {
      for (const page of ['', '/searches', '/trend']) {
        assert.equal((await viewer.get(`/brands/acme${page}?${query}`)).status, 400, `${page} ${query}`);
      }
    }
    assert.equal((await viewer.get('/brands?month=2026-11')).status, 200);
  });

  test("reveal nothing about another organization's brand", async () => {
    const store = await fresh();
    const dashboard = await filled(store);
    await pipelineOn(store).apply(otherFile);
    const viewer = await dashboard.signedIn('viewer');
    const [foreign, missing] = await Promise.all(
      ['other', 'nobodys'].map(async (id) => await viewer.get(`/brands/${id}/searches`)),
    );
    assert.equal(foreign?.status, 404);
    assert.equal(foreign?.html.replaceAll('other', 'X'), missing?.html.replaceAll('nobodys', 'X'));
    const admin = await dashboard.signedIn('admin', null);
    assert.equal((await admin.get('/brands/other/searches')).status, 200);
  });

  test('load nothing from elsewhere, run nothing inline, and are in no frame', async () => {
    const store = await fresh();
    const dashboard = await filled(store);
    const viewer = await dashboard.signedIn('viewer');
    const { html, headers } = await viewer.get('/brands/acme/searches');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(html, /<script(?![^>]*src="\/assets\/)|\son\w+=|\sstyle=/);
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      const asset = await dashboard.api.app.inject({ url: path });
      assert.equal(asset.statusCode, 200);
      assert.match(String(asset.headers['cache-control']), /immutable/);
    }
  });

  test('take no form from another site', async () => {
    const store = await fresh();
    const { nobody } = await filled(store);
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { status } = await nobody.post('/theme', { theme: 'dark' }, { 'sec-fetch-site': site });
      assert.equal(status, 403, site);
    }
    const { headers } = await nobody.post('/theme', { theme: 'dark', back: '//elsewhere.example' });
    assert.equal(headers.location, '/');
    assert.match(String(headers['set-cookie']), /sightline-theme=dark/);
  });

  test('lead on to an address in any script, which a header has escaped', async () => {
    const { nobody } = await filled(await fresh());
    for (const [back, location] of [
      ['/brands/日本?x=%20', '/brands/%E6%97%A5%E6%9C%AC?x=%20'],
      ['/a b\ud800', '/a%20b%EF%BF%BD'],
    ] as const) {
      const { status, headers } = await nobody.post('/theme', { theme: 'dark', back });
      assert.equal(status, 303);
      assert.equal(headers.location, location);
    }
  });

  test('read no form that would keep the server busy', async () => {
    const { nobody, signedIn } = await filled(await fresh());
    const large = { theme: 'dark', back: `/${'x'.repeat(64 * 1024)}` };
    assert.equal((await nobody.post('/theme', large)).status, 413);
    const [most, tooMany] = [10_000, 10_001].map((fields) => ({ x: Array<string>(fields).fill('') }));
    const editor = await signedIn('editor');
    // Parsed, then refused for its content.
    assert.equal((await editor.post('/keys', most)).status, 400);
    assert.equal((await editor.post('/keys', tooMany)).status, 413);
  });

  test('answer a wrong path or method to a browser with a page, and to a program as the API does', async () => {
    const store = await fresh();
    const dashboard = await filled(store);
    const missing = await dashboard.nobody.get('/no/such/page');
    assert.equal(missing.status, 404);
    assert.match(missing.text, /Page not found/);
    const wrong = await dashboard.api.app.inject({ method: 'POST', url: '/brands/acme/searches' });
    assert.equal(wrong.statusCode, 405);
    assert.equal(wrong.headers.allow, 'GET, HEAD');
    assert.equal(wrong.json().error.code, 'method_not_allowed');
  });

  test('download a report as the API gives it', async () => {
    const store = await fresh();
    const dashboard = await filled(store);
    const viewer = await dashboard.signedIn('viewer');
    const { html, headers } = await viewer.get('/brands/acme/csv/searches?days=30');
    assert.match(String(headers['content-disposition']), /attachment; filename="acme-searches-.*\.csv"/);
    const response = await dashboard.api.app.inject({
      url: '/api/v1/searches?days=30',
      headers: { 'x-api-key': await keyOf(store), accept: 'text/csv' },
    });
    assert.equal(html, response.payload);
    assert.equal((await viewer.get('/brands/acme/csv/me')).status, 404);
  });
});

const otherFile = {
  organizations: [{ name: 'Other Inc', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] }],
};

async function filled(store: Parameters<typeof dashboardOn>[0]) {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines([line({ searches: ['anvil reviews'] })]);
  return dashboardOn(store);
}

async function keyOf(store: Parameters<typeof dashboardOn>[0]): Promise<string> {
  return (await pipelineOn(store).createKey()).key;
}
