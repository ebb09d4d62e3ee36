import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { alertDays, OUR_RULE, type Scenario, type SimulatedRule, wald } from '../support/simulation.ts';

/**
 * Brands per panel; enough to know a share of 0.4 within 0.16 in `npm test`; nightly also one of 0.02 within
 * 0.004. The seed fixes the result.
 */
const BRANDS = effort(20, 6000);
const DAYS = 90;

/** Enough for a noise floor on the first day. */
const HISTORY = 98;

const panel = { measure: 'visibility', prompts: 10, failing: 0.03, days: DAYS, history: HISTORY } as const;

/**
 * docs/statistics.md states this: the share of unchanged brands with at least one alert in 90 days, per
 * engine and measure, and without a noise floor, as in a brand's first weeks.
 * Questions differ in their rates: two real sets from one category have spreads of 0.69 and 0.84.
 */
const STATED: Readonly<Record<string, { scenario: Scenario; atMost: number; withoutFloor: number }>> = {
  'different questions, named in 10%': {
    scenario: { ...panel, mean: 0.1, spread: 0.7 },
    atMost: 0.02,
    withoutFloor: 0.02,
  },
  'different questions, named in 30%': {
    scenario: { ...panel, mean: 0.3, spread: 0.7 },
    atMost: 0.02,
    withoutFloor: 0.02,
  },
  'different questions, named in 50%': {
    scenario: { ...panel, mean: 0.5, spread: 0.7 },
    atMost: 0.02,
    withoutFloor: 0.02,
  },
  'a competitor is ahead in 50%': {
    scenario: { ...panel, measure: 'overtaken', mean: 0.5, spread: 0.7, trialShare: 0.7 },
    atMost: 0.02,
    withoutFloor: 0.02,
  },
  'cited but not named in 10%': {
    scenario: { ...panel, measure: 'cited_not_named', mean: 0.1, spread: 0.7 },
    atMost: 0.02,
    withoutFloor: 0.02,
  },
  'framed negatively in 5%': {
    scenario: { ...panel, measure: 'negative_framing', mean: 0.05, spread: 0.3, trialShare: 0.6 },
    atMost: 0.05,
    withoutFloor: 0.05,
  },
  'questions that are much alike': {
    scenario: { ...panel, prompts: 15, mean: 0.3, spread: 0.4 },
    atMost: 0.07,
    withoutFloor: 0.12,
  },
  'the same question over and over': {
    scenario: { ...panel, prompts: 5, mean: 0.15, spread: 0, failing: 0 },
    atMost: 0.17,
    withoutFloor: 0.48,
  },
};

function shareTold(scenario: Scenario, rule: SimulatedRule): number {
  const random = seeded(20_261_121);
  let told = 0;
  for (let brand = 0; brand < BRANDS; brand += 1) {
    if (alertDays(scenario, rule, random).length > 0) told += 1;
  }
  return told / BRANDS;
}

describe(`${BRANDS} unchanged brands, evaluated daily for ${DAYS} days`, () => {
  for (const [name, { scenario, atMost }] of firstAndLast(Object.entries(STATED))) {
    test(`${name}: at most ${atMost} get an alert`, (context) => {
      const share = shareTold(scenario, OUR_RULE);
      context.diagnostic(`measured ${share.toFixed(3)}`);
      assert.ok(share <= atMost, `${share} get an alert`);
    });
  }

  for (const [name, { scenario, withoutFloor }] of firstAndLast(Object.entries(STATED))) {
    test(`${name}: at most ${withoutFloor} get one without a noise floor`, (context) => {
      const share = shareTold(scenario, { withoutFloor: true });
      context.diagnostic(`measured ${share.toFixed(3)}`);
      assert.ok(share <= withoutFloor, `${share} get an alert`);
    });
  }

  test("with Wald's interval and no floor, more than that get one", (context) => {
    const { scenario, withoutFloor } = STATED['the same question over and over'] ?? assert.fail();
    const share = shareTold(scenario, { interval: wald, withoutFloor: true });
    context.diagnostic(`measured ${share.toFixed(3)}`);
    assert.ok(share > withoutFloor, `${share} get an alert`);
  });

  for (const [what, name, rule] of firstAndLast([
    ['without persistence', 'different questions, named in 30%', { rule: { persistence: 1 } }],
    ['without persistence', 'the same question over and over', { rule: { persistence: 1 } }],
    ['without a noise floor', 'the same question over and over', { withoutFloor: true }],
  ] as const)) {
    test(`${what}, more than that get one: ${name}`, (context) => {
      const stated = STATED[name];
      assert.ok(stated);
      const share = shareTold(stated.scenario, rule);
      context.diagnostic(`measured ${share.toFixed(3)}`);
      assert.ok(share > stated.atMost, `${share} get an alert`);
    });
  }
});
