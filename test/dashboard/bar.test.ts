import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { answerRoutes } from '../../src/dashboard/pages/answers/index.ts';
import { brandRoutes } from '../../src/dashboard/pages/brands/brands.ts';
import { competitorRoutes } from '../../src/dashboard/pages/competitors/competitors.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { eventRoutes } from '../../src/dashboard/pages/events/events-page.ts';
import { findRoutes } from '../../src/dashboard/pages/find.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { questionRoutes } from '../../src/dashboard/pages/questions/questions-page.ts';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { dashboardOn, onPages, type PageResponse, type Visitor } from '../support/dashboard.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn, SOURCE } from '../support/world.ts';

const ROUTES = [
  ...trendRoutes,
  ...sourceRoutes,
  ...csvRoutes,
  ...answerRoutes,
  ...competitorRoutes,
  ...eventRoutes,
  ...setupRoutes,
  ...brandRoutes,
  ...alertRoutes,
  ...questionRoutes,
  ...overviewRoutes,
  ...accountPages,
  ...findRoutes,
];

const PROMPTS = [
  { text: 'one', tags: ['price'] },
  { text: 'two', tags: ['setup'] },
];

/** Address of the first link with this text. */
function linkTo({ html }: PageResponse, text: string | RegExp): string {
  const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  const isIt = (inner: string) => (typeof text === 'string' ? inner === text : text.test(inner));
  const found = links.find(([, , inner = '']) => isIt(inner.replace(/<[^>]*>/g, '').trim()));
  return (found?.[1] ?? assert.fail(`no link “${text}”`)).replaceAll('&amp;', '&');
}

/** Address of one of several downloads. */
function downloadOf({ html }: PageResponse, label: string): string {
  const found = [...html.matchAll(/<a href="([^"]*)" download>([^<]*)<\/a>/g)].find(
    ([, , text]) => text === `${label} (CSV)`,
  );
  return (found?.[1] ?? assert.fail(`no download “${label}”`)).replaceAll('&amp;', '&');
}

async function follow(visitor: Visitor, page: PageResponse, text: string | RegExp): Promise<PageResponse> {
  const next = await visitor.get(linkTo(page, text));
  assert.equal(next.status, 200, String(text));
  return next;
}

