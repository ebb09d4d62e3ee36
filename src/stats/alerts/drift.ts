import type { Windows } from '../../domain/alerts/alert-rules.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { pooled } from '../rates/common-mix.ts';
import { newcombe } from '../rates/intervals.ts';
import {
  type Compared,
  changeGate,
  compare,
  type Difference,
  type Effects,
  type Observation,
  type Thresholds,
} from './gates.ts';

/** Days on each side in a quarterly comparison. */
export const QUARTER_DAYS = 90;

/** The interval level in percent, and its two-sided normal quantile. */
export const DRIFT_LEVEL = 99.5;
const Z_DRIFT = 2.8070337683438114;

/** The two quarters before an instant's UTC day, in whole UTC days. */
export function quartersAt(at: number): Windows {
  const to = dayOf(at) * DAY_MS;
  const between = to - QUARTER_DAYS * DAY_MS;
  return {
    current: { from: between, to },
    baseline: { from: between - QUARTER_DAYS * DAY_MS, to: between },
  };
}

/** Quarters are compared monthly, at the first evaluation in a UTC month. @param lastDay the previous evaluation; null for none */
export function isDriftDay(at: number, lastDay: number | null): boolean {
  return lastDay === null || monthOf(lastDay * DAY_MS) < monthOf(at);
}

function monthOf(at: number): number {
  const date = new Date(at);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** A significant change between quarters; its differences have intervals at `DRIFT_LEVEL`. */
export interface Drift extends Compared {
  readonly direction: 1 | -1;
  readonly difference: Difference;
  readonly sameMix: Difference;
}

/**
 * A slow change: the difference between two quarters reaches the minimum points, and its interval excludes zero, for
 * plain counts and for the common mix. The level is above 95% because neighboring quarters share answers and the test
 * repeats monthly: at 99.5%, few stable brands get an alert in a quarter (test/statistics/drift.test.ts). If one
 * quarter has fewer than half of the other's answers on the shared questions, its collection failed, and there is no
 * comparison.
 */
export function findDrift(observation: Observation, effects: Effects, thresholds: Thresholds): Drift | null {
  const { current, baseline } = pooled(observation.strata);
  if (2 * Math.min(current.trials, baseline.trials) < Math.max(current.trials, baseline.trials)) return null;
  const compared = compare(observation, effects, (one, other) => newcombe(one, other, Z_DRIFT));
  const direction = ([1, -1] as const).find((each) => changeGate(each, compared, thresholds) === null);
  const { difference, sameMix } = compared;
  if (direction === undefined || difference === null || sameMix === null) return null;
  return { ...compared, difference, sameMix, direction };
}
