import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createShare } from '../../src/pipeline/accounts/shares.ts';
import { openBreaker } from '../../src/storage/collect/breakers.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, type PageResponse, textOf } from '../support/dashboard.ts';
import { historyLines } from '../support/history.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  Clock,
  DAY_MS,
  HOUR_MS,
  line,
  NOW,
  pipelineOn,
  random,
} from '../support/world.ts';

const EVALUATED = NOW - HOUR_MS / 2;

/**
 * Acme, named by ChatGPT in six of ten answers a day until a week ago and in two since, by Claude in five of ten all the
 * time, evaluated on three days of which the last is half an hour ago; one more answer has come in since.
 */
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
  await importLines([line({ answer: 'Acme', collected_at: new Date(NOW - HOUR_MS / 4).toISOString() })]);
}

async function dashboardOf(store: TestStore) {
  const dashboard = dashboardOn(store);
  const { key } = await pipelineOn(store).createKey();
  const api = async (path: string) => (await dashboard.api.get(path, key)).body;
  return { dashboard, api };
}

/** The text of the row of a table that begins with a name. */
function rowOf({ html }: PageResponse, name: string): string {
  const rows = html.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
  return rows.map(textOf).find((row) => row.startsWith(name)) ?? '';
}

onAnyStore('the overview and the trend of a brand', (fresh) => {
  /** For tests that change no more of it than what was read. */
  let watched: TestStore;
  before(async () => {
    watched = await fresh();
    await watchOn(watched);
  });
  beforeEach(() => watched.main.deleteFrom('alert_reads').execute());

  test('says what its comparisons say, over the figures of the window', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const shown = await viewer.get('/brands/acme');
    assert.equal(shown.status, 200);
    assert.match(
      shown.html,
      /<h1>ChatGPT \(API\) names Acme less often than in the weeks before\. On Claude \(API\), nothing exceeds noise\.<\/h1>/,
    );
    const { data } = await api('/visibility?brand=acme&days=28');
    const [chatgpt, claude] = data.engines;
    for (const [row, name] of [
      [chatgpt, 'ChatGPT (API)'],
      [claude, 'Claude (API)'],
    ] as const) {
      assert.match(rowOf(shown, name), new RegExp(`${row.present} of ${row.responses} answers`), name);
    }
  });

  test('has the cells of /presence and the weeks of /trend, each with its counts', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { html, text } = await viewer.get('/brands/acme');
    const presence = (await api('/presence?brand=acme&days=28')).data;
    assert.equal(presence.length, 6);
    assert.match(text, /“Acme”, “Bolt”, and “Cargo” are ordinary words too, .* lower bound/);
    for (const { engine_name: engine, brand, present, responses } of presence) {
      const cell = text.split(`${engine}, ${brand}: `)[1] ?? '';
      assert.match(
        cell,
        new RegExp(`^(?:few|[\\d.]+%) ${present} of ${responses} \\(`),
        `${engine} ${brand}`,
      );
    }
    const weeks = (await api(`/trend?brand=acme&by=week&days=85&engine=claude`)).data;
    const [, table = ''] = html.split('The weeks as a table');
    for (const { role, present, responses } of weeks) {
      if (role === 'self')
        assert.ok(table.includes(`${present} of ${responses}`), `${present} of ${responses}`);
    }
  });

  test('of a chosen window has the figures of that window', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const shown = await viewer.get('/brands/acme?days=30');
    const [chatgpt] = (await api('/visibility?brand=acme&days=30')).data.engines;
    assert.match(
      rowOf(shown, 'ChatGPT (API)'),
      new RegExp(`${chatgpt.present} of ${chatgpt.responses} answers`),
    );
    assert.equal((await viewer.get('/brands/acme?days=400')).status, 400);
  });

  test('says of an alert of days ago what has become of it', async () => {
    const store = await fresh();
    await watchOn(store);
    const { dashboard, api } = await dashboardOf(store);
    const later = new Clock();
    later.at = NOW + 9 * DAY_MS;
    const { importLines, watch } = pipelineOn(store, later);
    const today = await (await dashboard.signedIn('viewer')).get('/brands/acme');
    assert.match(today.text, /Found November 20, 2026\. [^O]/, 'what was found today needs no word on today');
    const say = (_day: number, prompt: number) => ({ acme: prompt < 6, bolt: prompt < 4 });
    await importLines(historyLines({ from: -1, to: -9, engine: 'chatgpt', say }));
    await watch({ at: EVALUATED + 9 * DAY_MS });
    dashboard.api.clock.at = later.at;
    const shown = await (await dashboard.signedIn('viewer')).get('/brands/acme');
    assert.match(shown.text, /Found November 20, 2026\. On November 29, 2026: within noise\./);
    assert.doesNotMatch(shown.text, /names Acme less often than/);
    assert.equal((await api('/alerts?brand=acme')).data[0].read, false);
  });

  test('downloads the figures of its window', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { html } = await viewer.get('/brands/acme?window=90d');
    assert.match(html, /\/csv\/presence\?window=90d"/);
    assert.match(html, /\/csv\/trend\?window=85d\.\.&amp;by=week"/);
  });

  test('shows a finding as long as it holds, whoever has read it', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const editor = await dashboard.signedIn('editor');
    const [alert] = (await api('/alerts?brand=acme')).data;
    assert.ok(alert.holds && !alert.read);
    await editor.get(`/brands/acme/alerts/${alert.id}`, { 'sec-fetch-site': 'same-origin' });
    assert.equal((await api('/alerts?brand=acme')).data[0].read, true);
    for (const user of [editor, await dashboard.signedIn('viewer')]) {
      assert.match((await user.get('/brands/acme')).html, new RegExp(`class="finding"[\\s\\S]*${alert.id}`));
    }
  });

  test('says what to do before there are answers', async () => {
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
      ['silent', 'No question is asked about silent yet.', 'questions'],
      ['unasked', 'No engine is asked about unasked yet.', 'setup'],
      ['waiting', 'Waiting for the first answers about waiting.', 'collecting'],
    ]) {
      const { status, html } = await viewer.get(`/brands/${id}`);
      assert.equal(status, 200);
      assert.ok(html.includes(`<h1>${headline}</h1>`), id);
      assert.ok(html.includes(`class="button" href="/brands/${id}/${page}"`), id);
      // A brand that is not set up has no page of answers, so no tab leads to one.
      assert.equal(html.includes(`href="/brands/${id}/answers"`), id !== 'unfinished', id);
    }
  });

  test('of four answers has counts and no rate', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([1, 2, 3, 4].map((each) => line({ answer: each < 4 ? 'Acme' : 'Nobody.' })));
    const viewer = await dashboardOn(store).signedIn('viewer');
    const shown = await viewer.get('/brands/acme');
    assert.match(rowOf(shown, 'ChatGPT (API)'), /no rate yet 3 of 4 answers, below 5/);
    assert.doesNotMatch(rowOf(shown, 'ChatGPT (API)'), /75%|\b0%/);
    assert.match(shown.html, /<h1>Nothing has been compared yet/);
  });

  test('says what is wrong with the data, and what asking cost', async () => {
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
      disabled: [{ engine: 'claude', missing: 'ANTHROPIC_API_KEY', micros: 1 }],
    };
    const { text } = await (await dashboardOn(store, { configured }).signedIn('viewer')).get('/brands/acme');
    const [, health = ''] = text.split('Data health');
    assert.match(health, /ChatGPT \(API\) 2 of 3 failed In the last 24 hours: error 1, timeout 1/);
    assert.match(health, /Claude \(API\) stopped/);
    assert.match(health, /ANTHROPIC_API_KEY/);
    assert.match(health, /Answers to read again 1/);
    assert.match(health, /Spent this month \$2\.50/);
    assert.doesNotMatch(health, /Grok/, 'an engine that the brand is not asked on');
  });

  test('by a share link has no spend, no health, and no way to settings', async () => {
    const { dashboard } = await dashboardOf(watched);
    const organizationId = (await findOrganization(watched.main, 'Acme Inc'))?.id ?? 0;
    const deps = { db: watched.main, now: () => NOW, random, actor: 'usr_ann' };
    const { token } = await createShare(
      deps,
      { organizationId, brand: 'acme' },
      { name: 'Client', pages: ['overview'], days: 30 },
    );
    const { status, html, text } = await dashboard.nobody.get(`/share/${token}`);
    assert.equal(status, 200);
    assert.match(text, /ChatGPT \(API\) names Acme less often than/);
    assert.doesNotMatch(text, /Data health|Spent|Collecting|Setup/);
    assert.doesNotMatch(html, /href="[^"]*(?:setup|collecting|\/brands)/);
    const trend = await dashboard.nobody.get(`/share/${token}/trend`);
    assert.equal(trend.status, 200);
  });

  test('the trend has every figure of /trend by day, with competitors or without', async () => {
    const { dashboard, api } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    const { data } = await api('/trend?brand=acme&by=day&days=7');
    const { html } = await viewer.get('/brands/acme/trend?window=7d');
    assert.match(html, /<option value="day" selected>/);
    for (const { present, responses, engine, start, role } of data) {
      const from = encodeURIComponent(start);
      if (responses === 0) continue;
      const names = role === 'self' ? 'self' : '[^"]*';
      const cell = `engine=${engine}[^"]*from=${from}[^"]*names=${names}&amp;bar=[^"]*"[^>]*>${present} of ${responses}`;
      assert.match(html, new RegExp(cell.replaceAll('%', '\\%')), `${engine} ${start}`);
    }
    const alone = await viewer.get('/brands/acme/trend?days=90&competitors=off');
    assert.match(alone.html, /<option value="week" selected>/);
    assert.doesNotMatch(alone.text, /Bolt/);
  });

  test('the trend refuses a unit, an engine, and a choice that there are not', async () => {
    const { dashboard } = await dashboardOf(watched);
    const viewer = await dashboard.signedIn('viewer');
    for (const query of ['by=zz', 'engine=zz', 'competitors=zz']) {
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
    assert.match(html, /<option value="day" selected>/);
    assert.ok(gzipSync(html).length < 60_000, `${gzipSync(html).length} bytes`);
    const all = await viewer.get('/brands/acme/trend?days=365&by=day');
    assert.match(all.html, /<option value="week" selected>/);
  });
});
