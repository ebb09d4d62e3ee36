import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { todoRoutes } from '../../src/dashboard/pages/overview/todo-page.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { savePage } from '../../src/storage/site/page-facts.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { acmeFile, DAY_MS, iso, line, NOW, random, setUp } from '../support/world.ts';

const ROUTES = [...overviewRoutes, ...todoRoutes, ...sourceRoutes, ...csvRoutes];

const PATH = '/brands/acme/todo';
const PAGE = 'https://acme.example/pricing';

onPages('what to do first', ROUTES, (fresh) => {
  async function acme() {
    const cites = { citations: [{ url: PAGE }], collected_at: iso(NOW - 2 * DAY_MS) };
    const { store } = await setUp(fresh, acmeFile(), [
      line({ answer: 'Bolt', ...cites }),
      line({ answer: 'Acme', ...cites }),
    ]);
    const brandId = await findWorkspace(store.main, 'acme');
    await savePage(store.main, brandId ?? 0, {
      url: PAGE,
      fetchedAt: NOW - DAY_MS,
      status: 404,
      isReachable: false,
      problem: 'It answered 404.',
      leadsTo: null,
      keptOut: [],
      facts: null,
      named: null,
      lookedFor: '',
    });
    return { store, dashboard: dashboardOn(store) };
  }

  async function marked() {
    const world = await acme();
    const editor = await world.dashboard.signedIn('editor');
    const { html } = await editor.get(PATH);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
    const [kind, subject] = [field('kind'), field('subject')];
    const mark = { do: 'mark', kind, subject, state: 'taken', note: 'wrote <b>to</b> Kim' };
    return { ...world, editor, mark };
  }

  test('lists each with its reason, its answers, and what to do, on the overview too', async () => {
    const { editor } = await marked();
    for (const path of ['/brands/acme', PATH]) {
      const { text, html } = await editor.get(path);
      assert.match(text, /Repair acme\.example\/pricing It answers 404\. 2 answers cite it/);
      assert.match(html, /href="\/brands\/acme\/answers\?[^"]*cites[^"]*">2 answers cite it/);
    }
  });

  test('a mark moves it to another list, with its note, and back', async () => {
    const { editor, mark } = await marked();
    assert.equal((await editor.post(PATH, mark)).status, 303);
    assert.doesNotMatch((await editor.get(PATH)).text, /Repair/);
    const taken = await editor.get(`${PATH}?state=taken`);
    assert.match(taken.text, /1 thing taken on .* Repair .* Note: wrote <b>to<\/b> Kim/);
    assert.match(taken.html, /wrote &lt;b&gt;to&lt;\/b&gt; Kim/);
    assert.match(
      (await editor.get('/brands/acme')).text,
      /Nothing to do is open\. 1 thing to do is taken on/,
    );
    await editor.post(PATH, { ...mark, state: 'open' });
    assert.match((await editor.get(PATH)).text, /1 thing to do/);
    assert.equal((await editor.post(PATH, { ...mark, state: 'won' })).status, 422);
    const unknown = await editor.post(PATH, { ...mark, subject: `${PAGE}/of-nobody` });
    assert.deepEqual([unknown.status, /Nothing of this brand/.test(unknown.text)], [404, true]);
  });

  test('only editors mark', async () => {
    const { dashboard, mark } = await marked();
    const viewer = await dashboard.signedIn('viewer');
    assert.doesNotMatch((await viewer.get(PATH)).html, /todo-form/);
    assert.equal((await viewer.post(PATH, mark)).status, 403);
  });

  test('the address of the former list of sites leads here', async () => {
    const { editor } = await marked();
    const { status, headers } = await editor.get('/brands/acme/work-list');
    assert.deepEqual([status, headers.location], [303, PATH]);
  });

  test('a client link shows no notes, nor does its download', async () => {
    const { store, dashboard, editor, mark } = await marked();
    await editor.post(PATH, mark);
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    const request = { pages: ['overview', 'sources'] } as const;
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, request);
    for (const page of ['todo?state=taken', 'csv/todo?state=taken']) {
      const { status, html } = await dashboard.nobody.get(`/share/${token}/${page}`);
      assert.equal(status, 200, page);
      assert.match(html, /Repair acme\.example/);
      assert.doesNotMatch(html, /Kim|todo-form/);
    }
    assert.match((await editor.get('/brands/acme/csv/todo?state=taken')).html, /Kim/);
  });
});
