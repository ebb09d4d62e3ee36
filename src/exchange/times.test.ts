import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DayOrder, TimeFacts, timeReader } from './times.ts';

const iso = (cell: unknown, zone = 'UTC', first: DayOrder | null = null) => {
  const time = timeReader(zone, first)(cell);
  return typeof time === 'number' ? new Date(time).toISOString().replace(':00.000Z', 'Z') : time;
};

describe('a time', () => {
  for (const [cell, at] of [
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00Z'],
    ['2026-11-20T08:00:00.123456+01:00', '2026-11-20T07:00:00.123Z'],
    ['2026-11-20 08:00:00+00', '2026-11-20T08:00Z'],
    ['2026-11-20 08:00:00 UTC', '2026-11-20T08:00Z'],
    ['2026-11-20T08:00:00+01:00[Europe/Berlin]', '2026-11-20T07:00Z'],
    ['2026/11/20 8:05', '2026-11-20T08:05Z'],
    ['20.11.2026 08:00', '2026-11-20T08:00Z'],
    ['20.11.2026, 08:00 Uhr', '2026-11-20T08:00Z'],
    ['9.11.26 8.30', '2026-11-09T08:30Z'],
    ['11/20/2026 8:00 AM', '2026-11-20T08:00Z'],
    ['11/20/2026, 12:05:00\u202FAM', '2026-11-20T00:05Z'],
    ['20/11/2026 8:00 p.m.', '2026-11-20T20:00Z'],
    ['20/11/2026 à 08h15', '2026-11-20T08:15Z'],
    ['Fri, 20 Nov 2026 08:00:00 +0100', '2026-11-20T07:00Z'],
    ['Friday, November 20, 2026 at 8:00 PM', '2026-11-20T20:00Z'],
    ['20. November 2026', '2026-11-20T12:00Z'],
    ['20 de noviembre de 2026 08:00', '2026-11-20T08:00Z'],
    ['3 août 2026', '2026-08-03T12:00Z'],
    ['Fri Nov 20 2026 08:00:00 GMT+0100 (Central European Standard Time)', '2026-11-20T07:00Z'],
    ['Nov 20, 2026 8:00 AM EST', '2026-11-20T13:00Z'],
    ['20-Nov-2026 08:00', '2026-11-20T08:00Z'],
    ['1795161600', '2026-11-20T08:00Z'],
    [1795161600123, '2026-11-20T08:00:00.123Z'],
    ['46346.3333333333', '2026-11-20T08:00Z'],
    ['46346', '2026-11-20T12:00Z'],
    ['2026-11-20', '2026-11-20T12:00Z'],
    ['05/05/2026', '2026-05-05T12:00Z'],
    ['2026-02-30', null],
    ['31.04.2026', null],
    ['2026-11-20 25:00', null],
    ['11/20/2026 13:00 PM', null],
    ['20 Foo 2026', null],
    ['yesterday', null],
    ['61.4', null],
    ['78', null],
    ['', null],
    ['11/12/2026', 'unsure'],
    ['1969-11-20T08:00:00Z', null],
  ] as const)
    test(`${cell} is ${at}`, () => assert.equal(iso(cell), at));
});

for (const [cell, zone, first, at] of [
  ['11/12/2026', 'UTC', 'month', '2026-11-12T12:00Z'],
  ['11/12/2026', 'UTC', 'day', '2026-12-11T12:00Z'],
  ['11.12.2026', 'UTC', 'month', '2026-12-11T12:00Z'],
  ['2026-11-20', 'America/New_York', null, '2026-11-20T17:00Z'],
  ['2026-11-20 08:00', 'Europe/Berlin', null, '2026-11-20T07:00Z'],
  ['2026-11-20T08:00Z', 'Europe/Berlin', null, '2026-11-20T08:00Z'],
  ['2026-07-20 08:00', 'Asia/Kolkata', null, '2026-07-20T02:30Z'],
  ['20.11.2026 08:00 MEZ', 'UTC', null, '2026-11-20T07:00Z'],
  ['2026-07-20 08:00 CEST', 'UTC', null, '2026-07-20T06:00Z'],
  ['20-Nov-26', 'UTC', null, '2026-11-20T12:00Z'],
  ['2026-03-29 02:30', 'Europe/Berlin', null, '2026-03-29T01:30Z'],
  ['2026-10-25 02:30', 'Europe/Berlin', null, '2026-10-25T00:30Z'],
  ['2026-03-08 02:30', 'America/New_York', null, '2026-03-08T07:30Z'],
] as const)
  test(`${cell} in ${zone}, the ${first ?? 'year'} first, is ${at}`, () =>
    assert.equal(iso(cell, zone, first), at));

for (const [what, cells, expected] of [
  ['a day after the 12th decides', ['11/12/2026', '20/12/2026'], ['day', false, true, true]],
  ['as a second part it is the month', ['11/12/2026 8:00', '11/20/2026 8:00'], ['month', false, true, false]],
  ['nothing decides', ['11/12/2026', '01/02/2026'], [null, true, true, true]],
  ['contradictions decide nothing', ['11/12/2026', '20/11/2026', '11/20/2026'], [null, true, true, true]],
  ['days that are alike need no decision', ['11/11/2026'], [null, false, true, true]],
  ['zones of their own', ['2026-11-20T08:00Z', 'soon'], [null, false, false, false]],
] as const)
  test(`a column of times: ${what}`, () => {
    const facts = new TimeFacts();
    for (const cell of cells) facts.add(cell);
    assert.deepEqual([facts.first, facts.isUnsure, facts.needsZone, facts.hasDays], expected);
  });
