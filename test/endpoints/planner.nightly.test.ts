import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { historyLines } from '../support/history.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const PROMPTS = ['best anvils', 'anvils for beginners', 'cheap anvils', 'who sells anvils', 'anvil brands'];

/** This many prompts, asked once a day. */
const asked = (prompts: number, more: object = {}) =>
  acmeFile([{ ...ACME_BRAND, prompts: PROMPTS.slice(0, prompts), ...more }]);

/**
 * Four weeks of one answer a day to each prompt; `namedOn` says on how many days of each week a prompt's
 * answer names Acme.
 */
function weeks(namedOn: readonly number[], more: (prompt: number, day: number) => object = () => ({})) {
  return namedOn.flatMap((days, prompt) =>
    Array.from({ length: 28 }, (_, day) =>
      line({
        prompt: PROMPTS[prompt],
        collected_at: iso(NOW - HOUR_MS - day * DAY_MS),
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
    const store = await fresh();
    const { apply, createKey, importLines } = pipelineOn(store);
    await apply(acmeFile());
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
    assert.ok(chatgpt.half_panel.lower < 0.3 && chatgpt.half_panel.upper > 0.7);
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
    assert.deepEqual([claude.rate, claude.half_panel, claude.correlation], [null, null, null]);
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
    assert.equal(more.change, 'one_more_sample');
    assert.equal(more.smallest_drop_now, null);
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
      rare.data.needs.map(({ kind, rate_assumed }: Row) => [kind, rate_assumed]),
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
    const { data, meta } = (await planOf(store, asked(5), [], '?answers=50', prices)).body;
    assert.deepEqual([data.engines[0].usd_per_answer, data.engines[0].cost_source], [0.0005, 'collections']);
    assert.deepEqual([data.engines[1].usd_per_answer, data.engines[1].cost_source], [0.02, 'settings']);
    assert.deepEqual([meta.usd_per_month, meta.cost_source], [3.075, 'both']);
    const bills = data.what_ifs.map((row: Row) => [
      row.change,
      row.engine,
      row.questions_per_day,
      row.usd_per_month_then,
    ]);
    assert.deepEqual(bills, [
      ['one_more_sample', 'chatgpt', 10, 6.15],
      ['one_more_sample', 'claude', 10, 6.15],
      ['ten_more_prompts', 'chatgpt', 15, 9.225],
      ['ten_more_prompts', 'claude', 15, 9.225],
      ['without_engine', 'chatgpt', 0, 3],
      ['without_engine', 'claude', 0, 0.075],
    ]);
    const unpriced = (await planOf(store, asked(5), [], '?cents=1000')).body;
    assert.deepEqual([unpriced.meta.usd_per_month, unpriced.meta.cost_source], [null, null]);
    assert.equal(unpriced.meta.allocation.null_because, 'price_unknown');
  });

  test('200: the next answers go where they help most, at least one for each question, under the ceiling', async () => {
    const store = await fresh();
    const prices = { chatgpt: 10_000, claude: 10_000 };
    const { body } = await planOf(store, asked(5), weeks([0, 0, 7, 7, 4]), '?answers=40', prices);
    const { allocation } = body.data;
    assert.deepEqual(body.meta.allocation, { answers: 40, least_answers: 10, usd: 0.4, null_because: null });
    assert.equal(
      allocation.reduce((sum: number, row: Row) => sum + row.answers - 1, 0),
      30,
    );
    assert.ok(allocation.every((row: Row) => row.answers > 1));
    const onChatgpt = allocation.filter((row: Row) => row.engine === 'chatgpt');
    assert.equal(onChatgpt[0].question, 'anvil brands', 'the one whose answers vary');
    const poor = (await planOf(store, asked(5), [], '?answers=40&cents=15', prices)).body.meta.allocation;
    assert.deepEqual([poor.answers, poor.usd], [15, 0.15]);
    const none = (await planOf(store, asked(5), [], '?answers=40&cents=9', prices)).body;
    assert.deepEqual([none.data.allocation, none.meta.allocation.null_because], [[], 'ceiling_too_low']);
    const few = (await planOf(store, asked(5), [], '?answers=9', prices)).body.meta.allocation;
    assert.deepEqual([few.answers, few.null_because], [0, 'fewer_answers_than_questions']);
    const one = (await planOf(store, asked(5), [], '?answers=40&engine=chatgpt', prices)).body;
    assert.equal(one.meta.allocation.answers, 40);
    assert.deepEqual([one.data.samples, one.meta.samples.questions_per_day], [[], 0], 'of all engines alone');
  });

  test('200: a weekly prompt counts as a seventh of a question a day, and stays weekly', async () => {
    const store = await fresh();
    const prompts = PROMPTS.map((text, index) => (index < 2 ? { text } : { text, every: 'week' }));
    const { data, meta } = (await planOf(store, asked(5, { prompts }), weeks([0, 7, 4, 4, 1]), '?answers=40', { chatgpt: 70_000 })).body; // biome-ignore format: one call
    const { questions_per_day: perDay, usd_per_month: usd } = data.engines.find(
      (row: Row) => row.engine === 'chatgpt',
    );
    assert.deepEqual([perDay, usd], [2.429, 5.1], '17 sevenths of 7 cents, 30 times');
    const then = (change: string) => data.what_ifs.filter((row: Row) => row.change === change && row.engine === 'chatgpt').map((row: Row) => row.questions_per_day); // biome-ignore format: one expression
    assert.deepEqual([then('one_more_sample'), then('ten_more_prompts')], [[4.429], [12.429]]);
    assert.ok(data.samples.length > 0);
    for (const row of data.samples) assert.ok(PROMPTS.slice(0, 2).includes(row.question), row.question);
    const engines = data.engines.filter((row: Row) => row.asked).length;
    const daily = data.samples.reduce(
      (sum: number, row: Row) => sum + row.samples_then,
      2 - data.samples.length,
    );
    assert.equal(meta.samples.questions_per_day, Math.round(1000 * engines * (daily + 3 / 7)) / 1000);
  });

  test('200: prompts without information, and near duplicates', async () => {
    const store = await fresh();
    const onBoth = weeks([0, 7, 4, 4, 1], (prompt) => ({
      mentions: undefined,
      answer: ['It depends.', 'Acme and Bolt.', '', '', 'Cargo.'][prompt],
    })).map((each, index) => {
      const prompt = Math.floor(index / 28);
      const texts = ['Acme, Bolt.', 'Cargo.', 'Acme.'];
      return prompt === 2 || prompt === 3 ? { ...each, answer: texts[index % 3] } : each;
    });
    const lines = [...onBoth, ...onBoth.map((each) => ({ ...each, engine: 'claude', external_id: `c${each.external_id}` })),
      ...onBoth.map((each) => ({ ...each, engine: 'gemini', external_id: `g${each.external_id}` }))]; // biome-ignore format: one list
    const { body } = await planOf(store, asked(5), lines, '?similar=1');
    assert.deepEqual(
      body.data.prompts_without_information.map((row: Row) => [row.question, row.always, row.responses]),
      [
        ['best anvils', 'not_named', 84],
        ['anvils for beginners', 'named', 84],
        ['anvil brands', 'not_named', 84],
      ],
    );
    assert.deepEqual(
      body.data.similar_prompts.map((row: Row) => [row.question, row.other]),
      [['cheap anvils', 'who sells anvils']],
    );
    assert.equal(body.meta.similar_pairs, 1);
    const { data, meta } = (await planOf(store, asked(5), [])).body;
    assert.deepEqual([data.similar_prompts, meta.similar_pairs], [[], null]);
  });

  test('200: with a competitor, the days until an alert about its lead', async () => {
    const store = await fresh();
    const lines = weeks([2, 3, 4, 5, 6], (_, day) => ({
      mentions: [
        { brand: 'Acme', mentioned: true },
        { brand: 'Bolt', mentioned: true, rank: 1 },
      ].map((each, place) => ({
        ...each,
        rank: day % 5 === 0 ? 2 - place : place + 1,
      })),
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

  /** A quarter of daily answers to five prompts; each day, two or three name Acme, in no order. */
  function quarter(days = 91, more: (prompt: number, day: number) => object | null = () => ({})) {
    return PROMPTS.flatMap((prompt, place) =>
      Array.from({ length: days }, (_, day) => {
        const own = more(place, day);
        const mentioned = (place * 3 + day * day) % 5 < 2 + (day % 2);
        if (own === null) return [];
        return [
          line({
            prompt,
            external_id: `${place} ${day}`,
            collected_at: iso(NOW - (day + 1) * DAY_MS),
            mentions: [{ brand: 'Acme', mentioned }],
            ...own,
          }),
        ];
      }).flat(),
    );
  }

  const planIn = async (lines: readonly object[]) =>
    (await planOf(await fresh(), asked(5), lines, '?engine=chatgpt')).body;
  const noiseIn = async (lines: readonly object[]) => (await planIn(lines)).data.noise[0];

  test('200: how far chance alone moves the rate, from whole days before today', async () => {
    const noise = await noiseIn(quarter());
    assert.deepEqual([noise.engine, noise.null_because], ['chatgpt', null]);
    assert.ok(noise.noise_floor_points > 0 && noise.noise_floor_points < 10, noise.noise_floor_points);
    // With 35 answers and 140 before, noise hides smaller changes.
    assert.ok(noise.proposed_min_delta_points >= 16 && noise.proposed_min_delta_points <= 20);
    assert.equal(noise.chance_findings_per_month, 0, 'the detectable change exceeds chance here');
    // Naming, and citing without naming; other measures have too few answers a week.
    assert.deepEqual([noise.measures, noise.measures_not_known], [2, 0]);
    const today = line({ prompt: PROMPTS[0], external_id: 'today', collected_at: iso(NOW - HOUR_MS) });
    assert.equal((await noiseIn([...quarter(), today])).noise_floor_points, noise.noise_floor_points);
  });

  test('200: chance does more to a rate that goes up and down for weeks', async () => {
    const waves = quarter(91, (_, day) => ({ mentions: [{ brand: 'Acme', mentioned: day % 28 < 14 }] }));
    const { data, meta } = await planIn(waves);
    const [noise] = data.noise;
    assert.ok(noise.noise_floor_points > 50, noise.noise_floor_points);
    assert.equal(noise.proposed_min_delta_points, Math.ceil(noise.noise_floor_points));
    assert.ok(noise.chance_findings_per_month > 1);
    const often = `Chance alone makes ${noise.chance_findings_per_month} changes in 30 days that are large enough for an alert, over all 2 measures, if`;
    assert.ok(meta.note.includes(often), meta.note);
    const unknown = (await planIn(quarter(40))).meta.note;
    assert.ok(!unknown.includes('With nothing happening'));
  });

  test('200: days after an outage that are not whole leave the noise as it is', async () => {
    const whole = await noiseIn(quarter(91, (_, day) => (day === 40 ? null : {})));
    const partly = await noiseIn(quarter(91, (prompt, day) => (day === 40 && prompt > 1 ? null : {})));
    assert.deepEqual(partly, whole);
  });

  test('200: no noise floor from 59 days, from a panel that changed, or from too few answers a week', async () => {
    const none = {
      noise_floor_points: null,
      proposed_min_delta_points: null,
      chance_findings_per_month: null,
      measures: 0,
    };
    const without = (null_because: string, measures_not_known = 2) => ({
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      ...none,
      null_because,
      measures_not_known,
    });
    assert.equal((await noiseIn(quarter(60))).null_because, null);
    assert.deepEqual(await noiseIn(quarter(59)), without('too_few_days'));
    const added = quarter(91, (prompt, day) => (prompt === 4 && day > 80 ? null : {}));
    assert.deepEqual(await noiseIn(added), without('panel_changed'));
    const removed = quarter(91, (prompt, day) => (prompt === 4 && day < 7 ? null : {}));
    assert.deepEqual(await noiseIn(removed), without('panel_changed'));
    const fewer = quarter(91, (prompt, day) => (prompt === 4 && (day > 85 || day < 5) ? null : {}));
    assert.equal((await noiseIn(fewer)).null_because, null, 'within a week of either end');
    const few = quarter(91, (prompt) => (prompt === 4 ? null : {}));
    assert.deepEqual(await noiseIn(few), without('too_few_answers', 0));
  });

  test('200: a new competitor changes nothing, although no answer tracked it yet', async () => {
    const store = await fresh();
    const lines = weeks([2, 3, 4, 5, 6], (_, day) => ({
      mentions: [{ brand: 'Acme', mentioned: true, framing: day % 3 === 0 ? 'negative' : 'neutral' }],
    }));
    const before = await planOf(store, asked(5), lines);
    const dart = [...ACME_BRAND.competitors, { name: 'Dart' }];
    const { body } = await planOf(store, asked(5, { competitors: dart }), []);
    assert.equal(body.data.engines[0].responses, 140);
    assert.deepEqual(body.data, before.body.data);
  });

  test('200: an empty store has a plan of nothing', async () => {
    const { status, body } = await planOf(await fresh(), asked(1, { engines: [] }), []);
    assert.equal(status, 200);
    assert.ok(Object.values(body.data).every((rows) => Array.isArray(rows) && rows.length === 0));
    assert.equal(body.meta.allocation.null_because, 'nothing_asked');
  });
});
