import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { todoRoutes } from '../../src/dashboard/pages/overview/todo-page.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages, type PageResponse, textOf } from '../support/dashboard.ts';
import { historyLines } from '../support/history.ts';
import { liveLink } from '../support/live-link.ts';
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

const ROUTES = [...overviewRoutes, ...todoRoutes, ...alertRoutes, ...trendRoutes];

const EVALUATED = NOW - HOUR_MS / 2;

/** ChatGPT names Acme in six of ten daily answers until a week ago and in two since; Claude in five throughout. Evaluated on three days, last half an hour ago; one answer arrived later. */
async function watchOn(store: TestStore): Promise<void> {
  const { apply, importLines, watch } = pipelineOn(store);
  await apply(acmeFile());
  const history = (engine: string, say: (day: number, prompt: number) => boolean) =>
    historyLines({
      from: 44,
      to: 0,
      engine,
      say: (day, prompt) => ({ acme: say(day, prompt), bolt: prompt < 4 }),
    });
  await importLines(history('chatgpt', (day, prompt) => prompt < (day < 7 ? 2 : 6)));
  await importLines(history('claude', (_day, prompt) => prompt < 5));
  for (let day = 2; day >= 0; day -= 1) await watch({ at: EVALUATED - day * DAY_MS });
  await importLines([line({ answer: 'Acme', collected_at: new Date(NOW - DAY_MS).toISOString() })]);
}

async function dashboardOf(store: TestStore) {
  const dashboard = dashboardOn(store);
  const { key } = await pipelineOn(store).createKey();
  const api = async (path: string) => (await dashboard.api.get(path, key)).body;
  return { dashboard, api };
}

/** Text of the table row that starts with a name. */
function rowOf({ html }: PageResponse, name: string): string {
  const rows = html.match(/<tr[ >][\s\S]*?<\/tr>/g) ?? [];
  return rows.map(textOf).find((row) => row.startsWith(name)) ?? '';
}

/** The active one of two links. */
const SHOWN_BY = {
  day: /<a class="toggle on"[^>]*>day</,
  week: /<a class="toggle on"[^>]*>week</,
};

