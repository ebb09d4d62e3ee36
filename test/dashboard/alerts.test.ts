import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages, type PageResponse } from '../support/dashboard.ts';
import { historyLines, type Said } from '../support/history.ts';
import { liveLink } from '../support/live-link.ts';
import { answersLinks, filtersOf } from '../support/page-figures.ts';
import type { TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  random,
} from '../support/world.ts';

const ROUTES = [...alertRoutes, ...overviewRoutes];

/** Each engine's answers to ten questions, before and since a day 9 days ago. Each produces another kind of alert. */
const STORIES: Readonly<
  Record<string, readonly [kind: string, say: (isNew: boolean, prompt: number) => Said]>
> = {
  chatgpt: ['visibility_drop', (isNew, prompt) => ({ acme: prompt < (isNew ? 2 : 6) })],
  claude: ['visibility_rise', (isNew, prompt) => ({ acme: prompt < (isNew ? 7 : 3) })],
  gemini: ['engine_blackout', (isNew, prompt) => ({ acme: !isNew && prompt < 6 })],
  perplexity: [
    'competitor_overtook',
    (isNew) => ({ acme: true, bolt: true, acmeRank: isNew ? 2 : 1, boltRank: isNew ? 1 : 2 }),
  ],
  grok: [
    'cited_not_named',
    (isNew, prompt) => ({ acme: prompt < 5, cited: isNew ? prompt > 3 : prompt < 2 }),
  ],
  mistral: [
    'negative_framing',
    (isNew, prompt) => ({ acme: true, framing: isNew && prompt < 6 ? 'negative' : 'neutral' }),
  ],
};

/** Acme on six engines with every kind of alert, evaluated on the last three days. */
async function tellStories(store: TestStore): Promise<void> {
  const { apply, importLines, watch } = pipelineOn(store);
  await apply(acmeFile([{ ...ACME_BRAND, engines: Object.keys(STORIES) }]));
  await importLines(
    Object.entries(STORIES).flatMap(([engine, [, say]]) =>
      historyLines({ engine, from: 40, to: 0, say: (day, prompt) => say(day < 9, prompt) }),
    ),
  );
  for (const day of [2, 1, 0]) await watch({ at: NOW - day * DAY_MS });
}

async function sceneOn(store: TestStore) {
  const dashboard = dashboardOn(store);
  const { key } = await pipelineOn(store).createKey();
  const alerts = async () => (await dashboard.api.get('/alerts', key)).body.data as Alert[];
  return { dashboard, key, alerts };
}

interface Alert {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly read: boolean;
  readonly facts: { readonly current: Counts; readonly baseline: Counts };
}

interface Counts {
  readonly present: number;
  readonly responses: number;
}

/** Links to answers on a page. */
function answerLinks({ html }: PageResponse): URLSearchParams[] {
  return answersLinks(html).map(({ href }) => filtersOf(href));
}

/** The API's number of answers for a link. */
async function listed(
  { dashboard, key }: Awaited<ReturnType<typeof sceneOn>>,
  query: URLSearchParams,
): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const paged = new URLSearchParams({
      ...Object.fromEntries(query),
      limit: '200',
      ...(cursor && { cursor }),
    });
    const { status, body } = await dashboard.api.get(`/answers?${paged}`, key);
    assert.equal(status, 200, String(paged));
    count += body.data.length;
    cursor = body.meta.next_cursor;
  }
  return count;
}

/** The change's points stand in its sentence and in its parts, with the counts since. */
const WHERE_MOVED =
  /The difference is (\S+) points;.*Where it moved.* The change \d+ of \d+ → (\d+) of (\d+) \1 .*The newest answers/;

const unreadIn = ({ text }: PageResponse) => Number(/Changes (\d+) unread/.exec(text)?.[1] ?? 0);

