import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { historyLines } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeWith,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  setUp,
} from '../support/world.ts';

const PROMPTS = ['best anvils', 'anvils for beginners', 'cheap anvils', 'who sells anvils', 'anvil brands'];

/** This many prompts, asked once a day. */
const asked = (prompts: number, more: object = {}) =>
  acmeWith({ prompts: PROMPTS.slice(0, prompts), ...more });

/** Four weeks, to yesterday, of one answer a day to each prompt; `namedOn`: on how many days of a week it names Acme. */
function weeks(namedOn: readonly number[], more: (prompt: number, day: number) => object = () => ({})) {
  return namedOn.flatMap((days, prompt) =>
    Array.from({ length: 28 }, (_, day) =>
      line({
        prompt: PROMPTS[prompt],
        collected_at: iso(NOW - HOUR_MS - (day + 1) * DAY_MS),
        mentions: [{ brand: 'Acme', mentioned: day % 7 < days }],
        ...more(prompt, day),
      }),
    ),
  );
}

async function planOf(
  store: TestStore,
  file: object,
  lines: readonly object[],
  query = '',
  prices: Readonly<Record<string, number>> = {},
) {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(file);
  assert.equal((await importLines(lines)).bad_lines, 0);
  const { key } = await createKey();
  const disabled = Object.entries(prices).map(([engine, micros]) => ({
    engine,
    provider: engine,
    missing: 'KEY',
    micros,
  }));
  return await apiOn(store, { configured: { ready: [], disabled } }).get(`/planner${query}`, key);
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
type Row = any;

onEveryStore('GET /planner', (fresh) => {
  test("200: each engine's rate has the range of questions from /visibility", async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const say = (day: number, prompt: number) => ({ acme: (7 * day + 5 * prompt) % 12 < prompt });
    await importLines(historyLines({ from: 27, to: 0, prompts: 12, say }));
    const { key } = await createKey();
    const read = async (report: string) => {
      const { body } = await apiOn(store).get(`/${report}?from=2026-11-01&until=2026-11-19`, key);
      const of = ({ range_of_questions, questions }: Row) => ({ range_of_questions, questions });
      return [body.data.engines[0], body.data.changes?.[0] ?? body.data.engines[0]].map(of);
    };
    const named = await read('visibility');
    assert.ok(named[0]?.range_of_questions !== null);
    assert.deepEqual(await read('planner'), named);
  });

  test("200: each engine's prompts, and the changes that they can detect", async () => {
    const { status, body } = await planOf(await fresh(), asked(5), weeks([0, 2, 3, 5, 7]));
    assert.equal(status, 200);
    const [chatgpt, claude] = body.data.engines;
    assert.deepEqual(
      [chatgpt.present, chatgpt.responses, chatgpt.prompts, chatgpt.answers_per_day],
      [68, 140, 5, 5],
    );
    // The share of each prompt's answers that name Acme: 0, 2/7, 3/7, 5/7, and 1.
    const within = (28 * (2 / 7) * (5 / 7) * 2 + 28 * (3 / 7) * (4 / 7)) / (140 - 5);
    const share = 68 / 140;
    assert.equal(chatgpt.correlation, Math.round(1000 * (1 - within / (share * (1 - share)))) / 1000);
    const [drop, rise, cited, negative] = body.data.changes;
    assert.deepEqual(
      [drop.kind, rise.kind, cited.kind, negative.kind],
      ['visibility_drop', 'visibility_rise', 'cited_not_named', 'negative_framing'],
    );
    assert.ok(drop.smallest_in_28_days >= 10 && drop.smallest_in_28_days < drop.smallest_in_7_days);
    assert.equal(drop.not_called_because, null);
    assert.deepEqual(
      [negative.rate, negative.smallest_in_7_days, negative.not_called_because],
      [null, null, 'too_few_answers'],
    );
    assert.deepEqual([claude.rate, claude.correlation], [null, null]);
    const days = new Map<number, number | null>(drop.days_until.map((each: Row) => [each.points, each.days]));
    assert.equal(days.get(5), null, 'below the points that an alert needs');
    assert.ok((days.get(40) ?? 0) < (days.get(30) ?? 0));
  });

  test('200: detects nothing with fewer weekly answers than an alert needs, and says why', async () => {
    const { body } = await planOf(await fresh(), asked(4), weeks([1, 2, 3, 5]), '?engine=chatgpt');
    for (const {
      smallest_in_7_days,
      smallest_in_28_days,
      not_called_because,
      rate,
    } of body.data.changes.slice(0, 2)) {
      assert.notEqual(rate, null);
      assert.deepEqual(
        [smallest_in_7_days, smallest_in_28_days, not_called_because],
        [null, null, 'too_few_answers'],
      );
    }
    const [more] = body.data.what_ifs;
    assert.deepEqual([more.change, more.smallest_drop_now], ['one_more_sample', null]);
    assert.ok(more.smallest_drop_then > 10, 'twice the answers are enough');
  });

  test('200: the answers that 20, 10, and 5 points need, confirmed by asking that often', async () => {
    const store = await fresh();
    const lines = weeks([0, 2, 3, 5, 7]);
    const file = (samples: number) => asked(5, { samples_per_day: samples });
    const { body } = await planOf(store, file(1), lines, '?engine=chatgpt', { chatgpt: 10_000 });
    const [twenty, ten, five] = body.data.needs;
    assert.deepEqual([twenty.points, twenty.kind, twenty.prompts], [20, 'visibility_drop', 5]);
    assert.deepEqual([twenty.min_delta_points, ten.min_delta_points, five.min_delta_points], [10, 5, 2]);
    assert.ok(twenty.times_a_day > 1 && twenty.times_a_day <= 5);
    assert.equal(twenty.usd_per_month, 30 * 0.01 * twenty.answers_per_day, 'an answer to each question');
    assert.ok(ten.prompts > 5, 'asks no question more than 5 times a day');
    assert.equal(ten.answers_per_day, ten.prompts * ten.times_a_day);
    assert.ok(five.answers_per_day > 3 * ten.answers_per_day, 'half the size takes four times the answers');
    const ifMore = body.data.what_ifs.find((row: Row) => row.change === 'one_more_sample');
    assert.equal(ifMore.smallest_drop_then <= 20, twenty.times_a_day <= 2);
  });

  test('200: plans a rise where the rate cannot fall so far, and assumes 50% without a rate', async () => {
    const rare = (await planOf(await fresh(), asked(5), weeks([0, 0, 0, 1, 0]), '?engine=chatgpt')).body;
    assert.deepEqual(
      pluck(rare.data.needs, 'kind', 'rate_assumed'),
      [20, 10, 5].map(() => ['visibility_rise', false]),
    );
    const { body } = await planOf(await fresh(), asked(5), weeks([0, 2]).slice(0, 3), '?engine=chatgpt');
    const [first] = body.data.needs;
    assert.deepEqual([first.rate_assumed, first.days_now], [true, null]);
    assert.ok(first.answers_per_day > 5, 'for prompts without data');
    assert.equal(first.usd_per_month, null);
  });

  test('200: a brand that is always named can only fall, and one never named can only rise', async () => {
    const { body } = await planOf(await fresh(), asked(5), weeks([7, 7, 7, 7, 7]), '?engine=chatgpt');
    const [drop, rise] = body.data.changes;
    assert.notEqual(drop.smallest_in_28_days, null);
    assert.deepEqual([rise.smallest_in_28_days, rise.not_called_because], [null, 'no_change_large_enough']);
    assert.equal(body.data.engines[0].correlation, null);
  });

  test('200: prices come from collections, otherwise from the settings, with their source', async () => {
    const store = await fresh();
    const lines = weeks([1, 2, 3, 4, 5]);
    const prices = { chatgpt: 10_000, claude: 20_000 };
    const first = (await planOf(store, asked(5), lines, '', prices)).body;
    assert.deepEqual([first.meta.usd_per_month, first.meta.cost_source], [30 * 5 * 0.03, 'settings']);
    await store.main.updateTable('collections').set({ micros: 500 }).where('id', '<=', 60).execute();
    const { data, meta } = (await planOf(store, asked(5), [], '', prices)).body;
    assert.deepEqual([data.engines[0].usd_per_answer, data.engines[0].cost_source], [0.0005, 'collections']);
    assert.deepEqual([data.engines[1].usd_per_answer, data.engines[1].cost_source], [0.02, 'settings']);
    assert.deepEqual([meta.usd_per_month, meta.cost_source], [3.075, 'both']);
    const bills = pluck(data.what_ifs, 'change', 'engine', 'questions_per_day', 'usd_per_month_then');
    assert.deepEqual(bills, [
      ['one_more_sample', 'chatgpt', 10, 6.15],
      ['one_more_sample', 'claude', 10, 6.15],
      ['ten_more_prompts', 'chatgpt', 15, 9.225],
      ['ten_more_prompts', 'claude', 15, 9.225],
      ['without_engine', 'chatgpt', 0, 3],
      ['without_engine', 'claude', 0, 0.075],
    ]);
    const unpriced = (await planOf(store, asked(5), [], '')).body;
    assert.deepEqual([unpriced.meta.usd_per_month, unpriced.meta.cost_source], [null, null]);
  });

  test('200: a weekly prompt counts as a seventh of a question a day', async () => {
    const store = await fresh();
    const prompts = PROMPTS.map((text, index) => (index < 2 ? { text } : { text, every: 'week' }));
    const { data } = (await planOf(store, asked(5, { prompts }), weeks([0, 7, 4, 4, 1]), '', { chatgpt: 70_000 })).body; // biome-ignore format: one call
    const { questions_per_day: perDay, usd_per_month: usd } = data.engines.find(
      (row: Row) => row.engine === 'chatgpt',
    );
    assert.deepEqual([perDay, usd], [2.429, 5.1], '17 sevenths of 7 cents, 30 times');
    const then = (change: string) => data.what_ifs.filter((row: Row) => row.change === change && row.engine === 'chatgpt').map((row: Row) => row.questions_per_day); // biome-ignore format: one expression
    assert.deepEqual([then('one_more_sample'), then('ten_more_prompts')], [[4.429], [12.429]]);
  });

  test('200: with a competitor, the days until an alert about its lead', async () => {
    const store = await fresh();
    const lines = weeks([2, 3, 4, 5, 6], (_, day) => ({
      mentions: [
        { brand: 'Acme', mentioned: true },
        { brand: 'Bolt', mentioned: true, rank: 1 },
      ].map((each, place) => ({ ...each, rank: day % 5 === 0 ? 2 - place : place + 1 })),
    }));
    const { body } = await planOf(store, asked(5), lines, '?versus=bolt&engine=chatgpt');
    const row = body.data.changes.at(-1);
    assert.deepEqual(
      [row.kind, row.brand, row.responses, body.meta.versus],
      ['competitor_overtook', 'Bolt', 140, 'Bolt'],
    );
    assert.ok(row.smallest_in_28_days > 25, 'it has to cross half of the answers');
    const { status, body: refused } = await planOf(store, asked(5), [], '?versus=Bolts');
    assert.deepEqual([status, refused.error.code], [400, 'invalid_parameter']);
    assert.match(refused.error.message, /did you mean `Bolt`/);
  });

  test('200: a new competitor changes nothing, although no answer tracked it yet', async () => {
    const store = await fresh();
    const lines = weeks([2, 3, 4, 5, 6], (_, day) => ({
      mentions: [{ brand: 'Acme', mentioned: true, framing: day % 3 === 0 ? 'negative' : 'neutral' }],
    }));
    const before = await planOf(store, asked(5), lines);
    const dart = [...ACME_BRAND.competitors, { name: 'Dart' }];
    const { body } = await planOf(store, asked(5, { competitors: dart }), []);
    assert.deepEqual([body.data.engines[0].responses, body.data], [140, before.body.data]);
  });

  test('200: an empty store has a plan of nothing', async () => {
    const { status, body } = await planOf(await fresh(), asked(1, { engines: [] }), []);
    assert.equal(status, 200);
    assert.ok(Object.values(body.data).every((rows) => Array.isArray(rows) && rows.length === 0));
  });
});
