import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatInstant, formatInstantOrNull, parseInstant } from './instant.ts';

for (const [text, read] of [
  ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T08:00:00.1Z', '2026-11-20T08:00:00.100Z'],
  ['2026-11-20T08:00:00.123456789Z', '2026-11-20T08:00:00.123Z'],
  ['2026-11-20T08:00:00.9999Z', '2026-11-20T08:00:00.999Z'],
  ['2026-11-20T08:00Z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20t08:00:00z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 08:00:00Z', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T08:00:00+05:30', '2026-11-20T02:30:00.000Z'],
  ['2026-11-20T08:00:00+0530', '2026-11-20T02:30:00.000Z'],
  ['2026-11-20T23:00:00-08:00', '2026-11-21T07:00:00.000Z'],
  ['2026-11-20T08:00:00-00:00', '2026-11-20T08:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
] as const) {
  test(`${text} is ${read}`, () => {
    const at = parseInstant(text);
    assert.equal(at === null ? null : formatInstant(at), read);
  });
}

for (const [what, text] of Object.entries({
  'February 30': '2026-02-30T00:00:00Z',
  'February 29 of a common year': '2026-02-29T00:00:00Z',
  'February 29 of 2100': '2100-02-29T00:00:00Z',
  'April 31': '2026-04-31T00:00:00Z',
  'month 13': '2026-13-01T00:00:00Z',
  'day 0': '2026-01-00T00:00:00Z',
  'hour 24': '2026-01-01T24:00:00Z',
  'minute 60': '2026-01-01T23:60:00Z',
  'a leap second': '2026-12-31T23:59:60Z',
  'ten decimals': '2026-01-01T00:00:00.1234567890Z',
  'a missing zone': '2026-01-01T00:00:00',
  'an offset of hours alone': '2026-01-01T00:00:00+05',
  'an offset of a day': '2026-01-01T00:00:00+24:00',
  'a day alone': '2026-01-01',
  'one digit for the month': '2026-1-01T00:00:00Z',
  'the year 10000': '10000-01-01T00:00:00Z',
  'a year with a sign': '+010000-01-01T00:00:00Z',
  'before 1970': '1969-12-31T23:59:59.999Z',
  'before 1970 by its offset': '1970-01-01T00:59:59+01:00',
  'a blank behind it': '2026-01-01T00:00:00Z ',
  'another line behind it': '2026-01-01T00:00:00Z\n',
  'a time in words': 'yesterday',
  milliseconds: '1767225600000',
  'nothing at all': '',
})) {
  test(`no instant: ${what}`, () => {
    assert.equal(parseInstant(text), null);
  });
}

test('parses a formatted instant back to the millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }), (at) => {
      assert.equal(parseInstant(formatInstant(at)), at);
    }),
  );
});

test('never stays null', () => {
  assert.equal(formatInstantOrNull(null), null);
});

test('1970 is a time like any other, not never', () => {
  assert.equal(formatInstantOrNull(0), '1970-01-01T00:00:00.000Z');
});
