import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const US = { location_code: 2840, language_code: 'en' };
const GERMANY = { location_code: 2276, language_code: 'de' };
const { market: _, ...WITHOUT } = ACME_BRAND;
const measuredIn = (...markets: readonly object[]) => acmeFile([{ ...WITHOUT, markets }]);

onEveryStore('a report of a brand with several markets', (fresh) => {
  /** Acme in two markets, with an answer of the first and two of the second. */
  async function acme() {
    const store = await fresh();
    const { apply, createKey, importLines } = pipelineOn(store);
    await apply(measuredIn(US, GERMANY));
    await importLines([
      line({ answer: 'US', market: 'us-en' }),
      line({ answer: 'DE 1', market: 'de-de', collected_at: iso(NOW - 2 * HOUR_MS) }),
      line({ answer: 'DE 2', market: 'de-de', location_code: 2276, collected_at: iso(NOW - 3 * HOUR_MS) }),
    ]);
    const { key } = await createKey();
    return { apply, get: (path: string) => apiOn(store).get(path, key) };
  }

  type Row = { readonly id: string; readonly answer: string; readonly market: string };
  const texts = ({ data }: { data: readonly Row[] }) => data.map(({ answer }) => answer);

  test('lists answers of the first market, and says so', async () => {
    const { get } = await acme();
    const { body } = await get('/answers');
    assert.deepEqual(texts(body), ['US']);
    assert.match(
      body.meta.note,
      /Only answers from the market `us-en` \(United States, en\), the first of 2: .* Pass `market` for another: `de-de`\.$/,
    );
  });

  test('lists those of another market by its name, page by page, with any other filter', async () => {
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
    const one = await get(`/answers?id=${body.data[0].id}`);
    assert.deepEqual(texts(one.body), ['DE 1']);
    assert.deepEqual(texts((await get(`/answers?id=${body.data[0].id}&market=us-en`)).body), []);
  });

  test('is about a removed market only if it is named, and the order of the file decides which is the first', async () => {
    const { apply, get } = await acme();
    await apply(measuredIn(GERMANY));
    const { body } = await get('/answers');
    assert.deepEqual(texts(body), ['DE 1', 'DE 2']);
    assert.doesNotMatch(body.meta.note, /market/);
    assert.deepEqual(texts((await get('/answers?market=us-en')).body), ['US']);
    const [brand] = (await get('/brands')).body.data;
    assert.deepEqual(brand.market, GERMANY);
    assert.deepEqual(brand.markets, [
      { name: 'de-de', ...GERMANY, active: true },
      { name: 'us-en', ...US, active: false },
    ]);
  });

  test('plans for one market: its answers, and the questions that are asked there', async () => {
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
    assert.deepEqual(await plannedIn('?market=de-de'), [2, 0, false], 'nothing is asked in a removed market');
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
