import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { openBreaker } from '../../src/storage/collect/breakers.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages, type PageResponse, textOf } from '../support/dashboard.ts';
import { historyLines } from '../support/history.ts';
import { liveLink } from '../support/live-link.ts';
import type { TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  Clock,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  random,
} from '../support/world.ts';

const ROUTES = [...overviewRoutes, ...alertRoutes, ...trendRoutes];

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
  const rows = html.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
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

  test("states each of its window's figures the same way everywhere", async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const until = new Date(EVALUATED).toISOString();
    const { data } = await api(`/presence?brand=acme&days=7&compare=previous&until=${until}`);
    const [chatgpt, claude] = data.filter(({ role }: { role: string }) => role === 'self');
    assert.ok(chatgpt.compared.exceeds_noise && !claude.compared.exceeds_noise);
    const shown = await viewer.get(`/brands/acme?days=7&until=${until}`);
    assert.equal(shown.status, 200);
    const percent = (rate: number) => `${Math.round(100 * rate)}%`;
    const [now, before] = [chatgpt.rate, chatgpt.compared.rate].map(percent);
    assert.ok(
      shown.html.includes(`<h1>ChatGPT (API) names Acme less often: ${now} of answers, ${before} before. `),
    );
    for (const { engine_name: name, present, responses } of [chatgpt, claude])
      assert.match(rowOf(shown, name), new RegExp(`${present} of ${responses}`), name);
  });

  test("has a line for a finding, with the window's change, and the day's in small print", async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { data } = await api('/presence?brand=acme&compare=previous&engine=chatgpt');
    const [{ present, responses, compared }] = data;
    const [, finding = ''] = (await viewer.get('/brands/acme')).text.split('What changed');
    const before = `${compared.present} of ${compared.responses}`;
    const { current, earlier } = compared.change;
    const shared = `${current.count} of ${current.of} with ${earlier.count} of ${earlier.of}`;
    assert.notEqual(current.of, responses);
    assert.match(
      finding,
      new RegExp(
        `named in ${present} of ${responses} , before in ${before}; the change compares ${shared}, `,
      ),
    );
    assert.match(finding, /found Nov 20: -[\d.]+ points then/);
  });

  test('has the rates of /presence and the weeks of /trend, each with its counts', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const shown = await viewer.get('/brands/acme');
    const presence = (await api('/presence?brand=acme')).data;
    assert.match(shown.text, /“Acme”, “Bolt”, and “Cargo” are ordinary words too, .* lower bound/);
    assert.doesNotMatch(shown.text, /add it as an alias/, 'does not ask users who cannot');
    const editor = await dashboard.signedIn('editor');
    assert.match((await editor.get('/brands/acme')).text, /such as its domain, add it as an alias/);
    for (const { engine_name: engine, role, present, responses } of presence) {
      if (role === 'self')
        assert.match(rowOf(shown, engine), new RegExp(`${present} of ${responses}`), engine);
    }
    const weeks = (await api(`/trend?brand=acme&by=week&days=85&until=2026-11-19&engine=claude`)).data;
    const [, table = ''] = shown.html.split('The weeks as a table');
    for (const { role, present, responses } of weeks) {
      if (role === 'self')
        assert.ok(table.includes(`${present} of ${responses}`), `${present} of ${responses}`);
    }
  });

  test("of a chosen window has that window's figures, and of a past one its findings", async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const shown = await viewer.get('/brands/acme?days=30');
    const [chatgpt] = (await api('/visibility?brand=acme&days=30&until=2026-11-19')).data.engines;
    assert.match(rowOf(shown, 'ChatGPT (API)'), new RegExp(`${chatgpt.present} of ${chatgpt.responses}`));
    assert.equal((await viewer.get('/brands/acme?days=400')).status, 400);
    assert.doesNotMatch((await viewer.get('/brands/acme?window=2026-10')).text, /Alerts found/);
    dashboard.api.clock.at += 2 * DAY_MS;
    const over = await viewer.get('/brands/acme?window=2026-10-25..2026-11-20');
    dashboard.api.clock.at = NOW;
    assert.match(over.text, /Alerts found in these days .* names Acme less often/);
  });

  test('lists the questions of /gaps that stand out, and their total', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { data, meta } = await api('/gaps?brand=acme');
    const { html, text } = await viewer.get('/brands/acme');
    type Row = { stands_out: boolean; gap: { points: number } | null };
    const lost = data.filter(({ stands_out: out, gap }: Row) => out && (gap?.points ?? 0) > 0);
    const [, list = ''] = html.split('Questions you lose most');
    for (const { question, naming_it: it, answers } of lost.slice(0, 5)) {
      assert.ok(list.includes(question), question);
      assert.ok(list.includes(`${it} of ${answers}`));
    }
    assert.ok(text.includes(`Of ${meta.judged} gaps, ${meta.questions_lost} stand`));
  });

  test('describes a days-old finding by its window', async () => {
    const store = await fresh();
    await watchOn(store);
    const { dashboard, api } = await dashboardOf(store);
    const later = new Clock();
    later.at = NOW + 9 * DAY_MS;
    const { importLines, watch } = pipelineOn(store, later);
    const say = (_day: number, prompt: number) => ({ acme: prompt < 6, bolt: prompt < 4 });
    await importLines(historyLines({ from: -1, to: -9, engine: 'chatgpt', say }));
    await watch({ at: EVALUATED + 9 * DAY_MS });
    dashboard.api.clock.at = later.at;
    const shown = await (await dashboard.signedIn('viewer')).get('/brands/acme?window=7d');
    assert.equal((await api('/alerts?brand=acme')).data[0].state, 'holds', 'gone on one evaluation');
    assert.match(shown.text, /What changed .* found Nov 20/);
    assert.doesNotMatch(shown.html, /<h1>ChatGPT \(API\) names Acme less often:/);
  });

  test('downloads the figures of its window', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { html } = await viewer.get('/brands/acme?window=90d');
    assert.match(html, /\/csv\/presence\?window=90d"/);
    assert.match(html, /\/csv\/trend\?window=85d\.\.2026-11-19T23%3A59%3A59\.999Z&amp;by=week"/);
  });

  test('shows a finding while it lasts, even if somebody has read it', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const editor = await dashboard.signedIn('editor');
    const [alert] = (await api('/alerts?brand=acme')).data;
    assert.ok(alert.state === 'holds' && !alert.read);
    await editor.get(`/brands/acme/alerts/${alert.id}`, { 'sec-fetch-site': 'same-origin' });
    assert.equal((await api('/alerts?brand=acme')).data[0].read, true);
    for (const user of [editor, await dashboard.signedIn('viewer')]) {
      assert.match((await user.get('/brands/acme')).html, new RegExp(`class="findings"[\\s\\S]*${alert.id}`));
    }
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
    assert.match(rowOf(four, 'ChatGPT (API)'), /4 of 4/);
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
    assert.match(rowOf(shown, 'ChatGPT (API)'), /3 of 4 below 5, no rate yet/);
    assert.doesNotMatch(rowOf(shown, 'ChatGPT (API)'), /75%|\b0%/);
    assert.match(shown.html, /<h1>Too few answers/);
  });

  test('shows problems, without variables or costs', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([
      line({ answer: 'Acme' }),
      line({ outcome: 'error', answer: undefined }),
      line({ outcome: 'timeout', answer: undefined }),
    ]);
    await apply(acmeFile([{ ...ACME_BRAND, aliases: ['Ack'] }]));
    await openBreaker(store.main, { engine: 'claude', detail: 'auth', now: NOW - DAY_MS });
    await openBreaker(store.main, { engine: 'grok', detail: 'auth', now: NOW - DAY_MS });
    const organizationId = (await findOrganization(store.main, 'Acme Inc'))?.id ?? 0;
    const spent = { organization_id: organizationId, calls: 3, micros: 1_250_000 };
    await store.main
      .insertInto('spending')
      .values(
        [Date.UTC(2026, 9, 31), Date.UTC(2026, 10, 1), NOW].map((at) => ({
          ...spent,
          day: Math.floor(at / DAY_MS),
        })),
      )
      .execute();
    const configured = {
      ready: [],
      disabled: [{ engine: 'claude', provider: 'anthropic', missing: 'ANTHROPIC_API_KEY', micros: 1 }],
    };
    const { text } = await (await dashboardOn(store, { configured }).signedIn('viewer')).get('/brands/acme');
    const [, health = ''] = text.split('Data health');
    assert.match(
      health,
      /ChatGPT \(API\): 2 of 3 questions in the last 24 hours failed; no figure counts them\./,
    );
    assert.match(health, /Claude \(API\) has refused questions since November 19, 2026\./);
    assert.match(health, /A rescan with your present names is due for 1 answer;/);
    assert.doesNotMatch(text, /ANTHROPIC_API_KEY|Spent|\$2\.50/, 'variables and money are for Collecting');
    assert.doesNotMatch(health, /Grok/, 'an engine that the brand does not use');
  });

  test('by a client link has no spend, no health, and no way to settings', async () => {
    const { dashboard } = await dashboardOf(watched);
    const organizationId = (await findOrganization(watched.main, 'Acme Inc'))?.id ?? 0;
    const deps = { db: watched.main, now: () => NOW, random, actor: 'usr_ann' };
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, { pages: ['overview'] });
    const { status, html, text } = await dashboard.nobody.get(`/share/${token}`);
    assert.equal(status, 200);
    assert.match(text, /ChatGPT \(API\) names Acme less often \(alert of Nov 20\)/);
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
