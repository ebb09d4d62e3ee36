import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const FIRST = 'google_ai_mode';
const SECOND = 'google_ai_mode_cloro';

onEveryStore('GET /agreement', (fresh) => {
  async function get(lines: readonly object[], query = '') {
    const store: TestStore = await fresh();
    const { apply, importLines, createKey } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(lines);
    const { key } = await createKey();
    const { status, body } = await apiOn(store).get(`/agreement${query}`, key);
    assert.equal(status, 200);
    return body;
  }

  const at = (day: number, hour = 0) => iso(NOW - day * DAY_MS - hour * HOUR_MS);

  /** Both providers' answers to a question on each of this many days. */
  const both = (prompt: string, first: string, second: string, days: number, more: object = {}) =>
    Array.from({ length: days }, (_, day) => [
      line({ prompt, engine: FIRST, answer: first, collected_at: at(day), ...more }),
      line({ prompt, engine: SECOND, answer: second, collected_at: at(day, 1), ...more }),
    ]).flat();

  // biome-ignore lint/suspicious/noExplicitAny: the body of a report
  type Row = any;

  const rowOf = (body: { data: Row[] }, measure: string, about: string): Row =>
    body.data.find((row) => row.measure === measure && row.about === about) ?? assert.fail(about);

  test('200: names by both, one, and neither, beside each provider with itself', async () => {
    const body = await get([
      ...both('a?', 'Acme and Bolt', 'Acme', 4),
      ...both('b?', 'Bolt', 'Acme', 4),
      ...both('c?', 'nobody', 'nobody', 2),
    ]);
    const {
      agreement,
      difference,
      itself,
      other_itself: otherItself,
      ...acme
    } = rowOf(body, 'named', 'Acme');
    assert.deepEqual(acme, {
      engine: FIRST,
      engine_name: 'Google AI Mode',
      provider: 'DataForSEO',
      other_engine: SECOND,
      other_engine_name: 'Google AI Mode by Cloro',
      other_provider: 'Cloro',
      measure: 'named',
      about: 'Acme',
      pairs: 10,
      questions: 3,
      both: 4,
      only_engine: 0,
      only_other: 4,
      neither: 2,
    });
    assert.deepEqual([agreement.present, agreement.responses, agreement.rate], [6, 10, 0.6]);
    // Three questions with constant answers hold little information, however many answers there are.
    assert.ok(agreement.interval.lower < 0.2 && agreement.interval.upper > 0.9);
    assert.equal(difference.points, -40);
    assert.ok(difference.lower < -80 && difference.upper > 0);
    for (const own of [itself, otherItself])
      assert.deepEqual([own.present, own.responses, own.rate], [7, 7, 1]);
    assert.equal(rowOf(body, 'named', 'Bolt').only_engine, 8);
    assert.deepEqual(body.meta.surfaces, [
      { engine: FIRST, other_engine: SECOND, answers: 10, other_answers: 10, pairs: 10 },
    ]);
  });

  test('200: own pages, and the sites that most pairs cite', async () => {
    const citing = (url: string, engine: string, day: number) =>
      line({ prompt: 'a?', engine, citations: [{ url }], collected_at: at(day) });
    const body = await get([
      citing('https://docs.acme.example/a', FIRST, 0),
      citing('https://review.example/1', SECOND, 0),
      citing('https://review.example/2', FIRST, 1),
      citing('https://review.example/1', SECOND, 1),
    ]);
    const own = rowOf(body, 'cited', 'Acme');
    assert.deepEqual([own.both, own.only_engine, own.only_other, own.neither], [0, 1, 0, 1]);
    const site = rowOf(body, 'site', 'review.example');
    assert.deepEqual([site.both, site.only_engine, site.only_other, site.neither], [1, 0, 1, 0]);
    assert.deepEqual(
      body.data.map((row: Row) => [row.measure, row.about]),
      [
        ['named', 'Acme'],
        ['named', 'Bolt'],
        ['named', 'Cargo'],
        ['cited', 'Acme'],
        ['site', 'review.example'],
        ['site', 'acme.example'],
      ],
    );
  });

  test('200: below five pairs there is neither a rate nor a difference, only counts', async () => {
    const row = rowOf(await get(both('a?', 'Acme', 'nobody', 4)), 'named', 'Acme');
    assert.deepEqual([row.agreement.rate, row.difference, row.only_engine], [null, null, 4]);
    const more = rowOf(await get(both('a?', 'Acme', 'nobody', 5)), 'named', 'Acme');
    assert.deepEqual([more.agreement.rate, more.difference.points], [0, 100]);
  });

  test('200: pairs answers within a UTC day, the earliest with the earliest; others stay unpaired', async () => {
    const one = (engine: string, answer: string, day: number, hour: number) =>
      line({ prompt: 'a?', engine, answer, collected_at: at(day, hour) });
    const body = await get([
      one(FIRST, 'Acme', 1, 5),
      one(FIRST, 'nobody', 1, 3),
      one(FIRST, 'nobody', 1, 1),
      one(SECOND, 'Acme', 1, 4),
      one(SECOND, 'Acme', 1, 2),
      one(FIRST, 'Acme', 2, 0),
      one(SECOND, 'Acme', 3, 0),
      line({ prompt: 'b?', engine: FIRST, answer: 'Acme', collected_at: at(1) }),
      line({ prompt: 'c?', engine: SECOND, answer: 'Acme', collected_at: at(1) }),
    ]);
    const row = rowOf(body, 'named', 'Acme');
    assert.deepEqual([row.pairs, row.both, row.only_other], [2, 1, 1]);
    const [surface] = body.meta.surfaces;
    assert.deepEqual([surface.answers, surface.other_answers], [4, 3]);
    // The first provider on day 2 and then on day 1; the second on day 3 and then on day 1.
    assert.deepEqual([row.itself.present, row.itself.responses], [1, 1]);
    assert.deepEqual([row.other_itself.present, row.other_itself.responses], [1, 1]);
  });

  test('200: surfaces with one provider have no rows, and a chosen surface is alone', async () => {
    const lines = [
      ...both('a?', 'Acme', 'Acme', 2),
      line({ prompt: 'a?', engine: 'chatgpt_app', answer: 'Acme' }),
      line({ prompt: 'a?', engine: 'chatgpt', answer: 'Acme' }),
    ];
    assert.deepEqual((await get(lines.slice(4))).data, []);
    const engines = async (query: string) =>
      new Set((await get(lines, query)).data.map((row: Row) => row.engine));
    assert.deepEqual(await engines(''), new Set([FIRST]));
    assert.deepEqual(await engines(`?engine=${FIRST}`), new Set([FIRST]));
    assert.deepEqual(await engines(`?engine=${SECOND}`), new Set([FIRST]));
    assert.deepEqual(await engines('?engine=chatgpt_app'), new Set());
  });
});
