import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { chanceFindingsADay } from '../../src/stats/alerts/chance-findings.ts';
import { INDEPENDENT, kindsOf } from '../../src/stats/alerts/gates.ts';
import {
  bootstrapPaths,
  largestChange,
  noiseFloor,
  persistentChanges,
} from '../../src/stats/alerts/noise-floor.ts';
import { generator } from '../../src/stats/distributions/generator.ts';
import { normalQuantile } from '../../src/stats/distributions/normal.ts';
import { effort } from '../support/effort.ts';
import { alertDays, betaVariate, OUR_RULE } from '../support/simulation.ts';

const WORLDS = effort(50, 2000);

const NOISE_DAYS = 91;

/** The days that a quarter's looks cover. */
const NEXT_DAYS = 125;

/**
 * docs/statistics.md states this: in how many worlds a quiet quarter has a change above the floor from the
 * quarter before.
 */
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
        if (largestChange(next) > noiseFloor(bootstrapPaths(past, undefined, generator(1)))) above += 1;
      }
      const share = above / WORLDS;
      context.diagnostic(`${share} of ${WORLDS}`);
      assert.ok(share >= atLeast && share <= atMost, `${share}`);
    });
  }
});

/** Brands in each world; enough to know a figure within a tenth of itself nightly. */
const BRANDS = effort(15, 400);

const HELD_TO = {
  kinds: kindsOf('visibility'),
  thresholds: { minDeltaPoints: 10, minSampleEachSide: 30 },
  effects: INDEPENDENT,
};

describe(`the planner's statement about ${BRANDS} quiet quarters`, () => {
  for (const spread of effort([0.3], [0, 0.3])) {
    test(`is no less than the alerts that come, and not three times as many: correlation ${spread}`, (context) => {
      const [random, panel] = [seeded(5), { prompts: 10, mean: 0.3, spread }];
      const scenario = { ...panel, measure: 'visibility', days: 90, history: 98 } as const;
      const sum = (of: () => number) =>
        Array.from({ length: BRANDS }, of).reduce((all, each) => all + each, 0);
      const said = sum(() => 90 * chanceFindingsADay(daysOf(panel, random), HELD_TO));
      const [without, floored] = [{ withoutFloor: true } as const, OUR_RULE].map((rule) =>
        sum(() => alertDays(scenario, rule, random).length),
      ) as [number, number];
      context.diagnostic(`said ${said}, without a floor ${without}, with it ${floored}`);
      assert.ok(said >= 0.8 * without && said <= 3 * without, `${said} for ${without}`);
      assert.ok(floored < without, `${floored} of ${without}`);
    });
  }
});

/** A brand's daily answers over a quarter. */
function daysOf(
  { prompts, mean, spread }: { prompts: number; mean: number; spread: number },
  random: () => number,
) {
  const chances = Array.from({ length: prompts }, () =>
    spread === 0 ? mean : betaVariate(mean, spread, random),
  );
  return Array.from({ length: NOISE_DAYS }, () => ({
    events: chances.filter((chance) => random() < chance).length,
    trials: prompts,
  }));
}
