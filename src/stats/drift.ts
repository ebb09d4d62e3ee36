import type { Windows } from '../domain/alert-rules.ts';
import { DAY_MS, dayOf } from '../domain/period.ts';
import {
  type Compared,
  changeGate,
  compare,
  type Difference,
  type Effects,
  type Observation,
  type Thresholds,
} from './gates.ts';
import { newcombe } from './intervals.ts';
import { pooled } from './same-mix.ts';

/** How many days each side of a comparison of quarters has. */
export const QUARTER_DAYS = 90;

/** The level of the intervals in percent, and its two-sided quantile of the normal distribution. */
export const DRIFT_LEVEL = 99.5;
const Z_DRIFT = 2.8070337683438114;

/** The quarter before the UTC day of an instant, and the one before that, in whole UTC days. */
export function quartersAt(at: number): Windows {
  const to = dayOf(at) * DAY_MS;
  const between = to - QUARTER_DAYS * DAY_MS;
  return {
    current: { from: between, to },
    baseline: { from: between - QUARTER_DAYS * DAY_MS, to: between },
  };
}

/** Quarters are compared once a month: on the first day of a UTC month that is evaluated. @param lastDay the newest that was before, null for none */
export function isDriftDay(at: number, lastDay: number | null): boolean {
  return lastDay === null || monthOf(lastDay * DAY_MS) < monthOf(at);
}

function monthOf(at: number): number {
  const date = new Date(at);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** A change from one quarter to the next that is told from noise; its differences have intervals of `DRIFT_LEVEL`. */
export interface Drift extends Compared {
  readonly direction: 1 | -1;
  readonly difference: Difference;
  readonly sameMix: Difference;
}

/**
 * A slow change: the difference between two quarters reaches the points, and its interval excludes zero, with plain counts and with the same mix of
 * questions, as between the windows of every day. The level is above 95% because neighboring quarters share answers and the question is asked every
 * month: at 99.5%, few brands for which nothing changes get an alert in a quarter (test/statistics/drift.test.ts). Quarters of which one has
 * fewer than half of the answers of the other, on the questions of both, are not compared: one was not collected.
 */
export function driftOf(observation: Observation, effects: Effects, thresholds: Thresholds): Drift | null {
  const { current, baseline } = pooled(observation.strata);
  if (2 * Math.min(current.trials, baseline.trials) < Math.max(current.trials, baseline.trials)) return null;
  const compared = compare(observation, effects, (one, other) => newcombe(one, other, Z_DRIFT));
  const direction = ([1, -1] as const).find((each) => changeGate(each, compared, thresholds) === null);
  const { difference, sameMix } = compared;
  if (direction === undefined || difference === null || sameMix === null) return null;
  return { ...compared, difference, sameMix, direction };
}
