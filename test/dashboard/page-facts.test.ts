import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { fetchPagesRoutes } from '../../src/dashboard/pages/tasks/fetch-pages.ts';
import { taskRoutes } from '../../src/dashboard/pages/tasks/task-page.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { listTasks } from '../../src/storage/tasks/tasks.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { fieldsIn } from '../support/form-fields.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';
import { doAllTasks } from '../support/tasks.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

const ROUTES = [...sourceRoutes, ...fetchPagesRoutes, ...taskRoutes, ...setupRoutes, ...overviewRoutes];

onPages('facts about pages', ROUTES, (fresh) => {
  async function world(context: TestContext) {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    context.after(site.stop);
    const { apply, importLines } = pipelineOn(store);
    await apply(
      acmeFile([{ ...ACME_BRAND, domain: 'tandemly.example', competitors: [{ name: 'Kestrel Boards' }] }]),
    );
    const url = `http://tandemly.example:${site.port}/compare/kestrel-boards`;
    await importLines([line({ citations: [{ url }] })]);
    const reader = siteReaderWith({ reach: LOOPBACK_REACH });
    // The default port, as a new user types it; no test can listen there.
    const sites: typeof reader = {
      read: (domain, stop) => reader.read(`http://${domain}:${site.port}/`, stop),
      readEach: reader.readEach,
      readSitemap: async () => null,
    };
    const dashboard = dashboardOn(store, { sites });
    return { store, sites, dashboard };
  }

  test("an editor has a site's cited pages read, and everyone sees whom they name", async (context) => {
    const { dashboard } = await world(context);
    const [viewer, editor] = [await dashboard.signedIn('viewer'), await dashboard.signedIn('editor')];
    const [sites, asked] = ['/brands/acme/sources', { do: 'fetch', site: 'tandemly.example' }];
    assert.match((await viewer.get(`${sites}?site=tandemly.example`)).text, /kestrel- ?boards 1 . not read/);
    assert.equal((await viewer.post(sites, asked)).status, 403);
    assert.equal((await editor.post(sites, asked)).status, 303);
    const { text } = await viewer.get(`${sites}?site=tandemly.example`);
    assert.match(text, /Kestrel Boards \(comparison\)/);
    assert.match((await editor.get(`${sites}?site=tandemly.example`)).text, /As read on November 20, 2026/);
    assert.equal((await editor.post(sites, { do: 'fetch', site: '..' })).status, 400);
  });

  test("a task fetches the brand's own pages, which appear under Your pages", async (context) => {
    const { store, sites, dashboard } = await world(context);
    const [viewer, editor] = [await dashboard.signedIn('viewer'), await dashboard.signedIn('editor')];
    assert.doesNotMatch((await viewer.get('/brands/acme/your-pages')).text, /Crawler access/);
    assert.equal((await viewer.post('/brands/acme/fetch-pages', {})).status, 403);
    const started = await editor.post('/brands/acme/fetch-pages', {});
    await doAllTasks(store, { sites });
    assert.match(
      (await editor.get(String(started.headers.location))).text,
      /4 pages read 2 pages not read http/,
    );
    const { text } = await viewer.get('/brands/acme/your-pages');
    assert.match(text, /GPTBot \(training\) may read 0 of \d\./);
    assert.match(text, /As fetched on November 20, 2026/);
    assert.doesNotMatch(text, /Fetch them again/);
  });

  test('a new brand with a domain shows the facts of its pages before it has a key or an answer', async (context) => {
    const { store, sites, dashboard } = await world(context);
    const editor = await dashboard.signedIn('editor');
    const form = fieldsIn(await editor.get('/new-brand/by-hand'), 'value="review"');
    const made = await editor.post('/new-brand/by-hand', {
      ...form,
      name: 'Tandemly',
      domain: 'tandemly.example',
      do: 'save',
    });
    const [, brand = ''] = /\/brands\/([^/?]+)/.exec(String(made.headers.location)) ?? [];
    const { id } = await store.main
      .selectFrom('brands')
      .select('id')
      .where('public_id', '=', brand)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      (await listTasks(store.main, id, 5)).map(({ kind }) => kind),
      ['pages'],
    );
    await doAllTasks(store, { sites });
    const { text } = await editor.get(`/brands/${brand}`);
    assert.match(text, /Crawler access/);
    assert.match(text, /GPTBot \(training\) may read 0 of \d\./);
    assert.match(text, /Fetch them again/);
  });
});
