import type { Proportion } from '../domain/proportion.ts';
import { wilson } from '../domain/proportion.ts';
import type { Evidence } from './claims.ts';
import { newcombe, newcombePaired, type PairedCounts } from './intervals.ts';
import { binomialAtLeast, studentOf } from './normal.ts';
import type { Sides } from './same-mix.ts';

/** What answers say about a rate, as they are counted for a claim. The exact test is the tail of the binomial. */
export function evidenceOfRate(counted: Proportion): Evidence {
  const { events, trials } = counted;
  return {
    estimate: events / trials,
    interval: (z, times = 1) => wilson(scaled(counted, times), z),
    exact: (side, value) => {
      if (value <= 0 || value >= 1) return 0;
      return side === 'above'
        ? binomialAtLeast(events, trials, value)
        : binomialAtLeast(trials - events, trials, 1 - value);
    },
  };
}

/** The same of a rate that is made of weighted or dependent observations, which no exact test fits. */
export function evidenceOfWeighted(counted: Proportion): Evidence {
  const { exact: _, ...rest } = evidenceOfRate(counted);
  return rest;
}

/** Of a difference of two rates over different answers. */
export function evidenceOfDifference({ current, baseline }: Sides): Evidence {
  return {
    estimate: current.events / current.trials - baseline.events / baseline.trials,
    interval: (z, times = 1) => newcombe(scaled(current, times), scaled(baseline, times), z),
  };
}

/**
 * Of a difference of two rates over the same answers, of which there are some. That one is higher at all has an exact test, of
 * the answers that count for one alone (McNemar 1947, Psychometrika 12:153-157).
 */
export function evidenceOfPair(pair: PairedCounts): Evidence {
  const { both, onlyFirst, onlySecond, neither } = pair;
  const times = (n: number) => ({
    both: both * n,
    onlyFirst: onlyFirst * n,
    onlySecond: onlySecond * n,
    neither: neither * n,
  });
  return {
    estimate: (onlyFirst - onlySecond) / (both + onlyFirst + onlySecond + neither),
    interval: (z, n = 1) => newcombePaired(times(n), z),
    exact: (side, value) => {
      if (value !== 0) return 0;
      return binomialAtLeast(side === 'above' ? onlyFirst : onlySecond, onlyFirst + onlySecond, 0.5);
    },
  };
}

function scaled({ events, trials }: Proportion, times: number): Proportion {
  return { events: events * times, trials: trials * times };
}

/** Numbers, such as list positions or differences of two, added up: how many, their sum, and the sum of their squares. */
export interface Moments {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

/** A mean, of how many numbers it is as exact as, and how much one of them varies. */
export interface Mean {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
}

/**
 * The mean of at least two numbers. Their variance is taken as if one more of them had been one place off: numbers that are all the
 * same, as few may be by chance, do not make a mean exact.
 */
export function meanOfMoments({ n, sum, squares }: Moments): Mean {
  const mean = sum / n;
  return { n, mean, variance: (squares - sum * mean + 1) / (n - 1) };
}

/** Student's interval. */
export function evidenceOfMean({ n, mean, variance }: Mean): Evidence {
  return {
    estimate: mean,
    interval: (z, times = 1) => {
      const half = studentOf(z, Math.max(4, n * times - 1)) * Math.sqrt(variance / (n * times));
      return { lower: mean - half, upper: mean + half };
    },
  };
}

/**
 * Of a difference of two means (Welch 1947, Biometrika 34:28-35), with the larger variance of the two for both: positions vary more the
 * further down they are, so a mean that is near the top by chance looks more exact than it is.
 */
export function evidenceOfMeans(current: Mean, baseline: Mean): Evidence {
  const estimate = current.mean - baseline.mean;
  const largest = Math.max(current.variance, baseline.variance);
  return {
    estimate,
    interval: (z, times = 1) => {
      const parts = [current, baseline].map(({ n }) => ({
        part: largest / (n * times),
        freedom: n * times - 1,
      }));
      const variance = parts.reduce((sum, { part }) => sum + part, 0);
      const freedom = variance ** 2 / parts.reduce((sum, { part, freedom: own }) => sum + part ** 2 / own, 0);
      const half = studentOf(z, Math.max(4, freedom)) * Math.sqrt(variance);
      return { lower: estimate - half, upper: estimate + half };
    },
  };
}

/** One prompt's numbers in the two windows; neither is empty. */
export interface MomentsStratum {
  readonly current: Moments;
  readonly baseline: Moments;
}

/** The means of two windows with the same weight for every prompt in both, as same-mix.ts has it for rates. */
export function meansWithSameMix(
  strata: readonly MomentsStratum[],
  spreads: Readonly<Record<'current' | 'baseline', number>>,
): Readonly<Record<'current' | 'baseline', Mean>> {
  const weights = strata.map(({ current, baseline }) => (current.n * baseline.n) / (current.n + baseline.n));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const side = (name: 'current' | 'baseline'): Mean => {
    let [mean, spread] = [0, 0];
    for (const [index, each] of strata.entries()) {
      const share = (weights[index] ?? 0) / weight;
      mean += (share * each[name].sum) / each[name].n;
      spread += (share * share) / each[name].n;
    }
    return { n: 1 / spread, mean, variance: spreads[name] };
  };
  return { current: side('current'), baseline: side('baseline') };
}
