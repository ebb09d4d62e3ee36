import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import {
  type AlertKind,
  BASELINE_DAYS,
  CURRENT_DAYS,
  DEFAULT_ALERT_SETTINGS,
} from '../../src/domain/alerts/alert-rules.ts';
import { AlertForecast } from '../../src/stats/alerts/detectable.ts';
import { KIND_RULES } from '../../src/stats/alerts/gates.ts';
import { EvaluationPower } from '../../src/stats/alerts/single-evaluation-power.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { alertDays, OUR_RULE } from '../support/simulation.ts';

/** Two standard errors of a share are 7 points in `npm test`, and 0.7 nightly; the seed fixes the result. */
const BRANDS = effort(80, 20_000);

/** The largest allowed distance between the calculation and the simulated alerts. */
const TOLERANCE = effort(0.12, 0.03);

type Chances = readonly { readonly before: number; readonly after: number }[];

/** Prompts with these chances before and after a change, repeated this many times; one answer a day each. */
function panel(times: number, ...chances: readonly (readonly [before: number, after: number])[]): Chances {
  const each = chances.map(([before, after]) => ({ before, after }));
  return Array.from({ length: times }, () => each).flat();
}

const PLANTED: Readonly<Record<string, readonly [kind: AlertKind, chances: Chances]>> = {
  '5 prompts, 50% to 25%': ['visibility_drop', panel(5, [0.5, 0.25])],
  '10 prompts, 50% to 35%': ['visibility_drop', panel(10, [0.5, 0.35])],
  '10 prompts, 30% to 50%': ['visibility_rise', panel(10, [0.3, 0.5])],
  '20 prompts, 20% to 8%': ['visibility_drop', panel(20, [0.2, 0.08])],
  '10 prompts, cited and not named in 10%, then 30%': ['cited_not_named', panel(10, [0.1, 0.3])],
  '10 prompts, a competitor ahead in 40%, then 62%': ['competitor_overtook', panel(10, [0.4, 0.62])],
  '20 prompts that differ, 50% to 38%': [
    'visibility_drop',
    panel(5, [0.03, 0.02], [0.3, 0.18], [0.7, 0.42], [0.97, 0.9]),
  ],
  '12 prompts that differ, 35% to 55%': [
    'visibility_rise',
    panel(4, [0.02, 0.15], [0.2, 0.55], [0.83, 0.95]),
  ],
};

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

function calculated(kind: AlertKind, chances: Chances): number[] {
  const [from, to] = [mean(chances.map(({ before }) => before)), mean(chances.map(({ after }) => after))];
  const trials = { current: CURRENT_DAYS * chances.length, baseline: BASELINE_DAYS * chances.length };
  const within = mean(chances.map(({ before }) => before * (1 - before)));
  const correlation = 1 - within / (from * (1 - from));
  const look = new EvaluationPower(kind, trials, DEFAULT_ALERT_SETTINGS);
  const forecast = new AlertForecast(look, { from, to, correlation });
  return Array.from({ length: BASELINE_DAYS }, (_, index) => forecast.chanceBy(index + 1));
}

/** The share of simulated brands with an alert by each day. */
function simulated(kind: AlertKind, chances: Chances): number[] {
  const random = seeded(15);
  const { measure } = KIND_RULES[kind];
  const scenario = { measure, prompts: chances.length, mean: 0, spread: 0, chances } as const;
  const foundOn = Array.from({ length: BRANDS }, () => {
    const told = alertDays({ ...scenario, days: BASELINE_DAYS + 1 }, OUR_RULE, random);
    return told.find((each) => each.day > 0 && each.kind === kind)?.day;
  });
  return Array.from(
    { length: BASELINE_DAYS },
    (_, index) => foundOn.filter((day) => day !== undefined && day <= index + 1).length / BRANDS,
  );
}

describe(`the chance of an alert by each day equals ${BRANDS} simulated brands`, () => {
  for (const [name, [kind, chances]] of firstAndLast(Object.entries(PLANTED))) {
    test(`within ${100 * TOLERANCE} points on day 7, 10, 14, and 28: ${name}`, (context) => {
      const [ours, theirs] = [calculated(kind, chances), simulated(kind, chances)];
      for (const day of [7, 10, 14, 28]) {
        const [expected = 0, found = 0] = [ours[day - 1], theirs[day - 1]];
        context.diagnostic(`day ${day}: calculated ${expected.toFixed(3)}, simulated ${found.toFixed(3)}`);
        assert.ok(Math.abs(expected - found) <= TOLERANCE, `day ${day}: ${expected}, simulated ${found}`);
      }
    });
  }
});
