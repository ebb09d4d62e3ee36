import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { acmeFile, line, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [...sourceRoutes, ...csvRoutes];

const PATH = '/brands/acme/sources';
const OPEN = `${PATH}?site=news.example`;

onPages('the work on a site', ROUTES, (fresh) => {
  async function acme() {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([line({ answer: 'Bolt', citations: [{ url: 'https://news.example/best' }] })]);
    return { store, dashboard: dashboardOn(store) };
  }

  const asked = { do: 'mark', site: 'news.example', state: 'taken', note: 'wrote <b>to</b> Kim' };

  test('is taken on in its block, with a note', async () => {
    const { dashboard } = await acme();
    const editor = await dashboard.signedIn('editor');
    assert.match((await editor.get(OPEN)).text, /nobody has taken it on/);
    const posted = await editor.post(`${PATH}?engine=chatgpt`, asked);
    assert.equal(posted.status, 303);
    const { html, text } = await editor.get(OPEN);
    assert.match(text, /taken on, Nov 20/);
    assert.match(html, /wrote &lt;b&gt;to&lt;\/b&gt; Kim/);
    assert.match((await editor.get(`${PATH}?kind=worked`)).text, /Worked on 1/);
    assert.equal((await editor.post(PATH, { ...asked, state: 'won' })).status, 422);
  });

  test('only editors change it', async () => {
    const { dashboard } = await acme();
    const viewer = await dashboard.signedIn('viewer');
    const { html, text } = await viewer.get(OPEN);
    assert.doesNotMatch(html, /name="state"/);
    assert.match(text, /nobody has taken it on/);
    assert.equal((await viewer.post(PATH, asked)).status, 403);
  });

  test('a client link shows no notes, nor does its download', async () => {
    const { store, dashboard } = await acme();
    const editor = await dashboard.signedIn('editor');
    await editor.post(PATH, asked);
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    const request = { pages: ['sources'] } as const;
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, request);
    for (const page of ['sources?site=news.example', 'csv/recommendations']) {
      const { status, html } = await dashboard.nobody.get(`/share/${token}/${page}`);
      assert.equal(status, 200);
      assert.match(html, /news\.(?:<wbr>)?example/);
      assert.doesNotMatch(html, /Kim|name="state"/);
    }
    assert.match((await editor.get('/brands/acme/csv/recommendations')).html, /Kim/);
  });
});
