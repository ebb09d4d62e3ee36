import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Totals } from './scan.ts';

/** Close together and far apart, some repeated, many consecutive. */
const group = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 2 ** 40 }),
);
const groups = fc
  .tuple(
    fc.array(group, { maxLength: 60 }),
    fc.integer({ min: 0, max: 3000 }),
    fc.integer({ min: 0, max: 9000 }),
  )
  .map(([some, first, many]) => [
    ...some,
    ...Array.from({ length: many }, (_, index) => first + index),
    ...some,
  ]);

test("adds counts to their group, in order of the groups' first rows, however far apart", () => {
  fc.assert(
    fc.property(groups, (all) => {
      const totals = new Totals(1);
      const expected = new Map<number, number>();
      for (const each of all) {
        totals.add({ groups: Float64Array.of(each), counts: Float64Array.of(1) });
        expected.set(each, (expected.get(each) ?? 0) + 1);
      }
      assert.deepEqual(
        totals.map((each, count) => [each, count(0)]),
        [...expected],
      );
    }),
    { numRuns: 40 },
  );
});
