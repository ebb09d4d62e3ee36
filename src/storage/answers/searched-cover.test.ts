import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, periodOf } from '../../domain/period.ts';
import { coversOf, thresholdsFor } from './searched-cover.ts';

const levels = (...pairs: readonly (readonly [answers: number, rows: number])[]) =>
  pairs.map(([answers, rows]) => ({ answers, rows }));

test('every cover reaches over the whole window, in blocks that do not overlap', () => {
  for (const days of [1, 16, 45, 364, 365]) {
    for (const until of [0, 1, 15, 16, 63, 255].map((day) => (20_480 + day) * DAY_MS + 7)) {
      const period = periodOf(until, days);
      const covers = coversOf(period, Number.POSITIVE_INFINITY);
      assert.ok(covers.length > 0);
      for (const cover of covers) {
        const ends = cover.map(({ span, block }) => (block + 1) * span * DAY_MS);
        const starts = cover.map(({ span, block }) => block * span * DAY_MS);
        assert.ok((starts[0] ?? 0) <= period.from && (ends.at(-1) ?? 0) >= period.to);
        assert.deepEqual(starts.slice(1), ends.slice(0, -1));
      }
    }
  }
});

test('thresholds add up to less than what is looked for, and leave few rows above them', () => {
  const blocks = [levels([9, 1], [5, 2], [1, 500], [0, 0]), levels([8, 1], [4, 3], [0, 0])];
  assert.deepEqual(thresholdsFor(blocks, 10), { answers: [5, 4], rows: 2 });
  assert.deepEqual(thresholdsFor(blocks, 9), { answers: [1, 4], rows: 4 });
});

test('no thresholds where not enough of a block is known', () => {
  assert.equal(thresholdsFor([levels([9, 1], [5, 2]), levels([8, 1])], 10), null);
});
