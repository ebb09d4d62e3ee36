import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { eventRoutes } from '../../src/dashboard/pages/events/events-page.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn, random } from '../support/world.ts';

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
    assert.match(
      listed.text,
      new RegExp(` to .* ${Number(day.slice(8))}, \\d{4} \\(UTC\\), and today so far`),
    );
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
    assert.deepEqual([field('day'), field('text')], ['2026-11-19', 'ChatGPT (API): ']);
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
    assert.equal(later.status, 422);
    assert.match(later.text, /not in the future/);
    assert.match(later.html, /value="Launch"/);
  });

  /** Ten days with five answers a day to a tagged question, which names Acme from the event on, and to one without a tag. */
  async function tagged(more: { readonly untagged?: boolean; readonly daysAgo?: number } = {}) {
    const { untagged = true, daysAgo = 4 } = more;
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    const prompts = [{ text: 'tagged', tags: ['Buying'] }, ...(untagged ? [{ text: 'other' }] : [])];
    await apply(acmeFile([{ ...ACME_BRAND, prompts }]));
    const answers = (prompt: string, names: (day: number) => boolean) =>
      Array.from({ length: 10 }, (_, day) =>
        Array.from({ length: 5 }, (_each, index) =>
          line({
            prompt,
            answer: names(day) ? 'Acme' : 'None',
            collected_at: iso(NOW - day * DAY_MS - index),
          }),
        ),
      ).flat();
    await importLines([
      ...answers('tagged', (day) => day <= 3),
      ...(untagged ? answers('other', (day) => day % 2 === 0) : []),
    ]);
    const editor = await dashboardOn(store).signedIn('editor');
    const day = iso(NOW - daysAgo * DAY_MS).slice(0, 10);
    const noted = await editor.post(PATH, { do: 'add', day, kind: 'page', text: 'New pages', tag: 'Buying' });
    assert.equal(noted.status, 303);
    const { html } = await editor.get(PATH);
    const link = /href="([^"]*\/events\/evt_\w+[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return { store, editor, apply, page: await editor.get(link), link };
  }

  test("with a tag, an event's page compares its questions with the others, before and after, by engine", async () => {
    const { page } = await tagged();
    assert.match(
      page.text,
      /5 days from the event’s day on \(November 16 to November 20, 2026 \(UTC\)\) and as long before \(/,
    );
    assert.match(
      page.text,
      /ChatGPT \(API\) 0 of 25, 0% .*, then 20 of 25, 80% .* \+80\.0 points .* 10 of 25, 40% .*, then 15 of 25, 60% .* \+20\.0 points .* \+60\.0 points \(\+26\.9 to \+89\.4\)/,
    );
    assert.match(page.html, /tag=Buying[^"]*names=self|names=self[^"]*tag=Buying/);
    assert.match(page.html, /tag_not=Buying/);
  });

  test('says so where a side has no answers, and gives no number', async () => {
    const { text } = (await tagged({ untagged: false })).page;
    assert.match(text, /no answers after Fewer than 5 answers on a side/);
    const early = (await tagged({ daysAgo: 12 })).page;
    assert.match(early.text, /no answers before .* Fewer than 5 answers on a side/);
  });

  test('says that no question has its tag any more, and there is no page for an unknown event', async () => {
    const { apply, editor, link } = await tagged();
    await apply(acmeFile([{ ...ACME_BRAND, prompts: [{ text: 'tagged' }, { text: 'other' }] }]));
    assert.match((await editor.get(link)).text, /No question has the tag Buying now\./);
    assert.equal((await editor.get(`${PATH}/evt_000000000000`)).status, 404);
  });

  test('without a tag, an event compares nothing', async () => {
    const { editor } = await acme();
    await editor.post(PATH, { do: 'add', day: '', kind: 'page', text: 'Launch' });
    const id = /name="id" value="(evt_\w+)"/.exec((await editor.get(PATH)).html)?.[1] ?? '';
    const { status, text } = await editor.get(`${PATH}/${id}`);
    assert.equal(status, 200);
    assert.match(text, /Launch November 20, 2026 This event names no tag/);
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
      /Parts of each difference to the window before .* Change -100\.0 .* Rate -100\.0 .* best anvils/,
    );
  });

  test('a client link shows neither events nor the questions of a change', async () => {
    const { store, dashboard, editor } = await acme();
    await editor.post(PATH, { do: 'add', day: '', kind: 'campaign', text: 'Secret campaign' });
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    const request = { pages: ['overview', 'alerts'] } as const;
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, request);
    const { status, html } = await dashboard.nobody.get(`/share/${token}/trend?days=7`);
    assert.equal(status, 200);
    assert.doesNotMatch(html, /Secret campaign|Where the change is|best anvils/);
    for (const page of ['csv/events', 'csv/why', 'events']) {
      assert.equal((await dashboard.nobody.get(`/share/${token}/${page}`)).status, 404, page);
    }
  });
});
