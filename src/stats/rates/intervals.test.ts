import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Interval, type Proportion, wilson } from '../../domain/figures/proportion.ts';
import {
  answersNeededEachSide,
  differenceOf,
  newcombe,
  newcombeOverlapping,
  newcombePaired,
  sideOf,
} from './intervals.ts';

const CLOSE = 1e-7;

function assertInterval(
  { lower, upper }: Interval,
  [low, high]: readonly [number, number],
  within = CLOSE,
): void {
  assert.ok(Math.abs(lower - low) < within, `lower end ${lower}, expected ${low}`);
  assert.ok(Math.abs(upper - high) < within, `upper end ${upper}, expected ${high}`);
}

const of = (events: number, trials: number): Proportion => ({ events, trials });

/**
 * x1, n1, x2, n2 and the interval by method 10. Newcombe (1998), Statist. Med. 17:873-890, table II, and
 * cases from contingencytables, DescTools and ratesci; computed with DescTools (820c97c), Epi 2.47 and
 * ratesci (4c1830c) on R 4.2.2, which agree to 5e-7.
 */
const NEWCOMBE = [
  [56, 70, 48, 80, 0.05243147, 0.33387265],
  [9, 10, 3, 10, 0.17052272, 0.80901797],
  [6, 7, 2, 7, 0.05822793, 0.80624964],
  [5, 56, 0, 29, -0.03813715, 0.19256001],
  [0, 10, 0, 20, -0.16112516, 0.2775328],
  [0, 10, 0, 10, -0.2775328, 0.2775328],
  [10, 10, 0, 20, 0.67908604, 1.0],
  [10, 10, 0, 10, 0.60750935, 1.0],
  [7, 34, 1, 34, 0.01892144, 0.34036869],
  [0, 16, 15, 72, -0.31569263, 0.00032611],
  [84, 101, 89, 105, -0.11774965, 0.08507135],
  [14, 70, 32, 80, -0.33387265, -0.05243147],
  [30, 80, 20, 80, -0.01855575, 0.2617729],
  [60, 100, 40, 100, 0.06141073, 0.32812593],
  [45, 60, 30, 60, 0.07677957, 0.4034608],
  [12, 30, 3, 30, 0.08057645, 0.48850502],
  [20, 30, 8, 30, 0.14778869, 0.58834551],
  [0, 40, 8, 40, -0.34757306, -0.0707616],
  [30, 30, 24, 30, 0.04540515, 0.37305696],
  [500, 1000, 450, 1000, 0.00623171, 0.09349837],
  [8, 20, 2, 20, 0.02936076, 0.52527916],
] as const;

/** Cases that neighboring methods decide differently, computed with the same programs. */
const NEAR_ZERO = [
  [0, 20, 4, 20, -0.41602, 0.00051],
  [1, 20, 6, 20, -0.4728, -0.00809],
  [5, 20, 11, 20, -0.53637, 0.00176],
  [3, 20, 0, 30, 0.00028, 0.36042],
  [3, 20, 16, 40, -0.43237, 0.00082],
  [9, 20, 35, 50, -0.47059, -0.00073],
  [0, 20, 10, 60, -0.28032, 0.01045],
  [3, 20, 0, 120, 0.04756, 0.36042],
  [12, 30, 27, 120, 0.00018, 0.36354],
  [10, 30, 64, 120, -0.36562, -0.00026],
  [2, 20, 0, 50, -0.00146, 0.30103],
] as const;

