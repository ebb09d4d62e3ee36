import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { wilson } from './proportion.ts';
import { rangeOfQuestions, spreadOf } from './question-range.ts';
import { roundedInterval } from './rate.ts';

const unbranded = (questions: number) => new Uint8Array(questions);

const rangeOf = (events: readonly number[], trials: readonly number[]) =>
  rangeOfQuestions(spreadOf(events, trials, unbranded(events.length)));

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe('the range of questions', () => {
  // Python: v = sum((x - R n)^2) / (P (P - 1) (N / P)^2), and Wilson's interval of R n_eff of n_eff with scipy.stats.t.ppf(0.975, P - 1)
  for (const [what, events, trials, lower, upper] of [
    ['ten questions', [7, 0, 0, 3, 1, 0, 5, 2, 0, 0], times(10, 7), 0.09, 0.546],
    [
      'unequal ones',
      [6, 0, 2, 1, 9, 0, 4, 0, 1, 14, 0, 3],
      [7, 7, 3, 5, 9, 2, 14, 6, 7, 14, 7, 4],
      0.216,
      0.742,
    ],
    [
      'questions that are all alike, as if each answer were of its own',
      times(8, 1),
      times(8, 4),
      0.116,
      0.458,
    ],
    [
      'questions that always get the same answer, as if each had one',
      [...times(5, 30), ...times(5, 0)],
      times(10, 30),
      0.199,
      0.801,
    ],
  ] as const) {
    test(`of ${what}`, () => {
      const range = rangeOf(events, trials);
      assert.deepEqual(range && roundedInterval(range), { lower, upper });
    });
  }

  for (const [what, events, trials] of [
    ['7 questions', [1, 1, 1, 1, 1, 0, 0], times(7, 2)],
    ['4 ever named for', [1, 1, 1, 1, ...times(20, 0)], times(24, 2)],
    ['4 ever not', [1, 1, 1, 1, ...times(20, 2)], times(24, 2)],
    ['one answer each', times(20, 0).map((_, index) => index % 2), times(20, 1)],
    ['no answers', [], []],
  ] as const) {
    test(`is unknown for ${what}`, () => assert.equal(rangeOf(events, trials), null));
  }

  for (const [what, events, trials] of [
    ['8 questions', [1, 1, 1, 1, 1, 0, 0, 0], times(8, 2)],
    ['5 ever named for', [1, 1, 1, 1, 1, ...times(20, 0)], times(25, 2)],
    ['5 ever not', [1, 1, 1, 1, 1, ...times(20, 2)], times(25, 2)],
  ] as const) {
    test(`is known for ${what}`, () => assert.notEqual(rangeOf(events, trials), null));
  }
});

test('depends only on the questions that name a brand', () => {
  const spread = spreadOf([3, 0, 9], [4, 4, 9], [0, 0, 1]);
  assert.deepEqual(spread, { ...spreadOf([3, 0], [4, 4], [0, 0]), branded: 1 });
});

test('counts questions with one answer, but makes no range from them', () => {
  const { asked, naming, questions, n } = spreadOf([1, 0, 2], [1, 1, 3], unbranded(3));
  assert.deepEqual({ asked, naming, questions, n }, { asked: 3, naming: 2, questions: 1, n: 3 });
});

/** 8 to 40 questions with their answers, and how many name the brand. */
const panels = fc.array(
  fc.integer({ min: 0, max: 30 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n))),
  { minLength: 8, maxLength: 40 },
);

test('the range has the rate within it, is as wide as the interval at least, and does not ask for an order', () => {
  fc.assert(
    fc.property(panels, (panel) => {
      const [events, trials] = [panel.map(([x]) => x), panel.map(([, n]) => n)];
      const range = rangeOf(events, trials);
      if (range === null) return;
      const { x, n } = spreadOf(events, trials, unbranded(panel.length));
      const own = wilson({ events: x, trials: n });
      assert.ok(range.lower <= x / n && x / n <= range.upper);
      assert.ok(range.lower <= own.lower + 1e-12 && own.upper <= range.upper + 1e-12);
      assert.deepEqual(rangeOf(events.toReversed(), trials.toReversed()), range);
    }),
  );
});

test('the range of the answers that do not name it is its mirror image', () => {
  fc.assert(
    fc.property(panels, (panel) => {
      const trials = panel.map(([, n]) => n);
      const range = rangeOf(
        panel.map(([x]) => x),
        trials,
      );
      const other = rangeOf(
        panel.map(([x, n]) => n - x),
        trials,
      );
      assert.equal(range === null, other === null);
      if (range === null || other === null) return;
      assert.ok(Math.abs(range.lower - (1 - other.upper)) < 1e-9);
    }),
  );
});
