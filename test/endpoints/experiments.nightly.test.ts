import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { drawArms } from '../../src/domain/alerts/experiment.ts';
import { questionIdOf } from '../../src/domain/questions/question-id.ts';
import { markWithdrawn } from '../../src/storage/directory/brand/experiments.ts';
import { promptDigest } from '../../src/storage/directory/brand/prompts.ts';
import { apiOn } from '../support/api.ts';
import {
  acmeWithQuestions,
  ENDS,
  importWeeks,
  questionTexts,
  registerAcmeExperiment,
  STARTS,
} from '../support/experiments.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { Clock, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

const QUESTIONS = questionTexts(14);

const idOf = (text: string) => questionIdOf(promptDigest(text));

/** Each question's own change. */
const drift = (question: string) => Number(question.slice(-1)) % 3;

async function bodyAt(store: TestStore, at: number, query = '') {
  const { key } = await pipelineOn(store).createKey();
  const clock = new Clock();
  clock.at = at;
  const { status, body } = await apiOn(store, { clock }).get(`/experiments${query}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** A registered experiment whose treatment adds four of ten answers. */
async function treated(store: TestStore, more: Parameters<typeof importWeeks>[3] = () => ({})) {
  await acmeWithQuestions(store, QUESTIONS);
  const { registered, hash } = await registerAcmeExperiment(store);
  const isTreated = (question: string) => registered.treated.includes(idOf(question));
  await importWeeks(
    store,
    QUESTIONS,
    (question, week) => 3 + (week === 'after' ? drift(question) + (isTreated(question) ? 4 : 0) : 0),
    more,
  );
  return { registered, hash, isTreated };
}

onEveryStore('GET /experiments', (fresh) => {
  test('200: an empty list without an experiment', async () => {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    const { data, meta } = await bodyAt(store, NOW);
    assert.deepEqual(data, { experiments: [], effects: [], questions: [] });
    assert.match(meta.note, /register an experiment before it starts/);
  });

  test('200: at its end, a randomized experiment states the effect and its cause', async () => {
    const store = await fresh();
    const { registered } = await treated(store);
    const { data } = await bodyAt(store, ENDS);
    const [row] = data.effects;
    assert.deepEqual([row.experiment, row.engine, row.outcome], [registered.id, 'chatgpt', 'as_registered']);
    assert.deepEqual([row.treated, row.control, row.dropped], [7, 7, 0]);
    assert.deepEqual([row.answers_before, row.answers_after], [140, 140]);
    const mean = (arm: readonly string[]) =>
      QUESTIONS.filter((each) => arm.includes(idOf(each))).reduce((sum, each) => sum + drift(each), 0) / 7;
    const expected = 40 + 10 * (mean(registered.treated) - mean(registered.control));
    assert.ok(Math.abs(row.effect.points - expected) < 0.006, `${row.effect.points}, ${expected}`);
    assert.ok(row.effect.lower > 0 && row.effect.lower < expected && row.effect.upper > expected);
    assert.ok(row.effect.p < 0.01);
    assert.match(
      row.verdict,
      /name Acme moved by \+.* points .* A random draw set the arms, so the treatment caused it\./,
    );
    // Nothing changed in the weeks before.
    assert.deepEqual(row.placebo, { points: 0, lower: 0, upper: 0, p: 1 });
  });

  test('200: one millisecond before its end it has counts and power, and no effect', async () => {
    const store = await fresh();
    await treated(store);
    const { data } = await bodyAt(store, ENDS - 1);
    const [row] = data.effects;
    assert.deepEqual([row.outcome, row.effect, row.dropped], ['not_ended', null, null]);
    assert.deepEqual([row.treated, row.control, row.answers_before], [7, 7, 140]);
    assert.equal(row.smallest_points, null, 'of questions that never changed before');
    assert.match(row.verdict, /^Ends on 2026-11-03; its effect stays hidden until then\./);
    assert.equal(/caused|\+\d/.test(row.verdict), false);
    const states = await Promise.all([STARTS - 1, STARTS, ENDS].map((at) => bodyAt(store, at)));
    assert.deepEqual(
      states.map((body) => body.data.experiments[0].state),
      ['registered', 'running', 'ended'],
    );
  });

  test('200: anybody can repeat the draw from the seed, and the hash from the report', async () => {
    const store = await fresh();
    const { registered, hash } = await treated(store);
    const { data } = await bodyAt(store, ENDS, `?experiment=${registered.id}`);
    const [row] = data.experiments;
    const arm = (name: string) =>
      data.questions
        .filter((each: { arm: string }) => each.arm === name)
        .map((each: { question_id: string }) => each.question_id);
    const drawn = drawArms(row.seed, QUESTIONS.map(idOf));
    assert.deepEqual([arm('treated'), arm('control')], [drawn.treated, drawn.control]);
    const text = JSON.stringify({
      id: row.id,
      name: row.name,
      brand: 'acme',
      about: row.about,
      measure: row.measure,
      direction: row.direction,
      market: row.market,
      engines: row.engines,
      registered_at: row.registered_at,
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      seed: row.seed,
      treated: arm('treated'),
      control: arm('control'),
    });
    assert.equal(createHash('sha256').update(text).digest('hex'), row.hash);
    assert.equal(row.hash, hash);
  });

  test('200: chosen arms are not randomized, and give no cause', async () => {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    const arms = { treated: QUESTIONS.slice(0, 7), control: QUESTIONS.slice(7) };
    await registerAcmeExperiment(store, { ...arms, direction: 'down' });
    await importWeeks(store, QUESTIONS, (question, week) =>
      week === 'after' ? drift(question) + (arms.treated.includes(question) ? 5 : 0) : 2,
    );
    const [row] = (await bodyAt(store, ENDS)).data.effects;
    assert.equal(row.outcome, 'opposite');
    assert.match(row.verdict, /Not randomized: .* The registered expectation was the opposite/);
    assert.doesNotMatch(row.verdict, /caused/);
  });

  test('200: omits stopped questions from both arms, and more than a fifth of them make it void', async () => {
    for (const [stopped, outcome] of [
      [2, 'as_registered'],
      [3, 'void'],
    ] as const) {
      const store = await fresh();
      await treated(store, (question, week, answer) =>
        week === 'after' && answer > 5 && QUESTIONS.indexOf(question) < stopped ? null : {},
      );
      const [row] = (await bodyAt(store, ENDS)).data.effects;
      assert.deepEqual(
        [row.dropped, row.treated + row.control, row.outcome],
        [stopped, 14 - stopped, outcome],
      );
      assert.equal(row.effect === null, outcome === 'void');
      assert.match(row.verdict, new RegExp(`Left out: ${stopped} of 14 questions`));
    }
  });

  test('200: a withdrawn experiment stays listed with the reason, without an effect', async () => {
    const store = await fresh();
    const { registered } = await treated(store);
    const withdrawal = { at: STARTS + DAY_MS, because: 'The pages were late' };
    await markWithdrawn(store.main, 1, registered.id, withdrawal);
    const { data } = await bodyAt(store, ENDS);
    assert.deepEqual(
      [data.experiments[0].state, data.experiments[0].withdrawn_because, data.effects[0].effect],
      ['withdrawn', 'The pages were late', null],
    );
  });

  test('200: the power before its start follows from earlier changes', async () => {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    await registerAcmeExperiment(store);
    await importWeeks(store, QUESTIONS, (question, week) => 3 + (week === 'before' ? drift(question) : 0));
    const [row] = (await bodyAt(store, STARTS)).data.effects;
    const changes = QUESTIONS.map((each) => drift(each) / 10);
    const mean = changes.reduce((sum, each) => sum + each, 0) / 14;
    const deviation = Math.sqrt(changes.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 13);
    // scipy.stats.t.ppf(0.975, 12) + scipy.stats.t.ppf(0.8, 12)
    const expected = 100 * (2.1788128296672284 + 0.8726092915881383) * deviation * Math.sqrt(2 / 7);
    assert.ok(Math.abs(row.smallest_points - expected) < 0.051, `${row.smallest_points}, ${expected}`);
    assert.match(row.verdict, /It would detect an effect of 1\d\.\d points in 80% of cases\.$/);
    assert.ok(row.placebo.lower < row.placebo.points && row.placebo.upper > row.placebo.points);
  });

  test('200: each engine has its own effect, with a stricter test the more there are, and other models appear', async () => {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    const { registered } = await registerAcmeExperiment(store, { engines: ['claude', 'chatgpt'] });
    const isTreated = (question: string) => registered.treated.includes(idOf(question));
    const named = (question: string, week: string) =>
      3 + (week === 'after' ? drift(question) + (isTreated(question) ? 4 : 0) : 0);
    await importWeeks(store, QUESTIONS, named, (_question, week) => ({
      ...(week === 'after' ? { model: 'new-1' } : { model: 'old-1' }),
    }));
    await importWeeks(
      store,
      QUESTIONS,
      () => 3,
      () => ({ engine: 'claude', model: 'same' }),
    );
    const [chatgpt, claude] = (await bodyAt(store, ENDS)).data.effects;
    assert.deepEqual([chatgpt.engine, claude.engine], ['chatgpt', 'claude']);
    assert.deepEqual([chatgpt.outcome, claude.outcome], ['as_registered', 'not_shown']);
    assert.deepEqual([chatgpt.models_before, chatgpt.models_after], [['old-1'], ['new-1']]);
    assert.match(chatgpt.verdict, /Other models answered after the start \(old-1; then new-1\)/);
    assert.doesNotMatch(claude.verdict, /models/);
  });

  test("200: does not count another market's answers", async () => {
    const store = await fresh();
    const markets = [
      { name: 'us', location_code: 2840, language_code: 'en' },
      { name: 'de', location_code: 2276, language_code: 'de' },
    ];
    await acmeWithQuestions(store, QUESTIONS, { market: undefined, markets });
    await registerAcmeExperiment(store, { market: 'de' });
    await importWeeks(
      store,
      QUESTIONS,
      () => 3,
      () => ({ market: 'us' }),
    );
    const [row] = (await bodyAt(store, ENDS)).data.effects;
    assert.deepEqual([row.answers_before, row.dropped, row.outcome], [0, 14, 'void']);
  });

  test("200: stores a running experiment's state until its end, not longer", async () => {
    const store = await fresh();
    await treated(store);
    const { key } = await pipelineOn(store).createKey();
    const clock = new Clock();
    const { get } = apiOn(store, { clock });
    const outcomeAt = async (at: number) => {
      clock.at = at;
      return (await get('/experiments', key)).body.data.effects[0].outcome;
    };
    const outcomes = [];
    for (const at of [ENDS - 2, ENDS - 1, ENDS, ENDS + DAY_MS]) outcomes.push(await outcomeAt(at));
    assert.deepEqual(outcomes, ['not_ended', 'not_ended', 'as_registered', 'as_registered']);
  });

  test("400: another brand's experiment is unknown", async () => {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    const { registered } = await registerAcmeExperiment(store);
    await pipelineOn(store).apply({
      organizations: [
        {
          name: 'Other Inc',
          plan: { name: 'growth' },
          brands: [{ id: 'other', name: 'Other', configured: true }],
        },
      ],
    });
    const { key } = await pipelineOn(store).createKey({ organization: 'Other Inc' });
    const { get } = apiOn(store);
    for (const id of [registered.id, 'exp_000000000000', 'x']) {
      const { status, body } = await get(`/experiments?experiment=${id}`, key);
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], id);
    }
    assert.deepEqual((await get('/experiments', key)).body.data.experiments, []);
  });
});
