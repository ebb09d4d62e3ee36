import {
  type Interval,
  independent,
  type Proportion,
  type SharedTrials,
  wilson,
  Z95,
} from '../../domain/figures/proportion.ts';

/** An interval on a difference of proportions, current - baseline, from -1 to 1, at 95% by default. */
export type DifferenceInterval = (current: Proportion, baseline: Proportion, z?: number) => Interval;

/**
 * Hybrid score interval of a difference of independent proportions, current - baseline, from -1 to 1. Unlike the
 * textbook interval (Wald), it has a width at 0% and 100%.
 *
 * Source: method 10, without continuity correction, in Newcombe (1998), Statist. Med. 17:873-890.
 */
export function newcombe(current: Proportion, baseline: Proportion, z = Z95): Interval {
  return hybrid(current, baseline, 0, z);
}

/** How often the same answers named each brand. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/**
 * Hybrid score interval of a difference of proportions over the same answers, first - second, from -1 to 1. Needs at
 * least one answer.
 *
 * Source: method 10 for paired data in Newcombe (1998), Statist. Med. 17:2635-2650.
 */
export function newcombePaired({ both, onlyFirst, onlySecond, neither }: PairedCounts, z = Z95): Interval {
  const trials = both + onlyFirst + onlySecond + neither;
  const first = both + onlyFirst;
  const second = both + onlySecond;
  const margins = first * second * (trials - first) * (trials - second);
  const cross = both * neither - onlyFirst * onlySecond;
  const corrected = cross > 0 ? Math.max(cross - trials / 2, 0) : cross;
  const correlation = margins === 0 ? 0 : corrected / Math.sqrt(margins);
  return hybrid({ events: first, trials }, { events: second, trials }, correlation, z);
}

/** Two proportions that share some answers. Each has a trial. */
export interface Overlapping {
  readonly first: Proportion;
  readonly second: Proportion;
  readonly shared: SharedTrials;
}

/**
 * Hybrid score interval of a difference of proportions that share some answers, first - second, from -1 to 1: the
 * paired interval without its correction if they share all, the independent one if they share none.
 *
 * Source: Zou and Donner (2008), Statist. Med. 27:1693-1702, with the correlation of two means of samples that overlap.
 *
 * @param effects the design effect of each
 */
export function newcombeOverlapping(
  { first, second, shared }: Overlapping,
  effects: readonly [first: number | null, second: number | null] = [null, null],
  z = Z95,
): Interval {
  const [p, q] = [first.events / first.trials, second.events / second.trials];
  const covariance = shared.both - p * shared.second - q * shared.first + p * q * shared.trials;
  const spread = Math.sqrt(first.trials * p * (1 - p) * second.trials * q * (1 - q));
  const correlation = spread === 0 ? 0 : Math.max(-1, Math.min(1, covariance / spread));
  return hybrid(independent(first, effects[0]), independent(second, effects[1]), correlation, z);
}

/** The general form; without correlation it is the independent interval. */
function hybrid(one: Proportion, other: Proportion, correlation: number, z: number): Interval {
  const [p, q] = [one.events / one.trials, other.events / other.trials];
  const [a, b] = [wilson(one, z), wilson(other, z)];
  const reach = (left: number, right: number) =>
    Math.sqrt(Math.max(0, left * left + right * right - 2 * correlation * left * right));
  return {
    lower: Math.max(-1, p - q - reach(p - a.lower, b.upper - q)),
    upper: Math.min(1, p - q + reach(a.upper - p, q - b.lower)),
  };
}

/** A value and its interval, in one unit. */
interface Estimate extends Interval {
  readonly value: number;
}

/**
 * The difference of two independent estimates, first - second, whose interval recovers each one's variance at either end
 * from its own interval (MOVER). Newcombe's interval is this one of two Wilson intervals.
 *
 * Source: Zou and Donner (2008), Statist. Med. 27:1693-1702.
 */
export function differenceOf(first: Estimate, second: Estimate): Estimate {
  const value = first.value - second.value;
  return {
    value,
    lower: value - Math.hypot(first.value - first.lower, second.upper - second.value),
    upper: value + Math.hypot(first.upper - first.value, second.value - second.lower),
  };
}

/** On which side of zero the interval lies; 0 if it includes zero. */
export function sideOf({ lower, upper }: Interval): -1 | 0 | 1 {
  if (lower > 0) return 1;
  return upper < 0 ? -1 : 0;
}

/** Whether the difference exceeds its noise. */
export function excludesZero(interval: Interval): boolean {
  return sideOf(interval) !== 0;
}

/** More answers than any project collects. */
export const MOST_ANSWERS = 1_000_000;

/**
 * How many answers each side needs for a significant difference of two rates from 0 to 1: the smallest number at which
 * Newcombe's interval for exactly these rates excludes zero. Null if the rates are equal or need more than a million
 * answers.
 */
export function answersNeededEachSide(current: number, baseline: number): number | null {
  const isCalled = (trials: number) =>
    sideOf(newcombe({ events: current * trials, trials }, { events: baseline * trials, trials })) !== 0;
  if (!isCalled(MOST_ANSWERS)) return null;
  let [tooFew, enough] = [0, MOST_ANSWERS];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isCalled(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
