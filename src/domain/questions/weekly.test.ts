import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../time/period.ts';
import { DAYS_PER_WEEK, expectedAnswers, meanOfDay, weekdayName, weekdayOf, weekStart } from './weekly.ts';

const digests = fc.stringMatching(/^[0-9a-f]{64}$/);
const days = fc.integer({ min: 0, max: 100_000 });

const windowFrom = (day: number) => Array.from({ length: DAYS_PER_WEEK }, (_, index) => day + index);

test('every window of 7 days has each weekly question once, for any hash', () => {
  fc.assert(
    fc.property(digests, days, (digest, first) => {
      assert.equal(windowFrom(first).filter((day) => weekStart(digest, day) === day).length, 1);
    }),
  );
});

test('the week of a question has 7 days, and begins on its weekday', () => {
  fc.assert(
    fc.property(digests, days, (digest, day) => {
      const start = weekStart(digest, day);
      assert.ok(start <= day && day < start + DAYS_PER_WEEK);
      assert.equal((start + DAYS_PER_WEEK) % DAYS_PER_WEEK, weekdayOf(digest));
      for (const each of windowFrom(start)) assert.equal(weekStart(digest, each), start);
    }),
  );
});

test('a week starts before the first numbered day, too', () => {
  const friday = '1'.padStart(12, '0').padEnd(64, '0');
  assert.deepEqual([weekdayOf(friday), weekStart(friday, 0)], [1, -6]);
});

test('questions spread over the week', () => {
  const counts = new Array<number>(DAYS_PER_WEEK).fill(0);
  for (let index = 0; index < 7000; index += 1) {
    const weekday = weekdayOf(hash('sha256', `question ${index}`, 'hex'));
    counts[weekday] = (counts[weekday] ?? 0) + 1;
  }
  assert.ok(
    counts.every((count) => count > 850 && count < 1150),
    counts.join(' '),
  );
});

test("a weekday's name matches the calendar", () => {
  fc.assert(
    fc.property(digests, days, (digest, day) => {
      const date = new Date(weekStart(digest, day) * DAY_MS);
      assert.equal(
        weekdayName(digest),
        date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
      );
    }),
  );
});

test('seven weekly questions are one a day, exactly', () => {
  assert.equal(meanOfDay(2, 7), 3);
  assert.equal(meanOfDay(0, 1), 1 / 7);
});

const windows = { current: { from: 28 * DAY_MS, to: 35 * DAY_MS }, baseline: { from: 0, to: 28 * DAY_MS } };

for (const [what, from, answers, expected] of [
  ['a question that was always daily', null, 28, 28],
  ['one that became weekly within the baseline: once a week', 14, 16, 4],
  ['one that became weekly within the current window: once a week', 30, 28, 4],
  ['one that became weekly as the baseline began', 0, 4, 4],
  ['one that was weekly before, in two markets', -7, 8, 8],
  ['one that became weekly after both windows', 35, 28, 28],
  ['one with fewer answers than weeks', 14, 3, 3],
] as const) {
  test(`answers expected of ${what}`, () => {
    const weekly = new Map(from === null ? [] : [[1, from]]);
    assert.equal(expectedAnswers({ promptId: 1, answers }, windows, weekly), expected);
  });
}
