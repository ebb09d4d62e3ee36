import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightlineError } from '../../domain/errors.ts';
import { earlierPeriod, refuseWindow, windowOf } from './window.ts';

const DAY = 86_400_000;
/** 2026-11-20T13:37:21.123Z */
const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const endOf = (day: string) => at(day) + DAY - 1;

for (const [query, from, until, days] of [
  [{}, at('2026-10-23'), endOf('2026-11-19'), 28],
  [{ until: endOf('2026-11-10') }, at('2026-10-14'), endOf('2026-11-10'), 28],
  [{ until: NOW - 5 }, at('2026-10-24'), NOW - 5, 28],
  [{ days: 7 }, NOW - 7 * DAY + 1, NOW, 7],
  [{ days: 7, until: NOW - 5 }, NOW - 5 - 7 * DAY + 1, NOW - 5, 7],
  [{ days: 7, until: endOf('2026-11-19') }, at('2026-11-13'), endOf('2026-11-19'), 7],
  [{ days: 7, until: endOf('2026-11-20') }, NOW - 7 * DAY + 1, NOW, 7],
  [{ from: at('2026-11-19') }, at('2026-11-19'), NOW, 2],
  [{ from: at('2026-11-20'), until: endOf('2026-11-20') }, at('2026-11-20'), NOW, 1],
  [{ from: at('2026-11-01'), until: endOf('2026-11-10') }, at('2026-11-01'), endOf('2026-11-10'), 10],
  [{ month: '2026-02' }, at('2026-02-01'), endOf('2026-02-28'), 28],
  [{ month: '2026-11' }, at('2026-11-01'), NOW, 20],
  [{ month: '2026-02', until: endOf('2026-02-10') }, at('2026-02-01'), endOf('2026-02-10'), 10],
  [{ month: '2026-02', until: NOW }, at('2026-02-01'), endOf('2026-02-28'), 28],
] as const) {
  test(`the window of ${JSON.stringify(query)}`, () => {
    const window = windowOf(NOW, query);
    assert.deepEqual(window.period, { from, to: until + 1 });
    assert.deepEqual(window.meta, {
      window_days: days,
      window: { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
    });
  });
}

test('rounds the number of days up, and keeps whole days', () => {
  const days = (from: number, until: number) => windowOf(NOW, { from, until }).meta.window_days;
  assert.equal(days(at('2026-11-01'), endOf('2026-11-01')), 1);
  assert.equal(days(at('2026-11-01'), endOf('2026-11-01') + 1), 2);
  assert.equal(days(at('2026-11-01'), at('2026-11-01')), 1);
});

const refusal = (query: Parameters<typeof refuseWindow>[1]) => {
  try {
    refuseWindow(NOW, query);
  } catch (error) {
    assert.ok(error instanceof SightlineError);
    assert.equal(error.code, 'invalid_parameter');
    return error.message;
  }
  return null;
};

for (const [query, from, until] of [
  [{ days: 7, compare: 'previous' }, NOW - 14 * DAY + 1, NOW - 7 * DAY],
  [{ compare: 'previous' }, at('2026-09-25'), endOf('2026-10-22')],
  [
    { from: at('2026-11-01'), until: endOf('2026-11-10'), compare: 'previous' },
    at('2026-10-22'),
    endOf('2026-10-31'),
  ],
  [{ days: 7, compare: 'year' }, NOW - 372 * DAY + 1, NOW - 365 * DAY],
  [
    { from: at('2024-02-29'), until: endOf('2024-03-01'), compare: 'year' },
    at('2023-02-28'),
    endOf('2023-03-01'),
  ],
  [
    { from: at('2025-02-28'), until: endOf('2025-03-01'), compare: 'year' },
    at('2024-02-28'),
    endOf('2024-02-29'),
  ],
  [{ month: '2026-10', compare: 'previous' }, at('2026-09-01'), endOf('2026-09-30')],
  [{ month: '2026-01', compare: 'previous' }, at('2025-12-01'), endOf('2025-12-31')],
  [{ month: '2026-02', compare: 'previous' }, at('2026-01-01'), endOf('2026-01-28')],
  [{ month: '2026-11', compare: 'previous' }, at('2026-10-01'), at('2026-10-01') + (NOW - at('2026-11-01'))],
  [{ month: '2024-02', compare: 'year' }, at('2023-02-01'), endOf('2023-02-28')],
  [{ month: '2026-10', compare: '2026-09' }, at('2026-09-01'), endOf('2026-09-30')],
  [{ month: '2026-11', compare: '2026-05' }, at('2026-05-01'), at('2026-05-01') + (NOW - at('2026-11-01'))],
  [{ month: '2026-10', compare: at('2026-05-01') }, at('2026-05-01'), endOf('2026-05-31')],
] as const) {
  test(`the window before that of ${JSON.stringify(query)}`, () =>
    assert.deepEqual([earlierPeriod(NOW, query), refusal(query)], [{ from, to: until + 1 }, null]));
}

test('compares no window with an overlapping one', () => {
  const query = { from: at('2026-11-01'), until: endOf('2026-11-10') };
  assert.equal(refusal({ ...query, compare: at('2026-10-22') }), null);
  assert.match(
    refusal({ ...query, compare: at('2026-10-22') + 1 }) ?? '',
    /2026-10-22T00:00:00.000Z or earlier/,
  );
  assert.equal(earlierPeriod(NOW, query), null);
});

test('compares a month only with an earlier month', () => {
  for (const compare of ['2026-10', '2026-11'] as const) {
    assert.equal(refusal({ month: '2026-10', compare }), '`compare` must be a month before `month`.');
  }
  assert.equal(refusal({ days: 7, compare: '2026-09' }), '`compare` takes a month only beside `month`.');
});

test('365 days are a window, and an instant more is not', () => {
  const from = at('2025-11-01');
  const until = from + 365 * DAY - 1;
  assert.equal(refusal({ from, until }), null);
  assert.match(refusal({ from, until: until + 1 }) ?? '', /at most 365 days, and this one has 366/);
  assert.equal(refusal({ from: NOW - 365 * DAY + 1 }), null);
  assert.match(refusal({ from: NOW - 365 * DAY }) ?? '', /at most 365 days/);
});

test('a window of one instant is one, and one that ends before it begins is not', () => {
  assert.equal(refusal({ from: NOW, until: NOW }), null);
  assert.equal(refusal({ from: NOW, until: NOW - 1 }), '`from` is later than `until`.');
});
