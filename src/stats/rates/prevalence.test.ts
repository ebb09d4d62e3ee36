import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { prevalence } from './prevalence.ts';

const close = (actual: number, expected: number, tolerance = 1e-7) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

const reader = (found: number, labeled: number, right: number, others: number) => ({
  sensitivity: { events: found, trials: labeled },
  specificity: { events: right, trials: others },
});

const MANY = 1e9;

describe("the true share behind a reader's result", () => {
  // The formulas of Lang and Reiczigel (2014), computed independently in Python: 60 of 200, with two label
  // sets.
  for (const [found, labeled, right, others, lower, upper] of [
    [62, 73, 221, 231, 0.23746695394559497, 0.41666784642908977],
    [117, 177, 441, 450, 0.33531142625516575, 0.5569593062714997],
    [60, 77, 220, 222, 0.29279380303005054, 0.4851402269510242],
    [42, 51, 153, 159, 0.24692486911664874, 0.44347587026427976],
  ] as const) {
    test(`equals Lang and Reiczigel's: ${found} of ${labeled} found, ${right} of ${others} left`, () => {
      const range = prevalence({ events: 60, trials: 200 }, reader(found, labeled, right, others));
      assert.ok(range);
      close(range.lower, lower);
      close(range.upper, upper);
    });
  }

  // Exact fractions: (3/10 + 221/231 - 1) / (62/73 + 221/231 - 1), and so on.
  for (const [found, labeled, right, others, share] of [
    [62, 73, 221, 231, 43289 / 135920],
    [117, 177, 441, 450, 826 / 1891],
  ] as const) {
    test(`equals Rogan and Gladen's where everything is known: ${found} of ${labeled}`, () => {
      const known = [found / labeled, 1, right / others, 1].map((each) => each * MANY) as [
        number,
        number,
        number,
        number,
      ];
      const range = prevalence({ events: 0.3 * MANY, trials: MANY }, reader(...known));
      assert.ok(range);
      close(range.lower, share, 1e-3);
      close(range.upper, share, 1e-3);
    });
  }

  test("is the reader's result if the reader never errs", () => {
    const range = prevalence({ events: 60, trials: 200 }, reader(MANY, MANY, MANY, MANY));
    assert.ok(range);
    // Agresti and Coull (1998), Am. Stat. 52:119-126.
    close(range.lower, 0.2406, 1e-4);
    close(range.upper, 0.3669, 1e-4);
  });

  test("may be 0 where the result is below the reader's false positives, and then has an upper end", () => {
    const range = prevalence({ events: 0, trials: 50 }, reader(80, 100, 90, 100));
    assert.ok(range);
    assert.equal(range.lower, 0);
    assert.ok(range.upper > 0 && range.upper < 0.15);
  });

  test('is null for a reader near chance, and without answers', () => {
    assert.equal(prevalence({ events: 5, trials: 10 }, reader(60, 100, 69, 100)), null);
    assert.notEqual(prevalence({ events: 5, trials: 10 }, reader(60, 100, 71, 100)), null);
    assert.equal(prevalence({ events: 0, trials: 0 }, reader(90, 100, 90, 100)), null);
  });

  test('rises with the result, and widens with fewer labels', () => {
    const share = fc.integer({ min: 0, max: 199 });
    fc.assert(
      fc.property(share, (events) => {
        const [less, more] = [events, events + 1].map((each) =>
          prevalence({ events: each, trials: 200 }, reader(80, 100, 97, 100)),
        );
        const rough = prevalence({ events, trials: 200 }, reader(16, 20, 97, 100));
        assert.ok(less && more && rough);
        assert.ok(more.lower >= less.lower && more.upper >= less.upper);
        assert.ok(rough.upper - rough.lower >= less.upper - less.lower - 0.02);
      }),
    );
  });
});
