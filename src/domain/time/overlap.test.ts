import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlapOf } from './overlap.ts';
import { HOUR_MS } from './period.ts';

test('an overlap is a whole number of hours, at most 720, and none by default', () => {
  assert.deepEqual(
    [undefined, '0', '1', '720'].map(overlapOf),
    [0, 0, 1, 720].map((hours) => hours * HOUR_MS),
  );
  for (const wrong of ['721', '-1', '1.5', '1e2', '', ' 1', 'two', '٣']) {
    assert.throws(() => overlapOf(wrong), {
      message: 'The overlap must be a whole number of hours from 0 to 720.',
    });
  }
});
