import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { EvaluationPower } from '../../src/stats/alerts/single-evaluation-power.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { alertDays, OUR_RULE, type SimulatedRule, wald } from '../support/simulation.ts';

const THRESHOLDS = { minDeltaPoints: 10, minSampleEachSide: 20 };

/** The chance that one look at two full windows finds a change, in either direction. */
function powerOfOneLook(
  current: { trials: number; chance: number },
  baseline: { trials: number; chance: number },
): number {
  const trials = { current: current.trials, baseline: baseline.trials };
  const shares = { current: current.chance, baseline: baseline.chance, correlation: 0 };
  return (['visibility_drop', 'visibility_rise'] as const).reduce(
    (power, kind) => power + new EvaluationPower(kind, trials, THRESHOLDS).chance(shares),
    0,
  );
}

/** True baseline, true current, answers on each side, and the power from exact enumeration in R. */
const POWER = [
  [0.5, 0.4, 30, 0.12],
  [0.5, 0.35, 50, 0.34],
  [0.5, 0.35, 100, 0.59],
  [0.5, 0.3, 30, 0.35],
  [0.5, 0.3, 100, 0.83],
  [0.5, 0.2, 50, 0.9],
  [0.3, 0.2, 100, 0.37],
  [0.3, 0.1, 70, 0.86],
  [0.2, 0.05, 100, 0.89],
  [0.9, 0.7, 40, 0.63],
] as const;

describe('power of one look at equal windows, as computed elsewhere', () => {
  for (const [from, to, trials, expected] of POWER) {
    test(`${from} to ${to} with ${trials} answers a side: ${expected}`, () => {
      const power = powerOfOneLook({ trials, chance: to }, { trials, chance: from });
      assert.ok(Math.abs(power - expected) < 0.006, `computed ${power}`);
    });
  }
});

const BRANDS = effort(80, 6000);

/** Twelve days: a week to fill the current window, persistence, and a margin. */
const DAYS_TO_FIND = 12;

/** Three standard errors of a share over 600 brands are at most 0.06; several looks need a little more. */
const TOLERANCE = 0.1;

interface Planted {
  readonly prompts: number;
  readonly from: number;
  readonly to: number;
}

/** The share of brands with an alert about a planted change, in its direction, in time. */
function shareFound({ prompts, from, to }: Planted, rule: SimulatedRule): number {
  const random = seeded(5);
  const days = DAYS_TO_FIND + 1;
  const scenario = { measure: 'visibility', prompts, mean: from, spread: 0, changed: to, days } as const;
  let found = 0;
  for (let brand = 0; brand < BRANDS; brand += 1) {
    const isFound = alertDays(scenario, rule, random).some(
      ({ day, kind }) => day > 0 && (kind === 'visibility_rise') === to > from,
    );
    if (isFound) found += 1;
  }
  return found / BRANDS;
}

function predicted({ prompts, from, to }: Planted): number {
  return powerOfOneLook({ trials: prompts * 7, chance: to }, { trials: prompts * 28, chance: from });
}

const PLANTED: readonly Planted[] = [
  { prompts: 5, from: 0.5, to: 0.35 },
  { prompts: 5, from: 0.2, to: 0.05 },
  { prompts: 5, from: 0.95, to: 0.8 },
  { prompts: 10, from: 0.5, to: 0.35 },
  { prompts: 10, from: 0.35, to: 0.5 },
  { prompts: 20, from: 0.5, to: 0.35 },
  { prompts: 5, from: 0.5, to: 0.25 },
  { prompts: 10, from: 0.3, to: 0.05 },
  { prompts: 10, from: 0.5, to: 0.75 },
  { prompts: 5, from: 0.5, to: 0.1 },
  { prompts: 10, from: 0.45, to: 0.05 },
];

function nameOf({ prompts, from, to }: Planted): string {
  return `${Math.round(100 * (to - from))} points from ${100 * from}%, ${prompts} prompts a day`;
}

describe(`finds planted changes within ${DAYS_TO_FIND} days as often as one look at full windows predicts`, () => {
  for (const planted of firstAndLast(PLANTED)) {
    test(nameOf(planted), (context) => {
      const [found, expected] = [shareFound(planted, OUR_RULE), predicted(planted)];
      context.diagnostic(`found ${found.toFixed(3)}, predicted ${expected.toFixed(3)}`);
      assert.ok(Math.abs(found - expected) <= TOLERANCE, `found ${found}, predicted ${expected}`);
    });
  }

  for (const [what, planted, rule] of [
    ["with Wald's interval", { prompts: 5, from: 0.2, to: 0.05 }, { interval: wald }],
    ['without persistence', { prompts: 5, from: 0.5, to: 0.35 }, { rule: { persistence: 1 } }],
    ['without persistence', { prompts: 10, from: 0.5, to: 0.35 }, { rule: { persistence: 1 } }],
  ] as const) {
    test(`${what} they are not: ${nameOf(planted)}`, (context) => {
      const [found, expected] = [shareFound(planted, rule), predicted(planted)];
      context.diagnostic(`found ${found.toFixed(3)}, predicted ${expected.toFixed(3)}`);
      assert.ok(Math.abs(found - expected) > TOLERANCE, `found ${found}, predicted ${expected}`);
    });
  }
});
