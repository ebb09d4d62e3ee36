import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/random.ts';
import { generator } from '../../src/stats/generator.ts';
import { heldChanges, largestHeld, noiseFloor, quietCourses } from '../../src/stats/noise-floor.ts';
import { normalQuantile } from '../../src/stats/normal.ts';
import { effort } from '../support/effort.ts';

const WORLDS = effort(200, 2000);

const NOISE_DAYS = 91;

/** The days that a quarter of looks sees, as in a course. */
const NEXT_DAYS = 125;

/** What docs/statistics.md states: in how many worlds a quarter in which nothing happens has a change above the floor of the one before. */
const STATED = [
  { name: 'independent days', near: 0, atLeast: 0.05, atMost: 0.18 },
  { name: 'days alike by 0.8', near: 0.8, atLeast: 0.1, atMost: 0.4 },
];

/** A stationary series of days: each is like the last one by so much. */
function daysAlike(near: number, count: number, random: () => number): number[] {
  const noise = () => normalQuantile((random() + 2 ** -40) / (1 + 2 ** -39));
  const days = [noise()];
  for (let day = 1; day < count; day += 1) {
    days.push(near * (days.at(-1) as number) + Math.sqrt(1 - near * near) * noise());
  }
  return days;
}

describe('quarters in which nothing happens', () => {
  for (const { name, near, atLeast, atMost } of STATED) {
    test(`have a change above the floor of the one before as often as is stated: ${name}`, (context) => {
      const random = seeded(3);
      let above = 0;
      for (let world = 0; world < WORLDS; world += 1) {
        const days = daysAlike(near, NOISE_DAYS + NEXT_DAYS, random);
        const past = days.slice(0, NOISE_DAYS).map((events) => ({ events, trials: 1 }));
        const excess = Float64Array.from(days.slice(NOISE_DAYS));
        const next = heldChanges({ excess, trials: new Float64Array(NEXT_DAYS).fill(1) });
        if (largestHeld(next) > noiseFloor(quietCourses(past, generator(1)))) above += 1;
      }
      const share = above / WORLDS;
      context.diagnostic(`${share} of ${WORLDS}`);
      assert.ok(share >= atLeast && share <= atMost, `${share}`);
    });
  }
});
