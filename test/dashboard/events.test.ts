import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { eventRoutes } from '../../src/dashboard/pages/events/events-page.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { createShare } from '../../src/pipeline/accounts/shares.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { acmeFile, DAY_MS, iso, line, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [...eventRoutes, ...trendRoutes, ...csvRoutes];

const PATH = '/brands/acme/events';
const TREND = '/brands/acme/trend?days=7';

onPages('events of a brand', ROUTES, (fresh) => {
  async function acme() {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    const answers = (daysAgo: number, answer: string) =>
      Array.from({ length: 20 }, (_, index) =>
        line({ answer, collected_at: iso(NOW - daysAgo * DAY_MS - index) }),
      );
    await importLines([...answers(8, 'Acme'), ...answers(1, 'Bolt')]);
    const dashboard = dashboardOn(store);
    return { store, dashboard, editor: await dashboard.signedIn('editor') };
  }

  test('a form adds them, a list shows them, the trend marks them, and a button removes them', async () => {
    const { editor } = await acme();
    const day = iso(NOW - DAY_MS).slice(0, 10);
    const event = { do: 'add', day, kind: 'page', text: 'Comparison <page> published' };
    assert.equal((await editor.post(PATH, event)).status, 303);
    const listed = await editor.get(PATH);
    assert.match(listed.text, /Comparison &lt;page&gt; published|Comparison <page> published/);
    const trend = await editor.get(TREND);
    assert.match(trend.html, new RegExp(`<title>${day} Comparison &lt;page&gt; published</title>`));
    const id = /name="id" value="(evt_\w+)"/.exec(listed.html)?.[1] ?? '';
    assert.equal((await editor.post(PATH, { do: 'remove', id })).status, 303);
    assert.doesNotMatch((await editor.get(TREND)).html, /Comparison/);
  });

  test('a chart adds them, with its day and engine, and links back', async () => {
    const { editor } = await acme();
    const trend = await editor.get(TREND);
    const link =
      /href="([^"]*events[^"]*)" data-event>/.exec(trend.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = await editor.get(link);
    const field = (name: string) =>
      new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.deepEqual([field('day'), field('text')], ['2026-11-20', 'ChatGPT (API): ']);
    const noted = {
      do: 'add',
      day: field('day'),
      kind: 'model',
      text: 'ChatGPT: a new one',
      back: field('back'),
    };
    const { headers } = await editor.post(PATH, noted);
    assert.equal(headers.location, `${TREND}#trend-chatgpt`);
    for (const back of ['//evil.example/', 'https://evil.example/', '/brands/other/trend']) {
      assert.match(
        String((await editor.post(PATH, { ...noted, back })).headers.location),
        /^\/brands\/acme\/events/,
      );
    }
  });

  test('a refused form comes back with the reason', async () => {
    const { editor } = await acme();
    const later = await editor.post(PATH, { do: 'add', day: '2027-01-01', kind: 'page', text: 'Launch' });
    assert.equal(later.status, 400);
    assert.match(later.text, /not in the future/);
    assert.match(later.html, /value="Launch"/);
  });

  test('only editors have the form', async () => {
    const { dashboard } = await acme();
    const viewer = await dashboard.signedIn('viewer');
    assert.doesNotMatch((await viewer.get(PATH)).html, /name="text"/);
    const { status } = await viewer.post(PATH, { do: 'add', day: '', kind: 'page', text: 'Launch' });
    assert.equal(status, 403);
  });

  test('the trend shows where the change since the previous window lies', async () => {
    const { editor } = await acme();
    assert.match(
      (await editor.get(TREND)).text,
      /Parts of the change since the previous window .* Change -100\.0 .* Rate -100\.0 .* best anvils/,
    );
  });

  test('a share link shows neither events nor the questions of a change', async () => {
    const { store, dashboard, editor } = await acme();
    await editor.post(PATH, { do: 'add', day: '', kind: 'campaign', text: 'Secret campaign' });
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    const request = { name: 'Client', pages: ['overview', 'alerts'], days: 30 };
    const { token } = await createShare(deps, { organizationId, brand: 'acme' }, request);
    const { status, html } = await dashboard.nobody.get(`/share/${token}/trend?days=7`);
    assert.equal(status, 200);
    assert.doesNotMatch(html, /Secret campaign|Where the change is|best anvils/);
    for (const page of ['csv/events', 'csv/why', 'events']) {
      assert.equal((await dashboard.nobody.get(`/share/${token}/${page}`)).status, 404, page);
    }
  });
});
