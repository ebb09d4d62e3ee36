import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, dayOf, daysIn } from '../../domain/time/period.ts';
import type { Stratum } from '../rates/common-mix.ts';
import { findDrift, isDriftDay, quartersAt } from './drift.ts';
import { INDEPENDENT } from './gates.ts';

const NOON = Date.UTC(2026, 9, 28, 12);

test('quarters are whole UTC days, and end before the day of the evaluation', () => {
  const { current, baseline } = quartersAt(NOON);
  assert.equal(current.to, Date.UTC(2026, 9, 28));
  assert.equal(current.from, Date.UTC(2026, 6, 30));
  assert.equal(baseline.to, current.from);
  assert.equal(baseline.from, Date.UTC(2026, 4, 1));
  assert.deepEqual([daysIn(current), daysIn(baseline)], [90, 90]);
  assert.deepEqual(quartersAt(Date.UTC(2026, 9, 29) - 1), quartersAt(Date.UTC(2026, 9, 28)));
});

for (const [at, last, expected] of [
  ['2026-11-01', null, true],
  ['2026-11-17', null, true],
  ['2026-11-01', '2026-10-31', true],
  ['2026-11-02', '2026-11-01', false],
  ['2026-11-30', '2026-11-01', false],
  // The first day was missed.
  ['2026-11-03', '2026-10-30', true],
  ['2027-01-01', '2026-12-31', true],
  ['2027-11-02', '2026-11-01', true],
] as const) {
  test(`on ${at}, after ${last}, compares quarters: ${expected}`, () => {
    const lastDay = last === null ? null : dayOf(Date.parse(last));
    assert.equal(isDriftDay(Date.parse(at) + DAY_MS - 1, lastDay), expected);
  });
}

/** Current and baseline answers to a prompt, with how many name the brand. */
function stratum(current: readonly [number, number], baseline: readonly [number, number]): Stratum {
  return {
    current: { events: current[0], trials: current[1] },
    baseline: { events: baseline[0], trials: baseline[1] },
  };
}

const THRESHOLDS = { minDeltaPoints: 3, minSampleEachSide: 30 };

function driftIn(
  strata: readonly Stratum[],
  effects = INDEPENDENT,
  totals?: { current: number; baseline: number },
  thresholds = THRESHOLDS,
) {
  const total = (side: keyof Stratum) => strata.reduce((sum, each) => sum + each[side].trials, 0);
  const counted = totals ?? { current: total('current'), baseline: total('baseline') };
  return findDrift({ strata, totals: counted }, effects, thresholds);
}

test('a change by few points is a drift, up and down, where both intervals of 99.5% exclude zero', () => {
  const [more, less] = [
    [950, 2700],
    [797, 2700],
  ] as const;
  const rise = driftIn([stratum(more, less)]);
  assert.equal(rise?.direction, 1);
  // Newcombe's interval at z = 2.807, by an independent calculation in Python.
  assert.deepEqual(
    [rise?.difference.interval.lower, rise?.difference.interval.upper].map((end) => end?.toFixed(6)),
    ['0.020929', '0.092205'],
  );
  assert.equal(driftIn([stratum(less, more)])?.direction, -1);
});

test("a change below the organization's points is none, with plain counts or with the same mix", () => {
  const at = (minDeltaPoints: number, ...strata: Stratum[]) =>
    driftIn(strata, INDEPENDENT, undefined, { ...THRESHOLDS, minDeltaPoints })?.direction;
  const tenPoints = stratum([900, 3000], [600, 3000]);
  assert.deepEqual([at(10, tenPoints), at(11, tenPoints)], [1, undefined]);
  // Both prompts rose by 10 points, and the plain counts by 23.
  const uneven = [stratum([1200, 2000], [500, 1000]), stratum([200, 1000], [200, 2000])] as const;
  assert.deepEqual([at(10, ...uneven), at(11, ...uneven)], [1, undefined]);
});

test('a change outside noise at 95%, but not at 99.5%, is none', () => {
  assert.equal(driftIn([stratum([120, 300], [93, 300])]), null);
  assert.notEqual(driftIn([stratum([129, 300], [93, 300])]), null);
});

test('repeated answers count for less', () => {
  const strata = [stratum([129, 300], [93, 300])];
  assert.equal(driftIn(strata, { current: 1.5, baseline: 1.5 }), null);
});

test('a change in the mix alone is none, nor is one that reverses with the same mix', () => {
  // Each prompt has the same share in both quarters.
  assert.equal(driftIn([stratum([720, 800], [180, 200]), stratum([20, 200], [80, 800])]), null);
  // Each prompt rose, and the plain counts fell.
  assert.equal(driftIn([stratum([100, 100], [720, 900]), stratum([270, 900], [10, 100])]), null);
});

test('too few answers in a quarter give none, on any prompt or on shared ones', () => {
  const few = [stratum([29, 29], [0, 30])];
  assert.equal(driftIn(few), null);
  assert.equal(driftIn(few, INDEPENDENT, { current: 300, baseline: 300 }), null);
  assert.notEqual(driftIn([stratum([30, 30], [0, 30])]), null);
  assert.equal(driftIn([]), null);
});

test("does not compare a quarter with fewer than half of the other's answers", () => {
  assert.notEqual(driftIn([stratum([100, 100], [50, 200])]), null);
  assert.equal(driftIn([stratum([100, 100], [50, 201])]), null);
  assert.equal(driftIn([stratum([50, 201], [100, 100])]), null);
});

test('property: turning the quarters around turns a drift around', () => {
  const side = fc
    .tuple(fc.integer({ min: 40, max: 400 }), fc.integer({ min: 0, max: 400 }))
    .map(([trials, events]) => [Math.min(events, trials), trials] as const);
  const property = fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 4 }), (prompts) => {
    const there = driftIn(prompts.map(([one, other]) => stratum(one, other)));
    const back = driftIn(prompts.map(([one, other]) => stratum(other, one)));
    assert.equal(back?.direction, there && there.direction === 1 ? -1 : there ? 1 : undefined);
  });
  fc.assert(property, { numRuns: 300 });
});
