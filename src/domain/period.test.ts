import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  blockOf,
  DAY_MS,
  type Edge,
  ENGINE_SPANS,
  MENTION_SPANS,
  openSpans,
  PANEL_SPANS,
  type Period,
  partsOf,
  periodOf,
  QUESTION_SPANS,
  SPANS,
  sealedPartsOf,
} from './period.ts';

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
const spanLists = fc.constantFrom<readonly number[]>(SPANS, MENTION_SPANS, ENGINE_SPANS, QUESTION_SPANS);

/** How far days are sealed, from the end of a period: shortly before it, long before it, after it, not at all, and all. */
const sealedFromEnd = fc.oneof(
  fc.integer({ min: -400, max: 400 }),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
);

function sealedDayOf({ to }: Period, fromEnd: number): number {
  return Math.max(0, Math.floor(to / DAY_MS) + fromEnd);
}

/** Everything that is counted, as stretches of time with their signs: runs block by block, of which longer ones hold sealed days only. */
function piecesOf(period: Period, spans: readonly number[], sealedDay: number): Edge[] {
  const { edges, runs } = partsOf(period, spans, sealedDay);
  const open = openSpans(spans);
  const longestOpen = open.at(-1) ?? 1;
  const sealed = Math.floor(sealedDay / longestOpen) * longestOpen;
  const blocks = runs.flatMap(({ span, first, last, sign }) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const [from, to] = [(first + index) * span, (first + index + 1) * span];
      const held = open.includes(span) ? to : Math.max(from, Math.min(to, sealed));
      return { from: from * DAY_MS, to: held * DAY_MS, sign };
    }),
  );
  return [...edges, ...blocks];
}

/** How often each instant is counted, as the instants where that changes: `[at, by]`. */
function changesOf(pieces: readonly Edge[]): [number, number][] {
  const changes = new Map<number, number>();
  for (const { from, to, sign } of pieces) {
    changes.set(from, (changes.get(from) ?? 0) + sign);
    changes.set(to, (changes.get(to) ?? 0) - sign);
  }
  return [...changes].filter(([, by]) => by !== 0).sort(([one], [other]) => one - other);
}

test('a window includes now and excludes the instant that many days ago', () => {
  const now = Date.UTC(2026, 10, 20, 13, 37, 21, 123);
  assert.deepEqual(periodOf(now, 7), { from: now - 7 * DAY_MS + 1, to: now + 1 });
});

test('a window of a day is 86,400,000 milliseconds long', () => {
  const { from, to } = periodOf(Date.UTC(2026, 2, 29, 12), 1);
  assert.equal(to - from, 86_400_000);
});

test('added and taken away, every instant of the window is counted once and no other at all', () => {
  fc.assert(
    fc.property(windows, spanLists, sealedFromEnd, (period, spans, fromEnd) => {
      assert.deepEqual(changesOf(piecesOf(period, spans, sealedDayOf(period, fromEnd))), [
        [period.from, 1],
        [period.to, -1],
      ]);
    }),
    { numRuns: 4000 },
  );
});

test('the same holds for a period of any length', () => {
  const periods = fc
    .tuple(instants, fc.integer({ min: 1, max: 800 * DAY_MS }))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(periods, spanLists, sealedFromEnd, (period, spans, fromEnd) => {
      assert.deepEqual(changesOf(piecesOf(period, spans, sealedDayOf(period, fromEnd))), [
        [period.from, 1],
        [period.to, -1],
      ]);
    }),
    { numRuns: 2000 },
  );
});

test('the same holds where there are blocks of sealed days alone', () => {
  fc.assert(
    fc.property(windows, sealedFromEnd, (period, fromEnd) => {
      const sealedDay = sealedDayOf(period, fromEnd);
      const [shortest] = PANEL_SPANS;
      const sealed = Math.floor(sealedDay / shortest) * shortest * DAY_MS;
      const { edges, runs } = sealedPartsOf(period, PANEL_SPANS, sealedDay);
      const blocks = runs.map(({ span, first, last, sign }) => {
        const [from, to] = [first * span * DAY_MS, (last + 1) * span * DAY_MS];
        assert.ok(span > shortest || to <= sealed);
        return { from, to: Math.max(from, Math.min(to, sealed)), sign };
      });
      assert.deepEqual(changesOf([...edges, ...blocks]), [
        [period.from, 1],
        [period.to, -1],
      ]);
      assert.ok(edges.length <= 2 && runs.length <= 2 * PANEL_SPANS.length - 1);
    }),
    { numRuns: 4000 },
  );
});

test('blocks have a known span and are whole', () => {
  fc.assert(
    fc.property(windows, spanLists, sealedFromEnd, (period, spans, fromEnd) => {
      for (const { span, first, last } of partsOf(period, spans, sealedDayOf(period, fromEnd)).runs) {
        assert.ok(spans.some((known) => known === span));
        assert.ok(Number.isInteger(first) && Number.isInteger(last) && first <= last);
      }
    }),
  );
});

test('at most two runs of each span and two edges are read, whatever the window and the sealed days', () => {
  fc.assert(
    fc.property(windows, spanLists, sealedFromEnd, (period, spans, fromEnd) => {
      const { edges, runs } = partsOf(period, spans, sealedDayOf(period, fromEnd));
      assert.ok(edges.length <= 2);
      assert.ok(runs.length <= 2 * spans.length - 1);
    }),
  );
});

test('at most 14 blocks that can hold answers are read for any window that ends now, with two or three open days', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 365 }), fc.constantFrom(1, 2), (now, days, before) => {
      const today = Math.ceil((now + 1) / DAY_MS);
      const sealedDay = today - 1 - before;
      const { runs } = partsOf(periodOf(now, days), SPANS, sealedDay);
      const filled = runs.filter(({ span, first }) => first * span < (span === 1 ? today : sealedDay));
      const blocks = filled.map(({ first, last }) => last - first + 1);
      assert.ok(blocks.reduce((sum, count) => sum + count, 0) <= 12);
    }),
    { numRuns: 1000 },
  );
});

test('an edge is at most half the shortest block at the start, and at the end what that block has still to come', () => {
  fc.assert(
    fc.property(windows, spanLists, (period, spans) => {
      const length = (spans[0] ?? 1) * DAY_MS;
      for (const { from, to } of partsOf(period, spans, 0).edges) {
        const isStart = from === period.from || to === period.from;
        assert.ok(to - from <= (isStart ? length / 2 : length));
        assert.ok(isStart || from === period.to);
      }
    }),
  );
});

test('a window of exactly whole days has no edge', () => {
  const { edges } = partsOf({ from: 10 * DAY_MS, to: 12 * DAY_MS }, SPANS, 11);
  assert.deepEqual(edges, []);
});

for (const span of MENTION_SPANS) {
  test(`a block of ${span} days begins at its first millisecond and ends before the next one's`, () => {
    const start = 100 * span * DAY_MS;
    assert.equal(blockOf(start - 1, span), 99);
    assert.equal(blockOf(start, span), 100);
    assert.equal(blockOf(start + span * DAY_MS - 1, span), 100);
  });
}

test('each span is a multiple of the one before, so that blocks nest', () => {
  for (const [index, span] of MENTION_SPANS.entries()) {
    if (index > 0) assert.equal(span % (MENTION_SPANS[index - 1] ?? 0), 0);
  }
});
