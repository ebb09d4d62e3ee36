import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourBit, type Observed, observedOn } from './observed.ts';

/** Bits of the hours from one up to, but without, another. */
function bits(from: number, to: number): number {
  let all = 0;
  for (let hour = from; hour < to; hour += 1) all |= 1 << hour;
  return all;
}

const ALL = bits(0, 24);
const [BEFORE, DAY, AFTER] = [99, 100, 101];

const CASES: readonly (readonly [string, Readonly<Record<number, number>>, Observed])[] = [
  ['no line on the day', { [BEFORE]: ALL, [AFTER]: ALL }, 'not_observed'],
  ['a row without hours', { [DAY]: 0 }, 'not_observed'],
  ['a line in every hour, alone', { [DAY]: ALL }, 'observed'],
  ['six quiet hours', { [DAY]: bits(0, 9) | bits(15, 24) }, 'observed'],
  ['seven quiet hours', { [DAY]: bits(0, 9) | bits(16, 24) }, 'partly'],
  ['one line', { [DAY]: 1 }, 'partly'],
  ['a log that begins after midnight', { [DAY]: bits(1, 24), [AFTER]: ALL }, 'partly'],
  ['a log that ends before midnight', { [BEFORE]: ALL, [DAY]: bits(0, 23) }, 'partly'],
  ['six quiet hours over midnight', { [BEFORE]: bits(0, 21), [DAY]: bits(3, 24) }, 'observed'],
  ['seven quiet hours over midnight', { [BEFORE]: bits(0, 20), [DAY]: bits(3, 24) }, 'partly'],
  ['seven quiet hours until midnight', { [DAY]: ALL, [AFTER]: bits(7, 24) }, 'observed'],
  ['a quiet end that the next day continues', { [DAY]: bits(0, 20), [AFTER]: bits(3, 24) }, 'partly'],
];

for (const [what, hours, observed] of CASES) {
  test(`a day is ${observed} with ${what}`, () => {
    const byDay = new Map(Object.entries(hours).map(([day, each]) => [Number(day), each]));
    assert.equal(observedOn(DAY, byDay), observed);
  });
}

test('an hour is its bit, also in the last millisecond', () => {
  assert.equal(hourBit(Date.UTC(2026, 10, 20, 0)), 1);
  assert.equal(hourBit(Date.UTC(2026, 10, 20, 23, 59, 59, 999)), 1 << 23);
});
