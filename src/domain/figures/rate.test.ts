import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MIN_SAMPLE, meanOf, rateOf } from './rate.ts';

test('the sample floor is 5', () => assert.deepEqual([MIN_SAMPLE, rateOf(0, 0).min_sample], [5, 5]));

for (const [present, responses, rate] of [
  [0, 0, null],
  [0, 4, null],
  [4, 4, null],
  [0, 5, 0],
  [5, 5, 1],
  [1, 8, 0.125],
  [2, 6, 0.333],
  [4, 6, 0.667],
  [1, 6, 0.167],
  [1, 16, 0.063],
  [3, 16, 0.188],
  [1, 2000, 0.001],
  [1, 2001, 0],
  [1999, 2000, 1],
] as const) {
  test(`${present} of ${responses} is a rate of ${rate}`, () =>
    assert.equal(rateOf(present, responses).rate, rate));
}

test('returns counts with or without a rate', () => {
  const below = { present: 3, responses: 4, rate: null, min_sample: 5, interval: null };
  assert.deepEqual({ ...rateOf(3, 4) }, below);
  const interval = { lower: 0.188, upper: 0.812 };
  assert.deepEqual({ ...rateOf(3, 6) }, { present: 3, responses: 6, rate: 0.5, min_sample: 5, interval });
});

const counts = fc
  .nat(100_000)
  .chain((responses) => fc.tuple(fc.integer({ min: 0, max: responses }), fc.constant(responses)));

for (const [present, responses, lower, upper] of [
  [0, 6, 0, 0.39],
  [5, 5, 0.566, 1],
  [1, 1_000_000, 0, 0],
  [1_000_000, 1_000_000, 1, 1],
  [12, 56, 0.127, 0.338],
  [0, 20, 0, 0.161],
] as const) {
  test(`${present} of ${responses} may be a rate from ${lower} to ${upper}`, () =>
    assert.deepEqual(rateOf(present, responses).interval, { lower, upper }));
}

test('a rate rounded at a half stays within its interval, however narrow', () => {
  for (let thousandths = 0; thousandths < 1000; thousandths += 1) {
    const { rate, interval } = rateOf(thousandths * 1_000_000 + 500_000, 1_000_000_000);
    assert.ok(rate !== null && interval !== null && interval.lower <= rate && rate <= interval.upper);
  }
});

test('an interval is null exactly when its rate is, and otherwise contains it', () => {
  fc.assert(
    fc.property(counts, ([present, responses]) => {
      const { rate, interval } = rateOf(present, responses);
      assert.equal(interval === null, rate === null);
      if (rate === null || interval === null) return;
      assert.ok(0 <= interval.lower && interval.lower <= rate);
      assert.ok(rate <= interval.upper && interval.upper <= 1);
    }),
  );
});

test('a rate is null exactly below the floor, and else within half a thousandth of the share', () => {
  fc.assert(
    fc.property(counts, ([present, responses]) => {
      const { rate } = rateOf(present, responses);
      assert.equal(rate === null, responses < MIN_SAMPLE);
      if (rate !== null) assert.ok(Math.abs(rate - present / responses) <= 0.0005 + Number.EPSILON);
    }),
  );
});

for (const [sum, count, mean] of [
  [7, 2, 3.5],
  [5, 3, 1.67],
  [4, 3, 1.33],
  [1, 8, 0.13],
  [3, 1, 3],
  [3, 4, 0.75],
] as const) {
  test(`the mean of ${count} that add up to ${sum} is ${mean}`, () => assert.equal(meanOf(sum, count), mean));
}

test('the mean of none is null, not zero', () => assert.equal(meanOf(0, 0), null));

test('halves round up even if binary fractions fall short of them', () =>
  assert.deepEqual([rateOf(201, 400).rate, rateOf(203, 400).rate, meanOf(41, 40)], [0.503, 0.508, 1.03]));