onPages('the overview and the trend of a brand', ROUTES, (fresh) => {
  /** For tests that only change read states. */
  let watched: TestStore;
  before(async () => {
    watched = await fresh();
    await watchOn(watched);
  });
  beforeEach(() => watched.main.deleteFrom('alert_reads').execute());

  test('says the change that holds, in the words of /changes, whatever its window', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const [change] = (await api('/changes?brand=acme&measure=visibility')).data;
    assert.match(
      change.sentence,
      /^ChatGPT \(API\) names Acme in \d+% of answers since about .*: still so today\.$/,
    );
    for (const window of ['', '?window=7d', '?window=90d']) {
      const shown = await viewer.get(`/brands/acme${window}`);
      assert.ok(shown.html.includes(`<h1>${change.sentence}</h1>`), window);
      assert.match(
        shown.text,
        /ChatGPT \(API\) by day\. Shaded: when it may have begun, counted on neither side\./,
      );
      assert.match(rowOf(shown, 'ChatGPT'), /API, since the fall .* Fell/);
      assert.match(rowOf(shown, 'Claude'), /As before|Too few to compare yet/);
      assert.match(
        shown.text,
        new RegExp(`▼ ${change.difference.points.toFixed(1)} points ?, beyond chance`),
      );
      assert.doesNotMatch(shown.text, /No engine names Acme/);
    }
  });

  test('has the shares of /presence, of an engine that changed since then', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const shown = await viewer.get('/brands/acme');
    assert.match(shown.text, /“Acme”, “Bolt”, and “Cargo” are ordinary words too, .* lower bound/);
    assert.doesNotMatch(shown.text, /add it as an alias/, 'does not ask users who cannot');
    const editor = await dashboard.signedIn('editor');
    assert.match((await editor.get('/brands/acme')).text, /such as its domain, add it as an alias/);
    const [{ since }] = (await api('/changes?brand=acme&measure=visibility')).data;
    const { from, until } = since.window;
    const own = async (query: string) =>
      (await api(`/presence?brand=acme&${query}`)).data.find(({ role }: { role: string }) => role === 'self');
    const share = ({ present, responses }: { present: number; responses: number }) =>
      `${Math.round((100 * present) / responses)}%`;
    const chatgpt = await own(`engine=chatgpt&from=${from}&until=${until}`);
    assert.match(rowOf(shown, 'ChatGPT'), new RegExp(` ${share(chatgpt)} `));
    const claude = await own('engine=claude');
    assert.match(rowOf(shown, 'Claude'), new RegExp(` ${share(claude)} `));
  });

  test('a claim about a share counts since its change, while that holds', async () => {
    const { api } = await dashboardOf(watched);
    const [{ since }] = (await api('/changes?brand=acme&measure=visibility')).data;
    const claim = async (query: string) =>
      (await api(`/claim?brand=acme&engine=chatgpt&direction=at_least&size=30&${query}`)).data[0];
    const now = await claim('');
    assert.notEqual(now.verdict, 'supported', now.quote);
    const { present, responses, interval } = now.first;
    assert.deepEqual(
      { present, responses, interval },
      { present: since.present, responses: since.responses, interval: since.interval },
    );
    const past = await claim(`until=${new Date(NOW - 14 * DAY_MS).toISOString()}`);
    assert.equal(past.verdict, 'supported', past.quote);
  });

  test('of a past window has its own figures, and no change of today', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.get('/brands/acme?days=400')).status, 400);
    const past = await viewer.get('/brands/acme?window=2026-10');
    assert.doesNotMatch(past.text, /still so today|Fell/);
    assert.match(
      past.html,
      /<h1>No engine names Acme more or less often than before\.|<h1>Too few|<h1>ChatGPT/,
    );
  });

  test('says what to do first, with the answers of /todo', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const editor = await dashboard.signedIn('editor');
    const { data, meta } = await api('/todo?brand=acme');
    assert.ok(data.length > 0);
    const { text } = await editor.get('/brands/acme');
    const list = text.split('Do first').at(-1) ?? '';
    for (const { title, reason, answers } of data) {
      assert.ok(list.includes(`${title} ${reason}`), title);
      if (answers !== null) assert.ok(list.includes(`${answers} answer`), title);
    }
    const whole = await editor.get('/brands/acme/todo');
    assert.match(whole.text, new RegExp(`${data.length + meta.more} things? to do`));
  });

  test('downloads the figures of its window', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { html } = await viewer.get('/brands/acme?window=90d');
    assert.match(html, /\/csv\/presence\?window=90d"/);
    assert.match(html, /\/csv\/changes\?window=90d"/);
  });

  test('explains the next step before the first answers', async () => {
    const store = await fresh();
    const { apply } = pipelineOn(store);
    const named = (id: string, fields: object) => ({ ...ACME_BRAND, id, name: id, ...fields });
    await apply(
      acmeFile([
        named('unfinished', { configured: false }),
        named('silent', { prompts: [] }),
        named('unasked', { engines: [] }),
        named('waiting', {}),
      ]),
    );
    const viewer = await dashboardOn(store).signedIn('editor');
    for (const [id, headline, page] of [
      ['unfinished', 'unfinished is not set up yet.', 'setup'],
      ['silent', 'There are no questions about silent yet.', 'questions'],
      ['unasked', 'There is no engine for unasked yet.', 'setup'],
      ['waiting', 'Waiting for the first answers about waiting.', 'collecting'],
    ]) {
      const { status, html } = await viewer.get(`/brands/${id}`);
      assert.equal(status, 200);
      assert.ok(html.includes(`<h1>${headline}</h1>`), id);
      assert.ok(html.includes(`class="button" href="/brands/${id}/${page}"`), id);
      // An unfinished brand has no answers page, so no tab links to it.
      assert.equal(html.includes(`href="/brands/${id}/answers"`), id !== 'unfinished', id);
    }
  });

  test('leads a new brand through the first day, for a week at most', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    const disabled = ['chatgpt', 'claude'].map((engine) => ({
      engine,
      provider: engine,
      missing: 'A_KEY',
      micros: 1,
    }));
    const dashboard = dashboardOn(store, { configured: { ready: [], disabled } });
    const editor = await dashboard.signedIn('editor');
    const first = await editor.get('/brands/acme');
    assert.match(first.text, /The first day 2 of 7 ✓ Done: Name and competitors ✓ Done: Questions 1 asked/);
    assert.match(first.text, /3 A key for each engine 0 of 2 4 First answers after the first key/);
    assert.match(
      first.text,
      /5 First rates from 5 answers on 6 Alert addresses email or webhook 7 Colleagues/,
    );
    assert.match(first.html, /<li aria-current="step">.*<b>A key for each engine<\/b>/);
    assert.doesNotMatch(first.html, /href="\/engine-keys"/);
    const operator = await dashboard.signedIn('admin', null);
    assert.match((await operator.get('/brands/acme')).html, /href="\/engine-keys">A key for each engine/);
    await importLines([1, 2, 3, 4].map(() => line({ answer: 'Acme' })));
    const four = await editor.get('/brands/acme');
    assert.match(four.text, /Done: First answers 4 5 First rates/);
    assert.match(first.html, /<h1>No engine has a key yet, so nothing is asked\./);
    assert.match(first.html, /href="\/brands\/acme\/collecting">Add a key<\/a> .*\/import">Import answers</);
    assert.match(rowOf(four, 'ChatGPT'), /no share yet/);
    await importLines([line({ answer: 'Acme' })]);
    const five = await editor.get('/brands/acme');
    assert.match(five.text, /Done: First rates 6 Alert addresses email or webhook 7 Colleagues/);
    assert.ok(five.html.indexOf('ChatGPT (API)') < five.html.indexOf('The first day'), 'figures first');
    await importLines([line({ answer: 'Acme', collected_at: iso(NOW - 8 * DAY_MS) })]);
    for (const window of ['', '?window=2026-10'])
      assert.doesNotMatch((await editor.get(`/brands/acme${window}`)).text, /The first day/);
  });

  test('of four answers has counts and no rate', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([1, 2, 3, 4].map((each) => line({ answer: each < 4 ? 'Acme' : 'Nobody.' })));
    const viewer = await dashboardOn(store).signedIn('viewer');
    const shown = await viewer.get('/brands/acme');
    assert.match(rowOf(shown, 'ChatGPT'), /no share yet/);
    assert.match(shown.html, /title="3 of 4 /);
    assert.doesNotMatch(rowOf(shown, 'ChatGPT'), /75%|\b0%/);
    assert.match(shown.html, /<h1>Too few answers/);
  });

  test('says that a rescan is due, without costs', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([line({ answer: 'Acme' })]);
    await apply(acmeFile([{ ...ACME_BRAND, aliases: ['Ack'] }]));
    const { text } = await (await dashboardOn(store).signedIn('viewer')).get('/brands/acme');
    assert.match(text, /A rescan with your present names is due for 1 answer;/);
    assert.doesNotMatch(text, /Spent|\$/);
  });

  test('by a client link has no spend, no health, and no way to settings', async () => {
    const { dashboard } = await dashboardOf(watched);
    const organizationId = (await findOrganization(watched.main, 'Acme Inc'))?.id ?? 0;
    const deps = { db: watched.main, now: () => NOW, random, actor: 'usr_ann' };
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, { pages: ['overview'] });
    const { status, html, text } = await dashboard.nobody.get(`/share/${token}`);
    assert.equal(status, 200);
    assert.match(text, /ChatGPT \(API\) names Acme in .* still so today/);
    assert.doesNotMatch(text, /Data health|Spent|Engines and keys|Set up/);
    assert.doesNotMatch(html, /href="[^"]*(?:setup|collecting|\/brands)/);
    const trend = await dashboard.nobody.get(`/share/${token}/trend`);
    assert.equal(trend.status, 200);
  });

  test('the trend has every figure of /trend by day, with competitors or without', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { data } = await api('/trend?brand=acme&by=day&days=7&until=2026-11-19');
    const { html } = await viewer.get('/brands/acme/trend?window=7d&by=day');
    assert.match(html, SHOWN_BY.day);
    for (const { present, responses, engine, start, role } of data) {
      const from = encodeURIComponent(start);
      if (responses === 0) continue;
      const names = role === 'self' ? 'self' : '[^"]*';
      const cell = `engine=${engine}[^"]*from=${from}[^"]*names=${names}&amp;bar=[^"]*"[^>]*>${present} of ${responses}`;
      assert.match(html, new RegExp(cell.replaceAll('%', '\\%')), `${engine} ${start}`);
    }
    const alone = await viewer.get('/brands/acme/trend?days=90&hide=Bolt');
    assert.match(alone.html, SHOWN_BY.week);
    const [, drawn = ''] = alone.html.split('class="panels"');
    const shown = drawn.split('id="marks"')[0] ?? '';
    assert.doesNotMatch(shown.replaceAll(/ href="[^"]*"/g, ''), /Bolt/);
    assert.match(
      alone.html,
      /trend\?days=90" data-swap="#trend">[\s\S]*?Bolt/,
      'a link brings the line back',
    );
  });

  test('the trend of a week is by day only where a day has enough answers for a rate', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { data } = await api('/visibility?brand=acme&days=7');
    const most = Math.max(...data.engines.map(({ responses }: { responses: number }) => responses));
    const { html } = await viewer.get('/brands/acme/trend?window=7d');
    assert.match(html, most >= 35 ? SHOWN_BY.day : SHOWN_BY.week);
    assert.match((await viewer.get('/brands/acme/trend')).html, SHOWN_BY.week);
  });

  test('the trend refuses an unknown unit, engine, and choice', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    for (const query of ['by=zz', 'engine=zz']) {
      assert.equal((await viewer.get(`/brands/acme/trend?${query}`)).status, 400, query);
    }
    assert.equal(
      (await viewer.get('/brands/acme/trend?engine=')).status,
      200,
      'the form sends this for each',
    );
  });

  test('the trend of a year by day is small enough to send', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { html } = await viewer.get('/brands/acme/trend?days=365&by=day&engine=chatgpt');
    assert.match(html, SHOWN_BY.day);
    assert.ok(gzipSync(html).length < 60_000, `${gzipSync(html).length} bytes`);
    const all = await viewer.get('/brands/acme/trend?days=365&by=day');
    assert.match(all.html, SHOWN_BY.week);
  });
});