onPages('the bar over a page', ROUTES, (fresh) => {
  async function filled() {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, prompts: PROMPTS }]));
    const lineOf = (fields: object) => line({ ...fields, collected_at: iso(NOW - DAY_MS) });
    await importLines([
      ...Array.from({ length: 6 }, () => lineOf({ prompt: 'one', answer: 'Acme is fine.' })),
      ...Array.from({ length: 3 }, () => lineOf({ prompt: 'two', answer: 'Nobody.', engine: 'claude' })),
      line({ prompt: 'two', answer: 'Acme, of old.', collected_at: iso(NOW - 40 * DAY_MS) }),
    ]);
    const dashboard = dashboardOn(store);
    return { dashboard, importLines, viewer: await dashboard.signedIn('editor') };
  }

  test('selects several engines where each row has one, in files too, and says where it cannot', async () => {
    const { viewer } = await filled();
    const both = '/brands/acme/trend?engine=chatgpt&engine=claude';
    assert.equal(linkTo(await viewer.get(both), 'Sites'), '/brands/acme/your-pages?engine=chatgpt%2Cclaude');
    const trend = await viewer.get('/brands/acme/trend?engine=claude,gemini');
    assert.match(trend.text, /Shown: 3 answers to 1 question .*only Claude \(API\) and Gemini \(API\)/s);
    assert.doesNotMatch(trend.html, /id="engine-chatgpt"/);
    const { html: csv } = await viewer.get('/brands/acme/csv/trend?engine=claude,gemini');
    assert.deepEqual([/claude/.test(csv), /chatgpt/.test(csv)], [true, false]);
    const sites = await viewer.get('/brands/acme/sources?engine=claude,gemini');
    assert.match(
      sites.text,
      /You chose .*\. This page shows one engine, or all.*all engines here, not only Claude/s,
    );
    assert.match(sites.text, /9 answers to 2 questions/);
    assert.equal((await viewer.get('/brands/acme/answers?engine=claude,gemini')).status, 200);
  });

  test('shows the number of answers, and its chips link to others', async () => {
    const { viewer } = await filled();
    const all = await viewer.get('/brands/acme/competitors');
    assert.match(all.text, /9 answers to 2 questions/);
    assert.match(all.html, /value="claude"> <bdi>Claude \(API\)<\/bdi> <span class="muted">3</);
    const claude = await viewer.get('/brands/acme/competitors?engine=claude');
    assert.match(claude.text, /Shown: 3 answers to 1 question .*only Claude \(API\)/s);
    const longer = await follow(viewer, claude, /^Last 90 days/);
    assert.equal(linkTo(longer, 'Trend'), '/brands/acme/trend?window=90d&engine=claude');
    const back = await follow(viewer, longer, 'Remove: only Claude (API)×');
    assert.match(back.text, /10 answers to 2 questions/);
    assert.match(linkTo(back, /^Last 28 days/), /^\/brands\/acme\/competitors\?window=28d$/);
  });

  test('says how many answers were imported, and chooses them or the others', async () => {
    const { importLines, viewer } = await filled();
    const { html } = await viewer.get('/brands/acme/trend');
    assert.doesNotMatch(html, /were imported|name="imported"/);
    const at = iso(NOW - DAY_MS);
    const imported = ['own:Bot', 'claude'].map((engine) => line({ engine, prompt: 'two', collected_at: at }));
    await importLines(imported, { source: SOURCE });
    const both = await viewer.get('/brands/acme/trend');
    assert.match(both.text, /2 of 11 answers in the window were imported: Sightline did not ask for them/);
    assert.match(both.html, /name="imported"/);
    assert.match(both.text, /Bot \(imported\)/);
    const own = await viewer.get('/brands/acme/trend?imported=no');
    assert.match(own.text, /Shown: 9 answers .*asked by Sightline/s);
    assert.doesNotMatch(own.text, /were imported/);
  });

  test('keeps moving windows moving, and links to the same days', async () => {
    const { dashboard, viewer } = await filled();
    const page = await viewer.get('/brands/acme/sources?window=7d');
    assert.equal(linkTo(page, 'Trend'), '/brands/acme/trend?window=7d');
    const fixed = linkTo(page, 'Link with these dates');
    dashboard.api.clock.at += 10 * DAY_MS;
    const later = await dashboard.signedIn('viewer');
    assert.match((await later.get('/brands/acme/sources?window=7d')).text, /0 answers/);
    assert.match((await later.get(fixed)).text, /9 answers/);
  });

  test("a figure's list has the figure's filters, and its tabs the reader's own", async () => {
    const { viewer } = await filled();
    for (const [choice, kept] of [
      ['', '/brands/acme/trend'],
      ['?window=7d&tag=price', '/brands/acme/trend?window=7d&tag=price'],
    ] as const) {
      const list = await follow(viewer, await viewer.get(`/brands/acme/competitors${choice}`), /^100%$/);
      assert.match(list.text, /6 answers .*that name Acme/);
      assert.equal(linkTo(list, 'Trend'), kept);
      const answer = await follow(viewer, list, 'one');
      assert.equal(linkTo(answer, 'Trend'), kept);
      assert.equal(linkTo(await follow(viewer, answer, 'Back to the list'), 'Trend'), kept);
    }
  });

  test('offers only filters that every report on a page takes', async () => {
    const { viewer } = await filled();
    const controls = async (path: string) => {
      const { html } = await viewer.get(path);
      const names = (of: RegExp) => [...html.matchAll(of)].map(([, name = '']) => name);
      const filters = /<div class="bar-groups">[\s\S]*?<p class="bar-foot">/.exec(html)?.[0] ?? '';
      const fields = [...filters.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(
        ([, name = '']) => name,
      );
      return [names(/id="bar-(\w+)" name="menu"/g).join(), [...new Set(fields)].join()];
    };
    const all = ['window,filters', 'engine,tag,branded,tag_not,question'];
    assert.deepEqual(await controls('/brands/acme/sources'), all);
    assert.deepEqual(await controls('/brands/acme/searches'), all);
    assert.deepEqual(await controls('/brands/acme/events'), ['window', '']);
    assert.deepEqual(await controls('/brands/acme/setup'), ['', '']);
    assert.deepEqual(await controls('/brands'), ['window,compare', '']);
  });

  test('names the filter that left no answers, and links the nearest one with some', async () => {
    const { viewer } = await filled();
    const page = await viewer.get('/brands/acme/sources?tag=price&engine=claude');
    assert.match(page.text, /No answers from Claude \(API\) to questions tagged price in /);
    assert.match((await follow(viewer, page, 'Any tag 3')).text, /3 answers/);
    assert.match((await follow(viewer, page, 'All engines, not only Claude (API) 6')).text, /6 answers/);
    const early = await viewer.get('/brands/acme/sources?from=2026-01-01&until=2026-01-02');
    assert.match(early.text, /No answers in Jan 1 – 2\./);
    assert.match((await follow(viewer, early, 'Last 90 days 10')).text, /10 answers/);
    assert.doesNotMatch((await viewer.get('/brands/acme/sources')).text, /nearest choices/);
  });

  test('every download keeps as many of the filters as its report takes', async () => {
    const { viewer } = await filled();
    const choice = 'window=2026-11-01..2026-11-20&engine=chatgpt&tag=price&compare=year';
    const alerts = await viewer.get(
      linkTo(await viewer.get(`/brands/acme/alerts?${choice}`), 'Alerts of every engine (CSV)'),
    );
    assert.equal(alerts.status, 200);
    const questions = await viewer.get(`/brands/acme/questions?${choice}&find=on`);
    for (const label of ['Questions', 'Gaps']) {
      const { html } = await viewer.get(downloadOf(questions, label));
      assert.match(html, /\bone\b/, label);
      assert.doesNotMatch(html, /\btwo\b/, label);
    }
    const found = await viewer.get('/brands/acme/questions?find=tw');
    const { html } = await viewer.get(downloadOf(found, 'Questions'));
    assert.match(html, /\btwo\b/);
    assert.doesNotMatch(html, /\bone\b/);
  });

  test("has the last visited brand on the organization's pages", async () => {
    const { viewer } = await filled();
    const { headers } = await viewer.get('/brands/acme');
    const cookie = `sightline=${viewer.token}; ${String(headers['set-cookie']).split(';')[0]}`;
    const team = await viewer.get('/team', { cookie });
    assert.equal(linkTo(team, 'Questions'), '/brands/acme/questions');
    assert.match(team.html, /<a href="\/team" aria-current="page">Team<\/a>/);
    const stale = await viewer.get('/team', { cookie: `sightline=${viewer.token}; sightline-brand=nobodys` });
    assert.doesNotMatch(stale.html, /nobodys|class="tabs"/);
  });

  test('finds brands, questions, sites, and answers by words', async () => {
    const { viewer } = await filled();
    assert.match(
      (await viewer.get('/brands/acme/find?find=fine')).text,
      /Answers one ChatGPT \(API\) Acme is fine\./,
    );
    assert.match((await viewer.get('/brands/acme/find?find=TWO')).text, /Questions two/);
    assert.match((await viewer.get('/brands/acme/find?find=checks')).text, /Go to Changes: All checks/);
    for (const [word, place] of [
      ['paste', 'Set up: Import'],
      ['germ', 'Set up: Brand, the market Germany'],
    ])
      assert.ok((await viewer.get(`/brands/acme/find?find=${word}`)).text.includes(`Go to ${place}`), word);
    assert.match((await viewer.get('/brands/acme/find?find=acm')).text, /Brands Acme/);
    assert.match((await viewer.get('/brands/acme/find?find=zzz')).text, /Nothing here contains “zzz”/);
  });
});
