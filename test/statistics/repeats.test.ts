import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { BASELINE_DAYS, CURRENT_DAYS } from '../../src/domain/alerts/alert-rules.ts';
import { REPEAT_DAYS } from '../../src/domain/answers/repeats.ts';
import { independent, wilson } from '../../src/domain/figures/proportion.ts';
import { DAY_MS, type Period } from '../../src/domain/time/period.ts';
import { advance, type MeasureState, stateAt, windowsFor } from '../../src/stats/alerts/episodes.ts';
import { compare, gateOf, INDEPENDENT, kindsOf } from '../../src/stats/alerts/gates.ts';
import { designEffect, repetitionOf } from '../../src/stats/rates/design-effect.ts';
import { sideOf } from '../../src/stats/rates/intervals.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { pairsAmong, type RepeatingWorld, repeatingAnswers } from '../support/repeating.ts';
import { betaVariate } from '../support/simulation.ts';

/** Brands in each world; enough to know a share of 0.2 within 0.2 in `npm test`, and 0.03 nightly. */
const BRANDS = effort(5, 600);

const WINDOW = 30;
const EVALUATED = 90;
const panel = { prompts: 10, mean: 0.3, spread: 0.3, days: REPEAT_DAYS + CURRENT_DAYS + EVALUATED };

/** docs/statistics.md: coverage of 95% intervals, and the share of unchanged brands alerted in 90 days. */
const WORLDS: Readonly<Record<string, { world: RepeatingWorld; covers: number; atMost: number }>> = {
  'fresh, correlation 0.3': { world: { ...panel, perDay: 1 }, covers: 0.9, atMost: 0.35 },
  'fresh, correlation 0.7': { world: { ...panel, perDay: 1, spread: 0.7 }, covers: 0.95, atMost: 0.06 },
  'stays with 0.8, correlation 0.3': {
    world: { ...panel, perDay: 1, stick: 0.8 },
    covers: 0.88,
    atMost: 0.35,
  },
  'stays with 0.8, correlation 0.7': {
    world: { ...panel, perDay: 1, spread: 0.7, stick: 0.8 },
    covers: 0.88,
    atMost: 0.2,
  },
  'stays with 0.8, 3 samples': { world: { ...panel, perDay: 3, stick: 0.8 }, covers: 0.88, atMost: 0.35 },
  '3 samples, alike by 0.6': { world: { ...panel, perDay: 3, within: 0.6 }, covers: 0.9, atMost: 0.3 },
  '3 samples, alike by 0.9': { world: { ...panel, perDay: 3, within: 0.9 }, covers: 0.9, atMost: 0.3 },
};

interface Brand {
  readonly answers: readonly Uint8Array[];
  readonly chances: readonly number[];
}

function brandIn(world: RepeatingWorld, random: () => number): Brand {
  const chances = Array.from({ length: world.prompts }, () =>
    world.spread === 0 ? world.mean : betaVariate(world.mean, world.spread, random),
  );
  const answers = chances.flatMap((mean) =>
    repeatingAnswers({ ...world, prompts: 1, mean, spread: 0 }, random),
  );
  return { answers, chances };
}

function effectBefore(
  { answers }: Brand,
  { perDay }: RepeatingWorld,
  day: number,
  days: number,
): number | null {
  const pairs = pairsAmong(answers, perDay, [Math.max(0, day - REPEAT_DAYS), day]);
  const repetition = repetitionOf(pairs, pairs);
  return repetition && designEffect(repetition, days);
}

function namedIn(named: Uint8Array, from: number, to: number): number {
  return named.subarray(Math.max(0, from), to).reduce((sum, each) => sum + each, 0);
}

/** Whether the interval over the last 30 days contains the prompts' long-run rate. */
function holds(brand: Brand, world: RepeatingWorld, isWidened: boolean): boolean {
  const end = REPEAT_DAYS;
  const events = brand.answers.reduce((sum, named) => sum + namedIn(named, end - WINDOW, end), 0);
  const effect = isWidened ? effectBefore(brand, world, end, WINDOW) : null;
  const counted = { events, trials: world.prompts * world.perDay * WINDOW };
  const { lower, upper } = wilson(independent(counted, effect));
  const rate = brand.chances.reduce((sum, each) => sum + each, 0) / brand.chances.length;
  return lower <= rate && rate <= upper;
}

const KINDS = kindsOf('visibility');
const THRESHOLDS = { minDeltaPoints: 10, minSampleEachSide: 30 };

/** Whether an unchanged brand gets an alert in 90 days. */
function isAlerted(brand: Brand, world: RepeatingWorld, isWidened: boolean): boolean {
  let state: MeasureState | null = null;
  for (let day = REPEAT_DAYS + CURRENT_DAYS; day < world.days; day += 1) {
    const at = day * DAY_MS;
    const before = stateAt(state, at);
    const windows = windowsFor(before, at);
    const side = ({ from, to }: Period) => {
      const [first, end] = [from, to].map((time) => Math.round((time - 1) / DAY_MS)) as [number, number];
      return (named: Uint8Array) => ({
        events: namedIn(named, first, end),
        trials: world.perDay * (end - Math.max(0, first)),
      });
    };
    const [current, baseline] = [side(windows.current), side(windows.baseline)];
    const strata = brand.answers.map((named) => ({ current: current(named), baseline: baseline(named) }));
    const total = (name: 'current' | 'baseline') => strata.reduce((sum, each) => sum + each[name].trials, 0);
    const effect = (days: number) => effectBefore(brand, world, day - CURRENT_DAYS, days);
    const effects = isWidened
      ? { current: effect(CURRENT_DAYS), baseline: effect(BASELINE_DAYS) }
      : INDEPENDENT;
    const compared = compare(
      { strata, totals: { current: total('current'), baseline: total('baseline') } },
      effects,
    );
    const gates = new Map(KINDS.map((kind) => [kind, gateOf(kind, compared, THRESHOLDS)]));
    const told = advance(
      before,
      {
        at,
        gates,
        side: compared.difference && sideOf(compared.difference.interval),
        isWithoutPanel: false,
        covered: null,
      },
      () => 'alert',
    );
    if (told.verdicts.some(({ gate }) => gate === null)) return true;
    state = told.state;
  }
  return false;
}

describe(`${BRANDS} unchanged brands on engines that repeat themselves`, () => {
  for (const [name, { world, covers, atMost }] of firstAndLast(Object.entries(WORLDS))) {
    test(name, (context) => {
      const random = seeded(20_261_123);
      const brands = Array.from({ length: BRANDS }, () => brandIn(world, random));
      const share = (is: (brand: Brand) => boolean) => brands.filter(is).length / BRANDS;
      const [plain, widened] = [false, true].map((is) => share((brand) => holds(brand, world, is)));
      const [before, after] = [false, true].map((is) => share((brand) => isAlerted(brand, world, is)));
      context.diagnostic(`intervals hold in ${plain} without the design effect, in ${widened} with it`);
      context.diagnostic(`${before} get an alert without it, ${after} with it`);
      assert.ok((widened ?? 0) >= covers && (after ?? 1) <= atMost);
    });
  }
});