onPages('the pages of alerts and comparisons', ROUTES, (fresh) => {
  // Pages only change read states.
  let told: TestStore;
  before(async () => {
    told = await fresh();
    await tellStories(told);
  });
  beforeEach(() => told.main.deleteFrom('alert_reads').execute());

  test('one page for each of the six kinds, with its facts, and as many answers behind each figure as it says', async () => {
    const scene = await sceneOn(told);
    const viewer = await scene.dashboard.signedIn('viewer');
    const alerts = await scene.alerts();
    const expected = Object.values(STORIES).map(([kind]) => kind);
    for (const kind of expected) {
      const alert = alerts.find((each) => each.kind === kind);
      assert.ok(alert, kind);
      const page = await viewer.get(`/brands/acme/alerts/${alert.id}`);
      assert.equal(page.status, 200, kind);
      const { current, baseline } = alert.facts;
      const counts = [current, baseline].map(({ present, responses }) => `${present} of ${responses}`);
      for (const said of [alert.title, alert.detail, ...counts]) assert.ok(page.text.includes(said), said);
      const links = answerLinks(page).filter((link) => link.get('alert') === alert.id);
      for (const [side, { present }] of [
        ['current', current],
        ['baseline', baseline],
      ] as const) {
        const link = links.find((each) => each.get('side') === side && each.get('figure') === 'present');
        assert.ok(link || present === 0, `${kind} ${side}`);
        if (link) assert.equal(await listed(scene, link), present, `${kind} ${side}`);
      }
    }
  });

  test('a drop links to the answers without the brand, and to the brands in them', async () => {
    const scene = await sceneOn(told);
    const viewer = await scene.dashboard.signedIn('viewer');
    const alerts = await scene.alerts();
    const drop = alerts.find(({ kind }) => kind === 'visibility_drop');
    assert.ok(drop);
    const page = await viewer.get(`/brands/acme/alerts/${drop.id}`);
    const [, points = '', present, responses] = WHERE_MOVED.exec(page.text) ?? [];
    const link = answerLinks(page).find((each) => each.get('names_not') === 'self');
    assert.ok(link);
    assert.equal(await listed(scene, link), Number(responses) - Number(present));
    assert.match(points, /^-/);
    assert.match(page.text, /Week by week .* this alert/);
    assert.doesNotMatch(page.text, /Sites gained and lost/, 'no answer cites a site');
    assert.match(page.html, /class="event alert-mark"/);
    const overtaken = alerts.find(({ kind }) => kind === 'competitor_overtook');
    const other = await viewer.get(`/brands/acme/alerts/${overtaken?.id}`);
    assert.match(other.text, /Who is named instead .* Bolt 70 of 70 0/);
    const both = answerLinks(other).find((each) => each.get('names') === 'Bolt');
    assert.ok(both);
    assert.equal(await listed(scene, both), 70);
  });

  test('opening an alert marks it as read for that user and the API, and they can unmark it', async () => {
    const { dashboard, alerts } = await sceneOn(told);
    const viewer = await dashboard.signedIn('viewer');
    const [first, ...others] = await alerts();
    assert.ok(first && others.every(({ read }) => !read) && !first.read);
    const before = await viewer.get('/brands/acme/alerts');
    assert.equal(unreadIn(before), others.length + 1);
    const address = `/brands/acme/alerts/${first.id}`;
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', referer: 'http://localhost:80/alerts' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch' },
      { referer: 'http://other.example/' },
    ] as Record<string, string>[]) {
      await viewer.get(address, headers);
      assert.ok(
        (await alerts()).every(({ read }) => !read),
        JSON.stringify(headers),
      );
    }
    const opened = await viewer.get(address, { 'sec-fetch-site': 'same-origin' });
    assert.equal(unreadIn(opened), others.length);
    assert.deepEqual(
      (await alerts()).map(({ id, read }) => [id, read]),
      [first, ...others].map(({ id }) => [id, id === first.id]),
    );
    const other = await dashboard.signedIn('editor');
    assert.equal(unreadIn(await other.get('/brands/acme/alerts')), others.length + 1, 'to each their own');
    const back = '/brands/acme/alerts?kind=visibility_drop';
    const { status, headers } = await viewer.post('/brands/acme/alerts', {
      alert: first.id,
      read: 'false',
      back,
    });
    assert.deepEqual([status, headers.location], [303, back]);
    assert.ok((await alerts()).every(({ read }) => !read));
  });

  test('a client link shows alerts and marks none, and neither does HEAD', async () => {
    const { dashboard, alerts } = await sceneOn(told);
    const organizationId = (await findOrganization(told.main, 'Acme Inc'))?.id ?? 0;
    const deps = { db: told.main, now: () => NOW, random, actor: 'usr_ann' };
    const request = { pages: ['alerts'] as const };
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, request);
    const [alert] = await alerts();
    assert.ok(alert);
    for (const path of ['alerts', `alerts/${alert.id}`, 'comparisons']) {
      const { status, html } = await dashboard.nobody.get(`/share/${token}/${path}`);
      assert.equal(status, 200, path);
      assert.doesNotMatch(html, /<form method="post" action="[^"]*alerts/, path);
    }
    const viewer = await dashboard.signedIn('viewer');
    await dashboard.api.app.inject({
      method: 'HEAD',
      url: `/brands/acme/alerts/${alert.id}`,
      headers: { cookie: `sightline=${viewer.token}` },
    });
    assert.ok((await alerts()).every(({ read }) => !read));
  });

  test('marks every alert on the page as read at once, and no others', async () => {
    const { dashboard, alerts } = await sceneOn(told);
    const viewer = await dashboard.signedIn('viewer');
    const { html } = await viewer.get('/brands/acme/alerts?engine=claude');
    const [form = ''] = /<form method="post"[\s\S]*?Mark all as read/.exec(html) ?? [];
    const ids = [...form.matchAll(/name="alert" value="(\w+)"/g)].map(([, id = '']) => id);
    await viewer.post('/brands/acme/alerts', { alert: ids, read: 'true' });
    const read = (await alerts()).filter((each) => each.read).map(({ id }) => id);
    assert.deepEqual([read, read.length], [ids, 1]);
  });

  test('nobody reads or marks the alert of another organization, or learns that it exists', async () => {
    const { dashboard, alerts } = await sceneOn(told);
    await pipelineOn(told).apply({
      organizations: [
        { name: 'Other Inc', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] },
      ],
    });
    const stranger = await dashboard.signedIn('admin', 'Other Inc');
    const [alert] = await alerts();
    assert.ok(alert);
    const pages = await Promise.all(
      [
        `/brands/other/alerts/${alert.id}`,
        '/brands/other/alerts/alr_000000000000',
        '/brands/other/alerts/%00',
      ].map(async (path) => await stranger.get(path)),
    );
    const [foreign, missing, hostile] = pages;
    assert.deepEqual([foreign?.status, missing?.status, hostile?.status], [404, 404, 404]);
    assert.equal(foreign?.text.replaceAll(alert.id, 'X'), missing?.text.replaceAll('alr_000000000000', 'X'));
    for (const brand of ['other', 'acme']) {
      const { status } = await stranger.post(`/brands/${brand}/alerts`, { alert: alert.id, read: 'true' });
      assert.equal(status, 404, brand);
    }
    assert.ok((await alerts()).every(({ read }) => !read));
  });

  test('an empty list says what was compared, and that this does not prove that nothing changed', async () => {
    const store = await fresh();
    const { apply, importLines, watch } = pipelineOn(store);
    await apply(acmeFile());
    const viewer = await dashboardOn(store).signedIn('viewer');
    const never = await viewer.get('/brands/acme/alerts');
    assert.match(
      never.text,
      /No changes\. Sightline has not compared anything yet\. An empty list does not mean/,
    );
    const none = await viewer.get('/brands/acme/comparisons');
    assert.match(none.text, /No comparison to show\. Sightline has not compared anything yet\./);
    await importLines(historyLines({ from: 40, to: 0, say: (_day, prompt) => ({ acme: prompt < 5 }) }));
    await watch({ at: NOW });
    const compared = await viewer.get('/brands/acme/alerts');
    assert.match(
      compared.text,
      /As of November 20, 2026, 13:37 UTC: \d+ comparisons; .*does not mean that nothing/,
    );
  });

  test('hostile names, titles, and facts are text', async () => {
    const store = await fresh();
    const name = '"><img src=x onerror=alert(1)><script>';
    const { apply, importLines, watch } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, competitors: [{ name }] }]));
    const say = (day: number, prompt: number) => ({ acme: prompt < (day < 9 ? 2 : 6) });
    await importLines(
      historyLines({ from: 40, to: 0, say }).map((each) => {
        const { mentions, ...rest } = each as { mentions: { brand: string }[] };
        return {
          ...rest,
          mentions: mentions.map((m) => (m.brand === 'Bolt' ? { brand: name, mentioned: true } : m)),
        };
      }),
    );
    for (const day of [2, 1, 0]) await watch({ at: NOW - day * DAY_MS });
    const hostile = { engine: name, brand: name, current: { present: name }, change: name };
    await store.main
      .insertInto('alerts')
      .values({
        brand_id: 1,
        id: 9_000_000,
        public_id: 'alr_00000000hack',
        kind: 'visibility_drop',
        title: name,
        detail: name,
        facts: JSON.stringify(hostile),
        created_at: NOW,
        change_id: 'chg_000000000001',
        state: 'holds',
        state_since: NOW,
      })
      .execute();
    const viewer = await dashboardOn(store).signedIn('viewer');
    const list = await viewer.get('/brands/acme/alerts');
    const ids = [...list.html.matchAll(/href="\/brands\/acme\/alerts\/(alr_\w+)"/g)].map(([, id = '']) => id);
    assert.ok(ids.length > 1);
    const paths = ['/alerts', '/comparisons', ...ids.map((id) => `/alerts/${id}`)];
    for (const path of [
      ...paths,
      `/alerts?kind=${encodeURIComponent(name)}`,
      `/comparisons?engine=${encodeURIComponent(name)}&as_of=${encodeURIComponent(name)}`,
    ]) {
      const page = await viewer.get(`/brands/acme${path}`);
      assert.equal(page.status, 200, path);
      assert.doesNotMatch(page.html, /<img|onerror=alert\(1\)>(?!&)|<script>/, path);
    }
  });

  test('the comparisons page has a line for each change, with as many answers behind each figure as it says', async () => {
    const scene = await sceneOn(told);
    const viewer = await scene.dashboard.signedIn('viewer');
    const page = await viewer.get('/brands/acme/comparisons?engine=chatgpt');
    const { body } = await scene.dashboard.api.get('/comparisons?days=1&limit=200&engine=chatgpt', scene.key);
    const changes = Map.groupBy(
      body.data as Record<string, unknown>[],
      (row) => `${row.measure} ${row.brand}`,
    );
    assert.equal(page.html.split('<details class="comparison">').length - 1, changes.size);
    const links = answerLinks(page).filter((link) => link.has('comparison'));
    assert.ok(links.length > 4);
    for (const link of links) {
      const row = (body.data as Compared[]).find(({ id }) => id === link.get('comparison'));
      const side = row?.[link.get('side') as 'current'];
      const figure = link.get('figure') as keyof Counts;
      assert.equal(await listed(scene, link), side?.[figure], String(link));
    }
    assert.doesNotMatch(page.text, /unchanged|nothing changed|no change\b/i);
  });

  test('the comparisons page marks answers that do not count because only one window asked their question', async () => {
    const store = await fresh();
    const { apply, importLines, watch } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([1, 2, 3].map((hours) => line({ collected_at: iso(NOW - hours * HOUR_MS) })));
    await watch({ at: NOW });
    const viewer = await dashboardOn(store).signedIn('viewer');
    const { text } = await viewer.get('/brands/acme/comparisons?engine=chatgpt');
    assert.match(
      text,
      /Names Acme 0 of 0 from 0 of 0 no rate to compare Nov 13 to 20 0 of 0 below 5, no rate yet plus 3 to questions asked in only one window Oct 16 to Nov 13 0 of 0/,
    );
    assert.match(text, /3 of the 30 answers needed in the last 7 days/);
  });

  test('the comparisons page shows the newest evaluation, and links to earlier ones', async () => {
    const scene = await sceneOn(told);
    const viewer = await scene.dashboard.signedIn('viewer');
    const days: string[] = [];
    for (let path: string | undefined = '/brands/acme/comparisons?state=reported'; path; ) {
      const { html, text }: PageResponse = await viewer.get(path);
      const [, day = ''] = /the 7 days to November (\d+)/.exec(text) ?? [];
      if (day === '') break;
      days.push(day);
      path = /href="([^"]*)">Earlier evaluation/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.deepEqual(days, ['20', '19', '18']);
  });

  test('the comparisons page separates alerts from changes without one, and filters by kind', async () => {
    const scene = await sceneOn(told);
    const viewer = await scene.dashboard.signedIn('viewer');
    const results = async (query: string) => {
      const { html } = await viewer.get(`/brands/acme/comparisons?${query}`);
      return [...html.matchAll(/<summary>\s*<b class="verdict (\w+)/g)].map(([, kind = '']) => kind);
    };
    const raised = await results('state=reported');
    assert.equal(raised.length, (await scene.alerts()).length);
    assert.deepEqual([...new Set(raised)], ['reported']);
    const held = await results('state=held');
    assert.ok(held.length > 0 && !held.includes('reported'));
    assert.equal((await results('')).length, raised.length + held.length);
    assert.equal((await results('kind=visibility_rise')).length, Object.keys(STORIES).length);
  });
});

interface Compared {
  readonly id: string;
  readonly current: Counts;
  readonly baseline: Counts;
}
