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
  ['2026-11-20 08:00:00+00', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T08:00:00+00', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 08:00:00-00', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 08:00:00-05', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20T08:00:00-05', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20 08:00:00.123456+02', '2026-11-20T06:00:00.123Z'],
  ['2026-11-20 08:00+14', '2026-11-19T18:00:00.000Z'],
  ['2026-11-20t08:00:00.5+01', '2026-11-20T07:00:00.500Z'],
  ['2026-11-20 08:00:00+0000', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T08:00:00-0000', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 08:00:00 +0000', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 08:00:00 -08', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20 08:00:00.0000000 +05:45', '2026-11-20T02:15:00.000Z'],
  ['2026-11-20 08:00:00z', '2026-11-20T08:00:00.000Z'],
  ['1970-01-01 00:00:00+00', '1970-01-01T00:00:00.000Z'],
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
  'an offset with one digit': '2026-01-01T00:00:00+5',
  'an offset with three digits': '2026-01-01T00:00:00+053',
  'an offset with five digits': '2026-01-01T00:00:00+05301',
  'an offset with seconds': '2026-01-01T00:00:00+05:30:15',
  'an offset without a sign': '2026-01-01T00:00:00 05',
  'an offset of 24 hours': '2026-01-01T00:00:00+24',
  'an offset of 60 minutes': '2026-01-01T00:00:00+0060',
  'a sign alone': '2026-01-01T00:00:00+',
  'a colon behind the hours': '2026-01-01T00:00:00+05:',
  'a Z with an offset': '2026-01-01T00:00:00Z+00',
  'two blanks before the offset': '2026-01-01 00:00:00  +00',
  'a blank before the Z': '2026-01-01 00:00:00 Z',
  'a tab for the T': '2026-01-01\t00:00:00+00',
  'two blanks for the T': '2026-01-01  00:00:00+00',
  "a zone's name": '2026-01-01 00:00:00 UTC',
  'another minus sign': '2026-01-01T00:00:00\u221205',
  'February 30 with an offset': '2026-02-30 00:00:00+00',
  'before 1970 by an offset of hours': '1970-01-01 00:59:59+01',
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
  test(`no instant: ${what}`, () => assert.equal(parseInstant(text), null));
}

test('parses a formatted instant back to the millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }), (at) => {
      assert.equal(parseInstant(formatInstant(at)), at);
    }),
  );
});

test('never stays null', () => assert.equal(formatInstantOrNull(null), null));

test('1970 is a time like any other, not never', () =>
  assert.equal(formatInstantOrNull(0), '1970-01-01T00:00:00.000Z'));