describe("Newcombe's hybrid score interval, method 10", () => {
  for (const [x1, n1, x2, n2, lower, upper] of NEWCOMBE) {
    test(`${x1}/${n1} - ${x2}/${n2}`, () => assertInterval(newcombe(of(x1, n1), of(x2, n2)), [lower, upper]));
  }
  for (const [x1, n1, x2, n2, lower, upper] of NEAR_ZERO) {
    test(`${x1}/${n1} - ${x2}/${n2}, which other methods call otherwise`, () => {
      const interval = newcombe(of(x1, n1), of(x2, n2));
      assertInterval(interval, [lower, upper], 5e-6);
      assert.equal(sideOf(interval), lower > 0 ? 1 : upper < 0 ? -1 : 0);
    });
  }

  test('intervals of each side that overlap do not decide: the difference does', () => {
    assert.ok(wilson(of(56, 70)).lower < wilson(of(48, 80)).upper);
    assert.equal(sideOf(newcombe(of(56, 70), of(48, 80))), 1);
  });

  const side = fc
    .integer({ min: 1, max: 400 })
    .chain((trials) => fc.integer({ min: 0, max: trials }).map((events) => of(events, trials)));

  test('property: swapping the sides mirrors it, counting the others negates it', () => {
    fc.assert(
      fc.property(side, side, (one, other) => {
        const { lower, upper } = newcombe(one, other);
        assertInterval(newcombe(other, one), [-upper, -lower], 1e-12);
        const others = ({ events, trials }: Proportion) => of(trials - events, trials);
        assertInterval(newcombe(others(one), others(other)), [-upper, -lower], 1e-12);
      }),
    );
  });

  test('property: it holds the difference, has a width, and keeps within -1 and 1', () => {
    fc.assert(
      fc.property(side, side, (one, other) => {
        const { lower, upper } = newcombe(one, other);
        const difference = one.events / one.trials - other.events / other.trials;
        assert.ok(lower <= difference && difference <= upper);
        assert.ok(lower >= -1 && upper <= 1 && upper - lower > 0);
      }),
    );
  });

  test('property: more answers with the same rates make it narrower', () => {
    fc.assert(
      fc.property(side, side, fc.integer({ min: 2, max: 9 }), (one, other, times) => {
        const more = ({ events, trials }: Proportion) => of(events * times, trials * times);
        const width = ({ lower, upper }: Interval) => upper - lower;
        assert.ok(width(newcombe(more(one), more(other))) < width(newcombe(one, other)));
      }),
    );
  });
});

describe("Newcombe's paired interval, method 10", () => {
  /** The first two are asserted in the R package contingencytables; the third is computed independently. */
  for (const [both, onlyFirst, onlySecond, neither, lower, upper, within] of [
    [59, 6, 16, 80, -0.1186, -0.0046, 5e-5],
    [1, 0, 0, 1, -0.5734, 0.5734, 5e-5],
    [20, 12, 2, 16, 0.05616, 0.32921, 5e-6],
  ] as const) {
    test(`${both}, ${onlyFirst}, ${onlySecond}, ${neither}`, () =>
      assertInterval(newcombePaired({ both, onlyFirst, onlySecond, neither }), [lower, upper], within));
  }

  test('swapping the brands mirrors it', () => {
    const { lower, upper } = newcombePaired({ both: 20, onlyFirst: 12, onlySecond: 2, neither: 16 });
    const swapped = newcombePaired({ both: 20, onlyFirst: 2, onlySecond: 12, neither: 16 });
    assertInterval(swapped, [-upper, -lower], 1e-12);
  });

  test('brands that are always or never named have an interval too', () =>
    assertInterval(
      newcombePaired({ both: 30, onlyFirst: 0, onlySecond: 0, neither: 0 }),
      [-wilson(of(0, 30)).upper, wilson(of(0, 30)).upper],
      1e-12,
    ));
});

describe('answers needed to call a difference', () => {
  test('with one answer fewer on each side it is not significant', () => {
    for (const [current, baseline] of [
      [0.5, 0.4],
      [12 / 70, 31 / 80],
      [0, 0.05],
      [1, 0.97],
    ] as const) {
      const needed = answersNeededEachSide(current, baseline);
      assert.ok(needed !== null);
      const called = (trials: number) =>
        sideOf(newcombe(of(current * trials, trials), of(baseline * trials, trials))) !== 0;
      assert.deepEqual([called(needed), called(needed - 1)], [true, false]);
    }
  });

  test('50% against 40% needs 190', () => assert.equal(answersNeededEachSide(0.5, 0.4), 190));
  test('is null for equal rates', () => assert.equal(answersNeededEachSide(0.3, 0.3), null));
  test('is null for a difference of a millionth', () =>
    assert.equal(answersNeededEachSide(0.5, 0.500001), null));
});

