import type { PairedCounts } from './intervals.ts';
import { binomialAtLeast } from './normal.ts';
import { countsOf } from './one-look.ts';
import { IMPLAUSIBLE, plausibleRates } from './plausible-rates.ts';

/**
 * The chance of a difference at least as clear as this one between two rates over the same answers, if it were `value`, for
 * that share of answers that count for one alone for which it is largest: an exact test, of independent answers. That one is
 * higher at all is McNemar's exact test (1947, Psychometrika 12:153-157). Otherwise one difference is clearer than another by the
 * score of Tango (1998), Statist. Med. 17:891-908.
 */
export function exactChanceOfPair(
  { both, onlyFirst, onlySecond, neither }: PairedCounts,
  side: 'above' | 'below',
  value: number,
): number {
  const [high, low] = side === 'above' ? [onlyFirst, onlySecond] : [onlySecond, onlyFirst];
  if (value === 0) return binomialAtLeast(high, high + low, 0.5);
  const trials = both + onlyFirst + onlySecond + neither;
  const more = side === 'above' ? value : -value;
  const seen = scoreOf(high, low, trials, more);
  const leastClear = (apart: number, from: number) => {
    let least = from;
    while (least <= apart && scoreOf(least, apart - least, trials, more) < seen - 1e-9) least += 1;
    return least;
  };
  let largest = 0;
  for (const rate of plausibleRates(high + low, trials)) {
    const apart = Math.max(rate, Math.abs(more));
    largest = Math.max(largest, chanceOfClear(trials, apart, more, leastClear));
  }
  return Math.min(1, largest + IMPLAUSIBLE);
}

/** How many standard errors the difference is above the value, if that were the true one. */
function scoreOf(high: number, low: number, trials: number, value: number): number {
  const b = (2 * trials - high + low) * value - high - low;
  const c = -low * value * (1 - value);
  const rate = (Math.sqrt(Math.max(0, b * b - 8 * trials * c)) - b) / (4 * trials);
  const variance = trials * Math.max(2 * rate + value * (1 - value), 0);
  const excess = high - low - trials * value;
  if (variance > 0) return excess / Math.sqrt(variance);
  return excess === 0 ? 0 : Math.sign(excess) * Number.POSITIVE_INFINITY;
}

/** @param apart the share of answers that count for one alone */
function chanceOfClear(
  trials: number,
  apart: number,
  more: number,
  leastClear: (apart: number, from: number) => number,
): number {
  const ofHigh = (apart + more) / (2 * apart);
  const { first, chances } = countsOf(trials, apart, 0);
  let [sum, least] = [0, 0];
  for (const [index, chance] of chances.entries()) {
    const n = first + index;
    if (chance === 0 || n < 0 || n > trials) continue;
    least = leastClear(n, Math.max(0, least - 1));
    if (least <= n) sum += chance * tail(least, n, ofHigh);
  }
  return sum;
}

function tail(least: number, trials: number, chance: number): number {
  if (chance >= 1) return 1;
  if (chance <= 0) return least <= 0 ? 1 : 0;
  return binomialAtLeast(least, trials, chance);
}
