import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../bench/data/random.ts';
import { effort } from '../../../test/support/effort.ts';
import { pairsAmong, type RepeatingWorld, repeatingAnswers } from '../../../test/support/repeating.ts';
import { designEffect, type Pairs, pooledPairs, repetitionOf } from './design-effect.ts';

const DAYS = 90;
const WORLDS = effort(50, 200);
const WORLD = { prompts: 30, perDay: 1, days: DAYS, mean: 0.3, spread: 0.3 };

function pairsIn(world: Partial<RepeatingWorld>, seed = 1): Pairs {
  const whole = { ...WORLD, ...world };
  return pairsAmong(repeatingAnswers(whole, seeded(seed)), whole.perDay, [0, whole.days]);
}

function effectOf(pairs: Pairs, days: number, all: readonly Pairs[] = [pairs]): number {
  const repetition = repetitionOf(pairs, pooledPairs(all));
  assert.ok(repetition);
  return designEffect(repetition, days);
}

const close = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

describe('the design effect', () => {
  for (const k of [2, 3, 5]) {
    test(`of ${k} equal answers a day is ${k}`, () => {
      const once = repeatingAnswers({ ...WORLD, prompts: 300 }, seeded(k));
      const copies = once.map((named) => named.map((x) => k * x));
      close(effectOf(pairsAmong(copies, k, [0, DAYS]), 28), k, 1e-9);
    });
  }

  for (const stay of [0.3, 0.5, 0.8]) {
    test(`where an answer stays with chance ${stay} is (1 + ${stay}) / (1 - ${stay}) over a long window, within 10%`, () => {
      const pairs = pairsIn({ prompts: effort(500, 2000), days: 900, spread: 0.3, stick: stay });
      const expected = (1 + stay) / (1 - stay);
      close(effectOf(pairs, 900), expected, 0.1 * expected);
    });
  }

  for (const world of [
    {},
    { perDay: 3 },
    { spread: 0.7 },
    { mean: 0.03 },
    { prompts: 10, spread: 0.7 },
    { days: 30 },
  ]) {
    test(`of independent answers is 1.00: ${JSON.stringify(world)}`, () => {
      const effects = Array.from({ length: WORLDS }, (_, seed) => effectOf(pairsIn(world, seed), 28));
      close(effects.reduce((sum, each) => sum + each, 0) / effects.length, 1, 0.03);
      // Exactly 1 for nearly all panels.
      assert.ok(effects.filter((each) => each === 1).length >= 0.97 * WORLDS);
    });
  }

  test('over one day depends on its answers; the longer the window, the more repeats count', () => {
    const pairs = pairsIn({ prompts: 300, perDay: 3, stick: 0.8 });
    close(effectOf(pairs, 1), 3, 1e-9);
    const effects = [1, 2, 7, 28, 90].map((days) => effectOf(pairs, days));
    assert.deepEqual(
      effects,
      effects.toSorted((a, b) => a - b),
    );
  });

  test('of prompts asked every second day depends on those answers', () => {
    const answers = repeatingAnswers({ ...WORLD, prompts: 2000, days: 180, stick: 0.8 }, seeded(3));
    // Every second day of a series with autocorrelation 0.8 has 0.64.
    const everySecond = answers.map((named) => named.filter((_, day) => day % 2 === 0));
    const apart = pairsAmong(everySecond, 1, [0, 90]);
    const spread = (of: readonly number[]) => of.flatMap((each) => [each, 0]).slice(0, 29);
    const pairs = {
      ...apart,
      days: 179,
      pairs: spread(apart.pairs),
      disagreements: spread(apart.disagreements),
    };
    close(effectOf(pairs, 180), 1 + (2 * 0.64) / 0.36, 0.5);
  });

  test('of more samples a day scales with them: equal ones hold no more information', () => {
    const [alike, apart] = [{ stick: 0.8 }, { within: 0.6 }].map((world) => {
      const pairs = pairsIn({ prompts: 1000, perDay: 3, ...world });
      return repetitionOf(pairs, pairs) ?? assert.fail();
    });
    assert.ok(alike && apart);
    close(designEffect(alike, 28) / designEffect(alike, 28, 1 / 3), 3, 0.01);
    close(designEffect(apart, 28, 1 / 3), 1, 0.01);
    close(designEffect(apart, 28, 2), 1 + 5 * 0.6, 0.15);
  });

  test('is unknown below 200 far pairs, unless all tracked brands together have them', () => {
    const few = pairsIn({ prompts: 1, days: 30, mean: 0.5, spread: 0 });
    assert.equal(repetitionOf(few, few), null);
    assert.ok(repetitionOf(few, pooledPairs([few, few])));
    const ofOneDay = pairsIn({ prompts: 30, days: 1 });
    assert.equal(repetitionOf(ofOneDay, pooledPairs([ofOneDay, ofOneDay])), null);
  });

  test('counts a day at a distance by the pairs that a window has at it', () => {
    const near = [
      { partners: 0, correlation: 0 },
      { partners: 2, correlation: 0.5 },
    ];
    const found = [1, 2, 4].map((days) => designEffect({ perDay: 1, near }, days));
    assert.deepEqual(found, [1, 1.5, 1.75]);
  });

  test('of prompts with constant answers is 1', () =>
    assert.equal(effectOf(pairsIn({ mean: 1, spread: 0 }), 28), 1));

  test('property: it is never below 1, and equal for the opposite of being named', () => {
    const world = fc.record({
      prompts: fc.integer({ min: 2, max: 20 }),
      perDay: fc.integer({ min: 1, max: 4 }),
      days: fc.integer({ min: 30, max: 90 }),
      stick: fc.constantFrom(0, 0.3, 0.9),
      mean: fc.constantFrom(0.02, 0.3, 0.9),
    });
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 400 }), (given, window) => {
        const answers = repeatingAnswers({ ...WORLD, ...given }, seeded(window));
        const opposite = answers.map((named) => named.map((x) => given.perDay - x));
        const [one, other] = [answers, opposite].map((each) => {
          const pairs = pairsAmong(each, given.perDay, [0, given.days]);
          const repetition = repetitionOf(pairs, pairs);
          return repetition && designEffect(repetition, window);
        });
        assert.equal(one, other);
        assert.ok(one === null || (one ?? 0) >= 1);
      }),
      { numRuns: effort(40, 200) },
    );
  });
});
