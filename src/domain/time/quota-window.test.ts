import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from './period.ts';
import { secondsLeft, windowAt } from './quota-window.ts';

const MINUTE = Date.UTC(2026, 10, 20, 13, 37);

test('a window starts with its first millisecond', () =>
  assert.deepEqual(windowAt(MINUTE, MINUTE_MS), { start: MINUTE, end: MINUTE + 60_000 }));

test('the last millisecond is still in the window', () =>
  assert.equal(windowAt(MINUTE + 59_999, MINUTE_MS).start, MINUTE));

test('the next millisecond is in the next window', () =>
  assert.equal(windowAt(MINUTE + 60_000, MINUTE_MS).start, MINUTE + 60_000));

test('hours follow the clock', () =>
  assert.equal(windowAt(MINUTE, HOUR_MS).start, Date.UTC(2026, 10, 20, 13)));

for (const [intoMs, seconds] of [
  [0, 60],
  [1, 60],
  [999, 60],
  [1000, 59],
  [58_999, 2],
  [59_000, 1],
  [59_999, 1],
] as const) {
  test(`${intoMs} ms into a minute, ${seconds} s are left`, () =>
    assert.equal(secondsLeft(windowAt(MINUTE, MINUTE_MS), MINUTE + intoMs), seconds));
}

test("at least a second is left, even after a window's end", () =>
  assert.equal(secondsLeft(windowAt(MINUTE, MINUTE_MS), MINUTE + 61_000), 1));
