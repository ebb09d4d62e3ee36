import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blockOf, DAY_MS, type Period, partsOf, periodOf, SPANS } from './period.ts';

const LATEST = Date.UTC(2200, 0, 1);
const instants = fc.oneof(
  fc.integer({ min: Date.UTC(1972, 0, 1), max: LATEST }),
  // Midnights, and a millisecond to either side, are where days begin and end.
  fc
    .tuple(fc.integer({ min: 800, max: LATEST / DAY_MS }), fc.constantFrom(-1, 0, 1))
    .map(([day, beside]) => day * DAY_MS + beside),
);
const windows = fc
  .tuple(instants, fc.integer({ min: 1, max: 365 }))
  .map(([now, days]) => periodOf(now, days));

/** Everything that is read, as half-open intervals: runs block by block. */
function piecesOf(period: Period): Period[] {
  const { edges, runs } = partsOf(period);
  const blocks = runs.flatMap(({ span, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({
      from: (first + index) * span * DAY_MS,
      to: (first + index + 1) * span * DAY_MS,
    })),
  );
  return [...edges, ...blocks].sort((a, b) => a.from - b.from);
}

test('a window includes now and leaves out the instant that many days ago', () => {
  const now = Date.UTC(2026, 10, 20, 13, 37, 21, 123);
  assert.deepEqual(periodOf(now, 7), { from: now - 7 * DAY_MS + 1, to: now + 1 });
});

test('a window of a day is 86,400,000 milliseconds long', () => {
  const { from, to } = periodOf(Date.UTC(2026, 2, 29, 12), 1);
  assert.equal(to - from, 86_400_000);
});

test('edges and blocks follow each other without gap or overlap from end to end of the window', () => {
  fc.assert(
    fc.property(windows, (period) => {
      const pieces = piecesOf(period);
      assert.equal(pieces[0]?.from, period.from);
      assert.equal(pieces.at(-1)?.to, period.to);
      for (const [index, piece] of pieces.entries()) {
        assert.ok(piece.from < piece.to, 'no piece is empty');
        if (index > 0) assert.equal(piece.from, pieces[index - 1]?.to);
      }
    }),
    { numRuns: 1000 },
  );
});

test('every whole day of the window is in one block and no day outside is in any', () => {
  fc.assert(
    fc.property(windows, (period) => {
      const days = partsOf(period).runs.flatMap(({ span, first, last }) =>
        Array.from({ length: (last - first + 1) * span }, (_, index) => first * span + index),
      );
      const whole: number[] = [];
      for (let day = Math.ceil(period.from / DAY_MS); (day + 1) * DAY_MS <= period.to; day += 1)
        whole.push(day);
      assert.deepEqual(
        days.sort((a, b) => a - b),
        whole,
      );
    }),
    { numRuns: 300 },
  );
});

test('blocks have a known span and are whole', () => {
  fc.assert(
    fc.property(windows, (period) => {
      for (const { span, first, last } of partsOf(period).runs) {
        assert.ok(SPANS.some((known) => known === span));
        assert.ok(Number.isInteger(first) && Number.isInteger(last) && first <= last);
      }
    }),
  );
});

test('at most two runs of each span and two edges are read, whatever the window', () => {
  fc.assert(
    fc.property(windows, (period) => {
      const { edges, runs } = partsOf(period);
      assert.ok(edges.length <= 2);
      assert.ok(runs.length <= 2 * SPANS.length - 1);
    }),
  );
});

test('at most 24 blocks are read for 365 days', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const blocks = partsOf(periodOf(now, 365)).runs.map(({ first, last }) => last - first + 1);
      assert.ok(blocks.reduce((sum, count) => sum + count, 0) <= 24);
    }),
    { numRuns: 1000 },
  );
});

test('the edges add up to less than two days', () => {
  fc.assert(
    fc.property(windows, (period) => {
      const edges = partsOf(period).edges.reduce((sum, { from, to }) => sum + to - from, 0);
      assert.ok(edges < 2 * DAY_MS);
    }),
  );
});

test('a window that holds no whole day is one edge', () => {
  const period = { from: 10 * DAY_MS + 1, to: 11 * DAY_MS + 5 };
  assert.deepEqual(partsOf(period), { edges: [period], runs: [] });
});

test('a window of exactly whole days has no edge', () => {
  const { edges } = partsOf({ from: 10 * DAY_MS, to: 12 * DAY_MS });
  assert.deepEqual(edges, []);
});

for (const span of SPANS) {
  test(`a block of ${span} days begins at its first millisecond and ends before the next one's`, () => {
    const start = 100 * span * DAY_MS;
    assert.equal(blockOf(start - 1, span), 99);
    assert.equal(blockOf(start, span), 100);
    assert.equal(blockOf(start + span * DAY_MS - 1, span), 100);
  });
}

test('each span is a multiple of the one before, so that blocks nest', () => {
  for (const [index, span] of SPANS.entries()) {
    if (index > 0) assert.equal(span % (SPANS[index - 1] ?? 0), 0);
  }
});
