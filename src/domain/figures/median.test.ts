import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { medianOf } from './median.ts';

const countsOf = (values: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

for (const [what, values, median] of [
  ['nothing has none', [], null],
  ['of one number is that number', [4], 4],
  ['of two is their mean', [1, 4], 2.5],
  ['of three is the middle one', [9, 1, 2], 2],
  ['of four is the mean of the middle two', [1, 2, 3, 10], 2.5],
  ['of four whose middle two are equal is that number', [1, 3, 3, 10], 3],
  ['counts a number as often as it occurs', [1, 1, 1, 8, 9], 1],
] as const) {
  test(`the median ${what}`, () => assert.equal(medianOf(countsOf(values)), median));
}

test('a number that occurs zero times is not there', () => {
  assert.equal(medianOf(new Map([[1, 0]])), null);
  assert.equal(
    medianOf(
      new Map([
        [1, 0],
        [5, 2],
      ]),
    ),
    5,
  );
});

test('it is the one of the sorted list, for any numbers in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (values) => {
      const sorted = values.toSorted((a, b) => a - b);
      const half = sorted.length / 2;
      const middle = Number.isInteger(half) ? [sorted[half - 1], sorted[half]] : [sorted[Math.floor(half)]];
      const mean = middle.reduce<number>((sum, each) => sum + (each ?? 0), 0) / middle.length;
      assert.equal(medianOf(countsOf(values)), mean);
    }),
  );
});
