import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BUCKET_UNITS, bucketsOf } from './buckets.ts';
import { DAY_MS } from './period.ts';

const at = (text: string) => Date.parse(text);

/** Buckets as text: first and last counted instants. */
const shown = (until: string, days: number, unit: 'day' | 'week') =>
  bucketsOf(at(until), days, unit).map(({ from, to, isComplete }) => [
    new Date(from).toISOString(),
    new Date(to - 1).toISOString(),
    isComplete,
  ]);

test('a day that is still running ends with until', () =>
  assert.deepEqual(shown('2026-11-20T13:37:21.123Z', 2, 'day'), [
    ['2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z', true],
    ['2026-11-20T00:00:00.000Z', '2026-11-20T13:37:21.123Z', false],
  ]));

test('until at midnight begins a day of one millisecond; a millisecond earlier completes the day before', () => {
  assert.deepEqual(shown('2026-11-20T00:00:00.000Z', 1, 'day'), [
    ['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z', false],
  ]);
  assert.deepEqual(shown('2026-11-19T23:59:59.999Z', 1, 'day'), [
    ['2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z', true],
  ]);
});

test('a leap day is a day', () => {
  const days = shown('2028-03-01T12:00:00.000Z', 3, 'day').map(([from]) => String(from).slice(0, 10));
  assert.deepEqual(days, ['2028-02-28', '2028-02-29', '2028-03-01']);
});

test('a week runs from Monday, across a new year too', () =>
  assert.deepEqual(shown('2027-01-04T00:00:00.000Z', 8, 'week'), [
    ['2026-12-28T00:00:00.000Z', '2027-01-03T23:59:59.999Z', true],
    ['2027-01-04T00:00:00.000Z', '2027-01-04T00:00:00.000Z', false],
  ]));

test('the first week is whole, though only its Sunday is one of the days', () => {
  const [first] = shown('2026-11-20T13:37:21.123Z', 6, 'week');
  assert.deepEqual(first, ['2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z', true]);
  const [only] = shown('2026-11-20T13:37:21.123Z', 5, 'week');
  assert.deepEqual(only, ['2026-11-16T00:00:00.000Z', '2026-11-20T13:37:21.123Z', false]);
});

test('buckets neither overlap nor leave gaps, and exactly the last may be incomplete', () => {
  const windows = fc.record({
    until: fc.integer({ min: at('1972-01-01'), max: at('2200-01-01') }),
    days: fc.integer({ min: 1, max: 365 }),
    unit: fc.constantFrom(...BUCKET_UNITS),
  });
  fc.assert(
    fc.property(windows, ({ until, days, unit }) => {
      const buckets = bucketsOf(until, days, unit);
      const length = unit === 'day' ? 1 : 7;
      const firstDay = Math.floor(until / DAY_MS) - days + 1;
      buckets.forEach(({ from, to, firstDay: day, isComplete }, index) => {
        assert.equal(from, day * DAY_MS);
        assert.equal(isComplete, to === from + length * DAY_MS);
        assert.equal(to, buckets[index + 1]?.from ?? Math.min(from + length * DAY_MS, until + 1));
        if (unit === 'week') assert.equal(new Date(from).getUTCDay(), 1);
      });
      const first = buckets[0]?.firstDay ?? Number.NaN;
      assert.ok(first <= firstDay && firstDay < first + length);
      assert.equal(buckets.at(-1)?.to, until + 1);
    }),
  );
});
