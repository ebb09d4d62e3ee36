import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { findDrift, QUARTER_DAYS } from '../../src/stats/alerts/drift.ts';
import { designEffect, repetitionOf } from '../../src/stats/rates/design-effect.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { pairsAmong, type RepeatingWorld, repeatingAnswers } from '../support/repeating.ts';

/**
 * An engine's quarters in each world; enough to know a share of 0.02 within 0.018 in `npm test`, and 0.004
 * nightly.
 */
const QUIET = effort(250, 4000);

/** Engines that drift; enough to know a share of a half within 0.16 in `npm test`, and 0.05 nightly. */
const DRIFTING = effort(40, 400);

const MONTH = 30;
const HISTORY = 2 * QUARTER_DAYS;

const panel = { prompts: 10, perDay: 1, mean: 0.3 };

/**
 * docs/statistics.md states this: the share of engine-quarters, with three looks, in which an unchanged brand
 * gets an alert with `min_delta_points` at 3. A higher threshold gives no more alerts.
 */
const WORLDS: Readonly<Record<string, { world: Omit<RepeatingWorld, 'days'>; atMost: number }>> = {
  'fresh, correlation 0': { world: { ...panel, spread: 0 }, atMost: 0.02 },
  'fresh, correlation 0.3': { world: { ...panel, spread: 0.3 }, atMost: 0.006 },
  'fresh, correlation 0.7': { world: { ...panel, spread: 0.7 }, atMost: 0.002 },
  'fresh, 30 questions, correlation 0.3': { world: { ...panel, prompts: 30, spread: 0.3 }, atMost: 0.007 },
  'stays with 0.8, correlation 0': { world: { ...panel, spread: 0, stick: 0.8 }, atMost: 0.045 },
  'stays with 0.8, correlation 0.3': { world: { ...panel, spread: 0.3, stick: 0.8 }, atMost: 0.02 },
  'stays with 0.8, correlation 0.7': { world: { ...panel, spread: 0.7, stick: 0.8 }, atMost: 0.008 },
  '3 samples, alike by 0.9, correlation 0.3': {
    world: { ...panel, perDay: 3, spread: 0.3, within: 0.9 },
    atMost: 0.008,
  },
};

/**
 * docs/statistics.md states this: drifts that begin in some month after two quiet quarters, and the share
 * that monthly looks find within a quarter of their end, with `min_delta_points` at 10 and at 3. Answers to a
 * question have a correlation of 0.3.
 */
const DRIFTS: readonly {
  readonly mean: number;
  readonly to: number;
  readonly quarters: number;
  readonly prompts: number;
  readonly found: Readonly<Record<10 | 3, number>>;
}[] = [
  { mean: 0.295, to: 0.352, quarters: 1, prompts: 10, found: { 10: 0, 3: 0.32 } },
  { mean: 0.295, to: 0.352, quarters: 1, prompts: 30, found: { 10: 0, 3: 0.87 } },
  { mean: 0.295, to: 0.352, quarters: 1, prompts: 300, found: { 10: 0, 3: 1 } },
  { mean: 0.3, to: 0.4, quarters: 2, prompts: 10, found: { 10: 0.02, 3: 0.58 } },
  { mean: 0.3, to: 0.4, quarters: 2, prompts: 30, found: { 10: 0, 3: 0.99 } },
  { mean: 0.3, to: 0.5, quarters: 2, prompts: 10, found: { 10: 0.75, 3: 0.99 } },
  { mean: 0.3, to: 0.5, quarters: 2, prompts: 30, found: { 10: 0.63, 3: 1 } },
  { mean: 0.3, to: 0.5, quarters: 1, prompts: 10, found: { 10: 0.98, 3: 1 } },
  { mean: 0.3, to: 0.5, quarters: 1, prompts: 30, found: { 10: 1, 3: 1 } },
];

/** The largest allowed distance from a stated share. */
const NEAR = effort(0.2, 0.08);

describe('a slow change, looked for once a month', () => {
  for (const [name, { world, atMost }] of firstAndLast(Object.entries(WORLDS))) {
    const limit = atMost + effort(0.02, 0);
    test(`at most ${limit} of ${QUIET} quiet engine-quarters have an alert: ${name}`, (context) => {
      const random = seeded(29);
      const days = HISTORY + 3 * MONTH;
      let told = 0;
      for (let each = 0; each < QUIET; each += 1) {
        const answers = repeatingAnswers({ ...world, days }, random);
        const looks = [0, 1, 2].map((month) => HISTORY + month * MONTH);
        if (looks.some((day) => isTold(answers, world, day, 3))) told += 1;
      }
      context.diagnostic(`measured ${told / QUIET}`);
      assert.ok(told / QUIET <= limit, `${told / QUIET} have one`);
    });
  }

  for (const { mean, to, quarters, prompts, found } of firstAndLast(DRIFTS)) {
    const [low, high] = [mean, to].map((share) => (100 * share).toFixed(1));
    test(`${low} to ${high}% over ${quarters} quarters, ${prompts} questions: found as often as stated`, (context) => {
      for (const points of [10, 3] as const) {
        const random = seeded(30);
        const world = { prompts, mean, to, length: quarters * QUARTER_DAYS };
        const each = Array.from({ length: DRIFTING }, () => isFound(world, points, random));
        const share = each.filter(Boolean).length / DRIFTING;
        context.diagnostic(`at ${points} points, measured ${share}`);
        assert.ok(Math.abs(share - found[points]) <= NEAR, `at ${points} points, finds ${share}`);
      }
    });
  }
});

function isFound(
  { prompts, mean, to, length }: Record<'prompts' | 'mean' | 'to' | 'length', number>,
  points: number,
  random: Random,
): boolean {
  const from = HISTORY + Math.floor(random() * MONTH);
  const last = from + length + QUARTER_DAYS;
  const drifting = { ...panel, prompts, spread: 0.3, mean, days: last, drift: { to, from, days: length } };
  const answers = repeatingAnswers(drifting, random);
  for (let day = HISTORY; day <= last; day += MONTH) if (isTold(answers, panel, day, points)) return true;
  return false;
}

/** Whether the quarters before a day differ by at least this many points. */
function isTold(
  answers: readonly Uint8Array[],
  { perDay }: { readonly perDay: number },
  day: number,
  minDeltaPoints: number,
): boolean {
  const pairs = pairsAmong(answers, perDay, [day - QUARTER_DAYS, day]);
  const repetition = repetitionOf(pairs, [pairs]);
  const effect = repetition && designEffect(repetition, QUARTER_DAYS);
  const side = (named: Uint8Array, end: number) => ({
    events: named.subarray(end - QUARTER_DAYS, end).reduce((sum, each) => sum + each, 0),
    trials: QUARTER_DAYS * perDay,
  });
  const strata = answers.map((named) => ({
    current: side(named, day),
    baseline: side(named, day - QUARTER_DAYS),
  }));
  const answered = answers.length * QUARTER_DAYS * perDay;
  const observation = { strata, totals: { current: answered, baseline: answered } };
  const thresholds = { minDeltaPoints, minSampleEachSide: 30 };
  return findDrift(observation, { current: effect, baseline: effect }, thresholds) !== null;
}
