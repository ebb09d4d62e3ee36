import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import { KeyNumbers, LongTally, mostOf, Tally } from './tally.ts';

const part = fc.oneof(fc.nat(3), fc.nat(2 ** 31));
const key = fc.tuple(part, part);

function emptyOf(width: number, numbers: KeyNumbers): Tally<[number, number]> {
  return new Tally(width, numbers);
}

test("adds counts to their key's group, in order of appearance, and sums add up to the same", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat(1), fc.nat(300)), { maxLength: 300 }), (all) => {
      const expected = new Map<string, number[]>();
      const numbers = new KeyNumbers(2);
      const [tally, twice] = [emptyOf(2, numbers), emptyOf(2, numbers)];
      for (const [of, each, count] of all) {
        tally.add(tally.groupOf(of), each, count);
        const counts = expected.get(`${of}`) ?? [0, 0];
        expected.set(`${of}`, counts);
        counts[each] = (counts[each] ?? 0) + count;
      }
      const rowsOf = (some: typeof tally) => some.map((of, count) => [`${of}`, [count(0), count(1)]]);
      assert.deepEqual(rowsOf(tally), [...expected]);
      for (let time = 0; time < 2; time++) twice.addSums(tally.sums());
      assert.deepEqual(
        rowsOf(twice),
        [...expected].map(([of, counts]) => [of, counts.map((count) => 2 * count)]),
      );
    }),
  );
});

test('adds only the sums whose key begins with a number', () => {
  const numbers = new KeyNumbers(2);
  const [tally, some] = [emptyOf(1, numbers), emptyOf(1, numbers)];
  for (const of of [
    [1, 2],
    [3, 4],
    [1, 5],
  ] as const)
    tally.add(tally.groupOf([...of]), 0);
  some.addSums(tally.sums(), 1);
  const found = some.map((of) => of);
  assert.deepEqual(found, [
    [1, 2],
    [1, 5],
  ]);
});

test('the numbers with the most are the first of all, with ties for the last', () => {
  const count = fc.oneof(fc.nat(3), fc.nat(2000));
  fc.assert(
    fc.property(fc.array(count, { maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (counts, limit) => {
      const tally = new LongTally();
      counts.forEach((times, number) => {
        for (let each = 0; each < times; each++) tally.add(number);
      });
      const above = [...counts.keys()].filter((number) => (counts[number] ?? 0) > 0);
      const least = above.map((number) => counts[number] ?? 0).sort((a, b) => b - a)[limit - 1] ?? 1;
      const expected = above.filter((number) => (counts[number] ?? 0) >= least);
      assert.deepEqual(tally.most(limit), expected);
      const found = mostOf(above, limit, (number) => tally.count(number));
      assert.deepEqual(found, expected);
    }),
    { numRuns: effort(10, 30) },
  );
});