describe('newcombeOverlapping', () => {
  const none = { trials: 0, first: 0, second: 0, both: 0 };

  test('without answers in common it is the independent interval', () => {
    for (const [x, n, y, m, low, high] of NEWCOMBE)
      assertInterval(newcombeOverlapping({ first: of(x, n), second: of(y, m), shared: none }), [low, high]);
  });

  test('over the same answers it is the paired one, where that has no correction', () => {
    const pair = { both: 2, onlyFirst: 9, onlySecond: 6, neither: 3 };
    const shared = { trials: 20, first: 11, second: 8, both: 2 };
    const { lower, upper } = newcombePaired(pair);
    assertInterval(newcombeOverlapping({ first: of(11, 20), second: of(8, 20), shared }), [lower, upper]);
  });

  test('answers equal for both narrow it, and opposite ones widen it', () => {
    const width = (both: number) => {
      const shared = { trials: 20, first: 10, second: 10, both };
      const { lower, upper } = newcombeOverlapping({ first: of(15, 30), second: of(15, 30), shared });
      return upper - lower;
    };
    assert.ok(width(10) < width(5) && width(5) < width(0));
  });

  test('repeated answers widen it by as many as they count for', () => {
    const [first, second] = [of(20, 40), of(10, 50)];
    const { lower, upper } = newcombe(of(10, 20), of(5, 25));
    assertInterval(newcombeOverlapping({ first, second, shared: none }, [2, 2]), [lower, upper]);
  });

  test('no answer and every answer have a width', () => {
    const shared = { trials: 5, first: 0, second: 5, both: 0 };
    const { lower, upper } = newcombeOverlapping({ first: of(0, 5), second: of(5, 5), shared });
    assert.ok(lower === -1 && upper > -1 && upper < 0);
  });
});

describe('the difference of two estimates', () => {
  const rate = ({ events, trials }: Proportion) => events / trials;
  const estimate = (value: number, interval: Interval) => ({ value, ...interval });
  const changeOf = (after: Proportion, before: Proportion) =>
    estimate(rate(after) - rate(before), newcombe(after, before));

  test('of two rates has the published intervals by method 10', () => {
    for (const [x, n, y, m, low, high] of NEWCOMBE) {
      const [one, other] = [of(x, n), of(y, m)];
      assertInterval(differenceOf(estimate(rate(one), wilson(one)), estimate(rate(other), wilson(other))), [
        low,
        high,
      ]);
    }
  });

  test('of symmetric ones has the root of the summed squares, by hand', () => {
    const one = { value: 12, lower: 9, upper: 15 };
    const found = differenceOf(one, { value: 2, lower: -2, upper: 6 });
    assert.deepEqual([found, differenceOf(one, one).value], [{ value: 10, lower: 5, upper: 15 }, 0]);
  });

  /** The probabilities of 0 to 20 events in 20 answers. */
  function chances(p: number): number[] {
    const found = [(1 - p) ** 20];
    for (let x = 1; x <= 20; x += 1) found.push(((found[x - 1] ?? 0) * (21 - x) * p) / (x * (1 - p)));
    return found;
  }

  for (const [after, before, afterOthers, beforeOthers] of [
    [0.5, 0.5, 0.5, 0.5],
    [0.7, 0.3, 0.5, 0.4],
    [0.9, 0.6, 0.2, 0.1],
  ] as const) {
    test(`of changes to ${after} from ${before} and to ${afterOthers} from ${beforeOthers} holds in 93 to 97% of all outcomes`, (context) => {
      const changes = (p: number, q: number) =>
        chances(p).flatMap((one, x) =>
          chances(q).map((other, y) => ({ chance: one * other, change: changeOf(of(x, 20), of(y, 20)) })),
        );
      const truth = after - before - (afterOthers - beforeOthers);
      let held = 0;
      for (const one of changes(after, before)) {
        for (const other of changes(afterOthers, beforeOthers)) {
          const { lower, upper } = differenceOf(one.change, other.change);
          // Outcomes whose end is the true difference hold, however their last digit is rounded.
          if (lower - 1e-9 <= truth && truth <= upper + 1e-9) held += one.chance * other.chance;
        }
      }
      context.diagnostic(`${held}`);
      assert.ok(held >= 0.93 && held <= 0.97, `${held}`);
    });
  }
});
