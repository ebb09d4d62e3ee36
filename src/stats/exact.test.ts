import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exactDifferencePValue } from './claims/claim-evidence.ts';
import { exactPairPValue } from './claims/exact-pair.ts';
import { betaCdf } from './distributions/beta.ts';
import { binomialSurvival } from './distributions/normal.ts';
import { boundedMeanPValue } from './rates/bounded-mean.ts';
import { newcombe } from './rates/intervals.ts';
import { IMPLAUSIBLE } from './rates/plausible-rates.ts';

const close = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

const binomial = (events: number, trials: number, chance: number) =>
  binomialSurvival(events, trials, chance) -
  (events < trials ? binomialSurvival(events + 1, trials, chance) : 0);

describe('the beta distribution', () => {
  for (const [x, a, b] of [
    [0.2, 2, 3],
    [0.9, 5.5, 1.25],
    [0.001, 0.03, 40],
  ] as const) {
    test(`at ${x}, of ${a} and ${b}, as its density adds up to`, () => {
      // By the midpoint rule in y = x^a, so that there is no pole at 0.
      const area = (end: number, steps = 100_000) => {
        let sum = 0;
        for (let i = 0; i < steps; i += 1) sum += (1 - (end * ((i + 0.5) / steps)) ** (1 / a)) ** (b - 1);
        return (sum * end) / steps;
      };
      close(betaCdf(x, a, b), area(x ** a) / area(1), 1e-5);
    });
  }

  test('is the tail of the binomial one for whole numbers', () => {
    for (const [events, trials, chance] of [
      [5, 20, 0.3],
      [1, 200, 0.001],
      [30_000, 60_000, 0.5],
    ] as const) {
      close(betaCdf(chance, events, trials - events + 1), binomialSurvival(events, trials, chance), 1e-9);
    }
  });
});

describe('the exact test of two rates', () => {
  for (const [high, low, value] of [
    [{ events: 7, trials: 12 }, { events: 3, trials: 15 }, 0],
    [{ events: 5, trials: 8 }, { events: 4, trials: 20 }, 0.1],
    [{ events: 5, trials: 8 }, { events: 9, trials: 20 }, -0.2],
  ] as const) {
    test(`${high.events} of ${high.trials} against ${low.events} of ${low.trials}, if it were ${value}: all tables`, () => {
      const isClear = (x: number, y: number, z: number) =>
        newcombe({ events: x, trials: high.trials }, { events: y, trials: low.trials }, z).lower > value;
      let [z, touching] = [0, 8];
      while (touching - z > 1e-9) {
        const middle = (z + touching) / 2;
        if (isClear(high.events, low.events, middle)) z = middle;
        else touching = middle;
      }
      let largest = 0;
      for (let rate = 0.001; rate < 1; rate += 0.001) {
        if (rate + value <= 0 || rate + value >= 1) continue;
        let sum = 0;
        for (let x = 0; x <= high.trials; x += 1)
          for (let y = 0; y <= low.trials; y += 1)
            if (isClear(x, y, z))
              sum += binomial(x, high.trials, rate + value) * binomial(y, low.trials, rate);
        largest = Math.max(largest, sum);
      }
      const chance = exactDifferencePValue({ current: high, baseline: low }, { side: 'above', value, z });
      close(chance - IMPLAUSIBLE, largest, 0.001);
      const mirrored = exactDifferencePValue(
        { current: low, baseline: high },
        { side: 'below', value: -value, z },
      );
      close(mirrored, chance, 1e-9);
    });
  }
});

describe('the exact test of a pair', () => {
  test("without a margin is McNemar's", () => {
    const pair = { both: 3, onlyFirst: 10, onlySecond: 2, neither: 40 };
    close(exactPairPValue(pair, 'above', 0), 0.03857422 / 2, 1e-8);
    close(exactPairPValue(pair, 'below', 0), binomialSurvival(2, 12, 0.5), 1e-12);
  });

  for (const value of [0.1, -0.1]) {
    test(`with a margin of ${value}: the total chance over all tables is at most the stated one, and nearly equal`, () => {
      const n = 20;
      const told = (high: number, low: number) =>
        exactPairPValue(
          { both: 4, onlyFirst: high, onlySecond: low, neither: n - 4 - high - low },
          'above',
          value,
        );
      const limit = told(9, 2);
      const isAsClear: boolean[][] = [];
      for (let high = 0; high <= 16; high += 1)
        isAsClear.push(Array.from({ length: 17 - high }, (_, low) => told(high, low) <= limit + 1e-9));
      let largest = 0;
      for (let apart = Math.abs(value); apart < 0.9; apart += 0.01) {
        let sum = 0;
        for (let both = 0; both <= n; both += 1)
          for (let high = 0; high <= both; high += 1)
            if (isAsClear[high]?.[both - high])
              sum +=
                binomial(both, n, apart) * binomial(high, both, Math.min(0.999, (apart + value) / 2 / apart));
        largest = Math.max(largest, sum);
      }
      assert.ok(largest <= limit, `${largest} is more than ${limit}`);
      assert.ok(largest > limit / 2, `${largest} is far less than ${limit}`);
    });
  }
});

test('a mean of two values is as far from the end as Clopper and Pearson say', () => {
  // 27 of 30 at 1, 3 at 10.
  const mean = (27 + 30) / 30;
  const squares = 27 * (1 - mean) ** 2 + 3 * (10 - mean) ** 2;
  const chance = boundedMeanPValue({ n: 30, mean, squares, end: 10, other: 1 }, 1 + 9 * 0.25);
  close(chance, binomialSurvival(27, 30, 0.75), 1e-9);
});
