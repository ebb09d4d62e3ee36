import { countsOf } from '../alerts/single-evaluation-power.ts';
import { binomialSurvival } from '../distributions/normal.ts';
import type { PairedCounts } from '../rates/intervals.ts';
import { IMPLAUSIBLE, plausibleRates } from '../rates/plausible-rates.ts';

/**
 * The p-value of a difference at least this clear between two rates over the same answers, if the true one were
 * `value`, maximized over the share of discordant answers: an exact test for independent answers. For `value` 0 it is
 * McNemar's exact test (1947, Psychometrika 12:153-157). Otherwise clarity is the score of Tango (1998), Statist. Med.
 * 17:891-908.
 */
export function exactPairPValue(
  { both, onlyFirst, onlySecond, neither }: PairedCounts,
  side: 'above' | 'below',
  value: number,
): number {
  const [high, low] = side === 'above' ? [onlyFirst, onlySecond] : [onlySecond, onlyFirst];
  if (value === 0) return fairTail(high, high + low);
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

/** Above these, pairs seldom have the same numbers. */
const FEW = 200;

/** By trials and events, for few trials: thousands of pairs have the same few numbers. */
const FAIR_TAILS: number[][] = [];

/** The chance of at least this many events if each is as likely as not. */
function fairTail(events: number, trials: number): number {
  if (trials >= FEW) return binomialSurvival(events, trials, 0.5);
  FAIR_TAILS[trials] ??= [];
  FAIR_TAILS[trials][events] ??= binomialSurvival(events, trials, 0.5);
  return FAIR_TAILS[trials][events];
}

/** The difference less `value`, in standard errors under `value`. */
function scoreOf(high: number, low: number, trials: number, value: number): number {
  const b = (2 * trials - high + low) * value - high - low;
  const c = -low * value * (1 - value);
  const rate = (Math.sqrt(Math.max(0, b * b - 8 * trials * c)) - b) / (4 * trials);
  const variance = trials * Math.max(2 * rate + value * (1 - value), 0);
  const excess = high - low - trials * value;
  if (variance > 0) return excess / Math.sqrt(variance);
  return excess === 0 ? 0 : Math.sign(excess) * Number.POSITIVE_INFINITY;
}

/** @param apart the share of answers that count for only one brand */
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
  return binomialSurvival(least, trials, chance);
}
