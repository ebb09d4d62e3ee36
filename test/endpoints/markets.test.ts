import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '../../src/reports/alerts/alerts.ts';
import { comparisons } from '../../src/reports/alerts/comparisons.ts';
import { answers } from '../../src/reports/answers/answers.ts';
import { brands } from '../../src/reports/brands.ts';
import { planner } from '../../src/reports/planner/planner.ts';
import { historyLines } from '../support/history.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  setUp,
  setUpWithKey,
} from '../support/world.ts';

const reportsOn = reportsAmong(alerts, answers, brands, comparisons, planner);

const US = { location_code: 2840, language_code: 'en' };
const GERMANY = { location_code: 2276, language_code: 'de' };
const { market: _, ...WITHOUT } = ACME_BRAND;
const measuredIn = (...markets: readonly object[]) => acmeFile([{ ...WITHOUT, markets }]);

onReusedStore('a report of a brand with several markets', (fresh) => {
  /** Acme in two markets, with one answer in the first and two in the second. */
  async function acme() {
    const { store, apply, key } = await setUpWithKey(fresh, measuredIn(US, GERMANY), [
      line({ answer: 'US', market: 'us-en' }),
      line({ answer: 'DE 1', market: 'de-de', collected_at: iso(NOW - 2 * HOUR_MS) }),
      line({ answer: 'DE 2', market: 'de-de', location_code: 2276, collected_at: iso(NOW - 3 * HOUR_MS) }),
    ]);
    return { apply, get: (path: string) => reportsOn(store).get(path, key) };
  }

  type Row = { readonly id: string; readonly answer: string; readonly market: string };
  const texts = ({ data }: { data: readonly Row[] }) => data.map(({ answer }) => answer);

  test("lists the first market's answers, and says so", async () => {
    const { get } = await acme();
    const { body } = await get('/answers');
    assert.deepEqual(texts(body), ['US']);
    assert.match(
      body.meta.note,
      /Only answers from the market `us-en` \(United States, en\), the first of 2\. .* Pass `market` for another: `de-de`\.$/,
    );
  });

  test("lists another market's answers by its name, page by page, with any other filter", async () => {
    const { get } = await acme();
    const { body: first } = await get('/answers?market=de-de&limit=1');
    const { body: second } = await get(`/answers?market=de-de&limit=1&cursor=${first.meta.next_cursor}`);
    assert.deepEqual([texts(first), texts(second)], [['DE 1'], ['DE 2']]);
    assert.equal(second.meta.next_cursor, null);
    assert.doesNotMatch(first.meta.note, /market/);
    assert.equal(first.data[0].market, 'de-de');
    assert.deepEqual(texts((await get('/answers?market=de-de&outcome=empty&looked_for=self')).body), [
      'DE 1',
      'DE 2',
    ]);
    assert.deepEqual(texts((await get('/answers?market=us-en&names_not=self')).body), ['US']);
  });

  test('finds one answer by its id in any market', async () => {
    const { get } = await acme();
    const { body } = await get('/answers?market=de-de');
    assert.deepEqual(texts((await get(`/answers?id=${body.data[0].id}`)).body), ['DE 1']);
    assert.deepEqual(texts((await get(`/answers?id=${body.data[0].id}&market=us-en`)).body), []);
  });

  test("covers a removed market only by name, and the file's order decides which is first", async () => {
    const { apply, get } = await acme();
    await apply(measuredIn(GERMANY));
    const { body } = await get('/answers');
    assert.deepEqual(texts(body), ['DE 1', 'DE 2']);
    assert.doesNotMatch(body.meta.note, /market/);
    assert.deepEqual(texts((await get('/answers?market=us-en')).body), ['US']);
    const { data, meta } = (await get('/brands')).body;
    const [brand] = data;
    assert.match(meta.note, /`market` is the first of `markets`\.$/);
    assert.deepEqual(brand.market, GERMANY);
    assert.deepEqual(brand.markets, [
      { name: 'de-de', ...GERMANY, active: true },
      { name: 'us-en', ...US, active: false },
    ]);
  });

  test('plans for one market: its answers and its questions', async () => {
    const { apply, get } = await acme();
    const prompts = [{ text: 'best anvils' }, { text: 'only there', markets: ['de-de'] }];
    await apply(acmeFile([{ ...WITHOUT, markets: [US, GERMANY], prompts }]));
    const plannedIn = async (query: string) => {
      const { data, meta } = (await get(`/planner${query}`)).body;
      const [{ responses, questions_per_day: questions }] = data.engines;
      return [responses, questions, /Only answers from the market `us-en`/.test(meta.note)];
    };
    assert.deepEqual(await plannedIn(''), [1, 1, true]);
    assert.deepEqual(await plannedIn('?market=us-en'), [1, 1, false]);
    assert.deepEqual(await plannedIn('?market=de-de'), [2, 2, false]);
    await apply(measuredIn(US));
    assert.deepEqual(await plannedIn('?market=de-de'), [2, 0, false], 'a removed market is asked nothing');
  });

  test("has each market's own alerts, by default the first market's", async () => {
    const { store, apply, createKey, importLines, watch } = await setUp(fresh, measuredIn(US, GERMANY));
    const named = (now: number, before: number) =>
      historyLines({ from: 40, to: 0, say: (day, prompt) => ({ acme: prompt < (day < 7 ? now : before) }) });
    const of = (market: string, lines: readonly object[]) =>
      lines.map((each, index) => ({ ...each, market, external_id: `${market} ${index}` }));
    // The two markets' changes would cancel out.
    await importLines([...of('us-en', named(2, 8)), ...of('de-de', named(8, 2))]);
    for (let day = 4; day >= 0; day -= 1) await watch({ at: NOW - day * DAY_MS });
    const { key } = await createKey();
    const get = async (path: string) => (await reportsOn(store).get(path, key)).body;
    const kindsIn = async (query: string) =>
      (await get(`/alerts${query}`)).data.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(await kindsIn(''), ['visibility_drop']);
    assert.deepEqual(await kindsIn('?market=de-de'), ['visibility_rise']);
    assert.match((await get('/alerts')).meta.note, /Only answers from the market `us-en`/);
    const [rise] = (await get('/alerts?market=de-de')).data;
    assert.match(
      rise.title,
      /^de-de: ChatGPT \(API\) names Acme more often: 62\.9% in the 7 days to Nov 18, 20\.0% before$/,
    );
    assert.match(rise.detail, /^In the market Germany, de: ChatGPT \(API\) named Acme in /);
    assert.equal(rise.facts.market, 'de-de');
    const found = await get(`/alerts?alert=${rise.id}`);
    assert.deepEqual([found.data, /market/.test(found.meta.note)], [[rise], false]);
    const behind = await get(`/answers?alert=${rise.id}&figure=present&limit=200`);
    assert.equal(behind.data.length, rise.facts.current.present);
    assert.deepEqual([...new Set(behind.data.map(({ market }: Row) => market))], ['de-de']);
    const changesIn = async (query: string) =>
      (await get(`/comparisons?days=1&engine=chatgpt&kind=visibility_rise${query}`)).data.map(
        ({ change }: { change: { points: number } }) => change.points,
      );
    assert.deepEqual([await changesIn(''), await changesIn('&market=de-de')], [[-60], [60]]);
    await apply(measuredIn(US));
    assert.deepEqual(
      await kindsIn('?market=de-de'),
      ['visibility_rise'],
      'a removed market keeps its alerts',
    );
  });

  test('refuses a market that the brand does not have, and names the nearest', async () => {
    const { get } = await acme();
    for (const [name, hint] of [
      ['us-em', /did you mean `us-en`\?/],
      ['France', /it has us-en, de-de/],
    ] as const) {
      const { status, body } = await get(`/answers?market=${name}`);
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
      assert.match(body.error.message, hint);
    }
  });
});
