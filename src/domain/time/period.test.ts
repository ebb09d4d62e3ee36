import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, dayOf, periodOf } from './period.ts';

test('a window includes now and excludes the instant that many days ago', () => {
  const now = Date.UTC(2026, 10, 20, 13, 37, 21, 123);
  assert.deepEqual(periodOf(now, 7), { from: now - 7 * DAY_MS + 1, to: now + 1 });
});

test('a window of a day is 86,400,000 milliseconds long', () => {
  const { from, to } = periodOf(Date.UTC(2026, 2, 29, 12), 1);
  assert.equal(to - from, 86_400_000);
});

test('a day begins at its first millisecond and ends before the next one', () =>
  assert.deepEqual([-1, 0, DAY_MS - 1, DAY_MS].map(dayOf), [-1, 0, 0, 1]));
