import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { allocate, type Cell } from './allocation.ts';

const close = (one: number, other: number, by: number) =>
  assert.ok(Math.abs(one - other) <= by, `${one}, ${other}`);

describe('allocation', () => {
  const cell = fc.record({
    deviation: fc.integer({ min: 1, max: 50 }).map((each) => each / 100),
    price: fc.integer({ min: 1, max: 5 }),
  });
  const cells = fc.array(cell, { minLength: 1, maxLength: 4 });

  const varianceOf = (of: readonly Cell[], counts: readonly number[]) =>
    of.reduce((sum, { deviation }, at) => sum + deviation ** 2 / (counts[at] ?? 1), 0);

  /** Every way to allocate this many answers, at least one each. */
  function* ways(cells: number, answers: number): Generator<number[]> {
    if (cells === 1) yield [answers];
    else for (let first = 1; first <= answers - cells + 1; first += 1)
      for (const rest of ways(cells - 1, answers - first)) yield [first, ...rest]; // biome-ignore format: one loop in another
  }

  test('property: no other way to hand out as many answers is more exact', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 12 }), (given, answers) => {
        const counts = allocate(given, { answers, money: null, each: null });
        if (answers < given.length) return assert.equal(counts, null);
        assert.equal(
          counts?.reduce((sum, each) => sum + each, 0),
          answers,
        );
        const best = Math.min(...[...ways(given.length, answers)].map((way) => varianceOf(given, way)));
        close(varianceOf(given, counts ?? []), best, 1e-12);
      }),
    );
  });

  test('property: spends no more than the budget, until it cannot pay for anything left', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 0, max: 40 }), (given, money) => {
        const counts = allocate(given, { answers: 30, money, each: null });
        const cost = (of: readonly number[]) =>
          of.reduce((sum, each, at) => sum + each * (given[at]?.price ?? 0), 0);
        if (cost(given.map(() => 1)) > money) return assert.equal(counts, null);
        const spent = cost(counts ?? []);
        assert.ok(counts && spent <= money && counts.every((each) => each >= 1));
        const asked = counts.reduce((sum, each) => sum + each, 0);
        assert.ok(asked === 30 || given.every(({ price }) => spent + price > money));
      }),
    );
  });

  test('no cell exceeds the maximum, even where answers are left over', () => {
    const given = [{ deviation: 0.5, price: 1 }, { deviation: 0.1, price: 1 }]; // biome-ignore format: one line
    assert.deepEqual(allocate(given, { answers: 100, money: null, each: 5 }), [5, 5]);
  });
});
