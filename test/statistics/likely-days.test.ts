import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { BASELINE_DAYS, CURRENT_DAYS } from '../../src/domain/alerts/alert-rules.ts';
import { PERSISTENCE } from '../../src/stats/alerts/episodes.ts';
import { compareEven, gateOf } from '../../src/stats/alerts/gates.ts';
import { binomialGain, type CountedDay, likelyDays } from '../../src/stats/alerts/likely-days.ts';
import { effort } from '../support/effort.ts';
import { betaVariate } from '../support/simulation.ts';

/** Alerts in each world; enough to know a share of 0.95 within 0.02 nightly. */
const ALERTS = effort(50, 1500);

const THRESHOLDS = { minDeltaPoints: 10, minSampleEachSide: 30 };

/** The first day of the new level. */
const BEGINS = BASELINE_DAYS + CURRENT_DAYS;

interface World {
  readonly prompts: number;
  readonly before: number;
  readonly after: number;
  /** How much the prompts differ. */
  readonly spread: number;
}

/** docs/statistics.md states this: how often the likely days include the first day of the change. */
const WORLDS: readonly World[] = [
  { prompts: 5, before: 0.5, after: 0.25, spread: 0 },
  { prompts: 10, before: 0.5, after: 0.35, spread: 0 },
  { prompts: 10, before: 0.3, after: 0.05, spread: 0 },
  { prompts: 10, before: 0.5, after: 0.1, spread: 0.5 },
  { prompts: 20, before: 0.5, after: 0.35, spread: 0.5 },
  { prompts: 30, before: 0.3, after: 0.5, spread: 0.3 },
];

/** The days in an alert's comparison: the first alert within four weeks of the change; null for none. */
function alertedDays({ prompts, before, after, spread }: World, random: () => number): CountedDay[] | null {
  const levels = [before, after].map((mean) =>
    Array.from({ length: prompts }, () => (spread === 0 ? mean : betaVariate(mean, spread, random))),
  ) as [number[], number[]];
  const days = Array.from({ length: BEGINS + BASELINE_DAYS }, (_, day) => ({
    day,
    events: levels[day < BEGINS ? 0 : 1].filter((chance) => random() < chance).length,
    trials: prompts,
  }));
  let held = 0;
  for (let end = BEGINS + 1; end <= days.length; end += 1) {
    const compared = days.slice(end - BASELINE_DAYS - CURRENT_DAYS, end);
    const side = (some: readonly CountedDay[]) => ({
      events: some.reduce((sum, { events }) => sum + events, 0),
      trials: prompts * some.length,
    });
    const sides = {
      current: side(compared.slice(BASELINE_DAYS)),
      baseline: side(compared.slice(0, BASELINE_DAYS)),
    };
    const kind = after < before ? 'visibility_drop' : 'visibility_rise';
    held = gateOf(kind, compareEven(sides), THRESHOLDS) === null ? held + 1 : 0;
    if (held === PERSISTENCE) return compared;
  }
  return null;
}

describe(`the likely days of ${ALERTS} planted changes with an alert`, () => {
  for (const world of WORLDS) {
    const name = `${world.prompts} prompts, ${world.before} to ${world.after}, spread ${world.spread}`;
    test(`have the first day of the change in at least 90%: ${name}`, (context) => {
      const random = seeded(11);
      const gain = binomialGain(world.after < world.before ? -1 : 1, 1);
      let [told, covered] = [0, 0];
      const widths: number[] = [];
      while (told < ALERTS) {
        const days = alertedDays(world, random);
        const likely = days && likelyDays(days, gain);
        if (likely === null) continue;
        told += 1;
        widths.push(likely.last - likely.first + 1);
        if (likely.first <= BEGINS && BEGINS <= likely.last) covered += 1;
      }
      widths.sort((one, other) => one - other);
      const share = covered / told;
      context.diagnostic(`${share.toFixed(3)}, median of ${widths[Math.floor(told / 2)]} days`);
      assert.ok(share >= 0.9 - 2 * Math.sqrt(0.09 / ALERTS), `${share}`);
    });
  }
});
