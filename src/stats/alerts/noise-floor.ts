import { BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { generator } from '../distributions/generator.ts';
import { PERSISTENCE } from './episodes.ts';

/** Days per block: answers on neighboring days may be correlated. */
const BLOCK_DAYS = 14;

const PATHS = 300;

/** Days per path, for 91 days with both windows complete. */
const PATH_DAYS = 125;

const WITHIN_FLOOR = 0.95;

/** Fixed, so that the same days always give the same paths. */
const SEED = 91;

/** A share on consecutive days. Resampled events are not whole, and may be below 0 or exceed the trials. */
export interface NoisePath {
  readonly events: Float64Array;
  readonly trials: Float64Array;
}

/**
 * Paths that a share could have taken with nothing happening: its own days, resampled by a circular block bootstrap.
 *
 * Each day's residual (events less those expected at the overall share) is drawn in 14-day blocks, with the day's
 * trials, and scaled by √(n / (n - 1 - 14)), because a mean of n days that are correlated within blocks lies too close
 * to them.
 *
 * Source: Politis and Romano (1992), A circular block-resampling procedure for stationary data, in: Exploring the Limits of Bootstrap.
 *
 * @param days events among trials, oldest first; at least 60, each with a trial
 * @param random uniform from 0 to below 1
 * @returns each path's persistent changes by day, from `persistentChanges`
 */
export function bootstrapPaths(
  days: readonly Proportion[],
  random: () => number = generator(SEED),
): Float64Array[] {
  const count = days.length;
  const share = sumOf(days, ({ events }) => events) / sumOf(days, ({ trials }) => trials);
  const factor = Math.sqrt(count / (count - 1 - BLOCK_DAYS));
  const known = {
    events: Float64Array.from(
      days,
      ({ events, trials }) => share * trials + factor * (events - share * trials),
    ),
    trials: Float64Array.from(days, ({ trials }) => trials),
  };
  return Array.from({ length: PATHS }, () => persistentChanges(samplePathOf(known, random)));
}

function samplePathOf(known: NoisePath, random: () => number): NoisePath {
  const path = { events: new Float64Array(PATH_DAYS), trials: new Float64Array(PATH_DAYS) };
  const count = known.trials.length;
  let start = 0;
  for (let day = 0; day < PATH_DAYS; day += 1) {
    if (day % BLOCK_DAYS === 0) start = Math.floor(random() * count);
    const drawn = (start + (day % BLOCK_DAYS)) % count;
    path.events[day] = known.events[drawn] as number;
    path.trials[day] = known.trials[drawn] as number;
  }
  return path;
}

/**
 * For each day with complete windows, the change that persisted long enough for an alert: the smallest of the last three days' changes if
 * they have one sign, otherwise 0. A change is the share in the last 7 days minus the share in the 28 days before.
 *
 * @param path with a trial on each day
 */
export function persistentChanges(path: NoisePath): Float64Array {
  const [events, trials] = [sumsUpTo(path.events), sumsUpTo(path.trials)];
  const whole = CURRENT_DAYS + BASELINE_DAYS;
  const held = new Float64Array(path.trials.length - whole - PERSISTENCE + 2);
  const countIn = (from: number, to: number) => ({
    events: (events[to] as number) - (events[from] as number),
    trials: (trials[to] as number) - (trials[from] as number),
  });
  const changeFrom = (from: number) => {
    const between = from + BASELINE_DAYS;
    const [current, baseline] = [countIn(between, from + whole), countIn(from, between)];
    return current.events / current.trials - baseline.events / baseline.trials;
  };
  for (let first = 0; first < held.length; first += 1) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let from = first; from < first + PERSISTENCE; from += 1) {
      const change = changeFrom(from);
      if (change < lowest) lowest = change;
      if (change > highest) highest = change;
    }
    if (lowest > 0) held[first] = lowest;
    else if (highest < 0) held[first] = highest;
  }
  return held;
}

/** Prefix sums. */
function sumsUpTo(numbers: Float64Array): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  let sum = 0;
  for (const [place, each] of numbers.entries()) sums[place + 1] = sum += each;
  return sums;
}

/** The largest persistent change, in either direction. */
export function largestChange(held: Float64Array): number {
  let largest = 0;
  for (const each of held) largest = Math.max(largest, Math.abs(each));
  return largest;
}

/**
 * The noise floor, as a share: 95% of paths have no larger change. It is too low if the past was quieter than the
 * future (docs/statistics.md), so it is never the only gate.
 */
export function noiseFloor(paths: readonly Float64Array[]): number {
  const largest = Float64Array.from(paths, largestChange).sort();
  return largest[Math.ceil(WITHIN_FLOOR * largest.length) - 1] as number;
}

/** The noise floor in percentage points, rounded up to tenths, as shown and as alerts use it. */
export function floorPoints(paths: readonly Float64Array[]): number {
  return Math.max(0, tenthsUp(100 * noiseFloor(paths)));
}

/** Exact tenths stay as they are. */
function tenthsUp(points: number): number {
  return Math.ceil(10 * points - 1e-9) / 10;
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, each) => sum + of(each), 0);
}
