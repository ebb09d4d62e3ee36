import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import {
  bootstrapPaths,
  largestChange,
  noiseFloor,
  persistentChanges,
} from '../../src/stats/alerts/noise-floor.ts';
import { generator } from '../../src/stats/distributions/generator.ts';
import { normalQuantile } from '../../src/stats/distributions/normal.ts';
import { effort } from '../support/effort.ts';

const WORLDS = effort(40, 2000);

const NOISE_DAYS = 91;

/** The days that a quarter's looks cover. */
const NEXT_DAYS = 125;

/** docs/statistics.md: in how many worlds a quiet quarter has a change above the earlier quarter's floor. */
const STATED = [
  { name: 'independent days', near: 0, atLeast: 0.05, atMost: 0.18 },
  { name: 'days alike by 0.8', near: 0.8, atLeast: 0.1, atMost: 0.4 },
];

/** A stationary series of days with this autocorrelation. */
function daysAlike(near: number, count: number, random: () => number): number[] {
  const noise = () => normalQuantile((random() + 2 ** -40) / (1 + 2 ** -39));
  const days = [noise()];
  for (let day = 1; day < count; day += 1) {
    days.push(near * (days.at(-1) as number) + Math.sqrt(1 - near * near) * noise());
  }
  return days;
}

describe('quiet quarters', () => {
  for (const { name, near, atLeast, atMost } of STATED) {
    test(`have a change above the previous floor as often as stated: ${name}`, (context) => {
      const random = seeded(3);
      let above = 0;
      for (let world = 0; world < WORLDS; world += 1) {
        const days = daysAlike(near, NOISE_DAYS + NEXT_DAYS, random);
        const past = days.slice(0, NOISE_DAYS).map((share) => ({ events: share, trials: 1 }));
        const events = Float64Array.from(days.slice(NOISE_DAYS));
        const next = persistentChanges({ events, trials: new Float64Array(NEXT_DAYS).fill(1) });
        if (largestChange(next) > noiseFloor(bootstrapPaths(past, generator(1)))) above += 1;
      }
      const share = above / WORLDS;
      context.diagnostic(`${share} of ${WORLDS}`);
      assert.ok(share >= atLeast && share <= atMost, `${share}`);
    });
  }
});
