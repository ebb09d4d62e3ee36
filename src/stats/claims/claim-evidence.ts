import { type Interval, type Proportion, wilson } from '../../domain/figures/proportion.ts';
import type { Compared } from '../alerts/gates.ts';
import { binomialSurvival, normalCdf } from '../distributions/normal.ts';
import { type Bounded, boundedMeanLimit, boundedMeanPValue } from '../rates/bounded-mean.ts';
import type { Sides } from '../rates/common-mix.ts';
import { newcombe, newcombePaired, type PairedCounts } from '../rates/intervals.ts';
import type { Evidence, Side } from './claims.ts';
import { exactDifferencePValue } from './exact-difference.ts';
import { exactPairPValue } from './exact-pair.ts';

/** Evidence on a rate. The exact test is the binomial tail. */
export function evidenceOfRate(counted: Proportion): Evidence {
  return {
    estimate: counted.events / counted.trials,
    interval: (z, times = 1) => wilson(scaled(counted, times), z),
    exact: ({ side, value }, times = 1) => {
      const { events, trials } = whole(counted, times);
      if (value <= 0 || value >= 1) return 0;
      return side === 'above'
        ? binomialSurvival(events, trials, value)
        : binomialSurvival(trials - events, trials, 1 - value);
    },
  };
}

/** Evidence on the difference between two rates over different answers. */
export function evidenceOfDifference(counted: Sides): Evidence {
  return {
    ...evidenceOfWeightedDifference(counted),
    exact: (clear, times = 1) =>
      exactDifferencePValue(
        { current: whole(counted.current, times), baseline: whole(counted.baseline, times) },
        clear,
      ),
  };
}

/** Evidence on a difference of weighted rates, for which there is no exact test. */
export function evidenceOfWeightedDifference({ current, baseline }: Sides): Evidence {
  return {
    estimate: current.events / current.trials - baseline.events / baseline.trials,
    interval: (z, times = 1) => newcombe(scaled(current, times), scaled(baseline, times), z),
  };
}

/** Evidence on both differences of a comparison, plain and common mix; none if a side has no trials. */
export function evidenceOfCompared({
  difference,
  sameMix,
}: Pick<Compared, 'difference' | 'sameMix'>): Evidence[] {
  if (difference === null || sameMix === null) return [];
  const plain = evidenceOfDifference(difference);
  return sameMix === difference ? [plain] : [plain, evidenceOfWeightedDifference(sameMix)];
}

/**
 * Evidence on a difference of two rates over the same answers, at least one.
 *
 * @param designEffect their design effect
 */
export function evidenceOfPair(pair: PairedCounts, designEffect: number | null = null): Evidence {
  const { both, onlyFirst, onlySecond, neither } = pair;
  const trials = both + onlyFirst + onlySecond + neither;
  const each = designEffect ?? 1;
  return {
    estimate: (onlyFirst - onlySecond) / trials,
    interval: (z, times = 1) => newcombePaired(scaledPair(pair, times / each), z),
    exact: ({ side, value }, times = 1) => exactPairPValue(wholePair(pair, times / each), side, value),
  };
}

function scaledPair({ both, onlyFirst, onlySecond, neither }: PairedCounts, times: number): PairedCounts {
  return {
    both: both * times,
    onlyFirst: onlyFirst * times,
    onlySecond: onlySecond * times,
    neither: neither * times,
  };
}

/** Scales to whole numbers: all answers, and the discordant ones as `whole` rounds them. */
function wholePair({ both, onlyFirst, onlySecond, neither }: PairedCounts, times: number): PairedCounts {
  const all = whole(
    { events: onlyFirst + onlySecond, trials: both + onlyFirst + onlySecond + neither },
    times,
  );
  const first = all.events === 0 ? 0 : Math.round((onlyFirst / (onlyFirst + onlySecond)) * all.events);
  const alike = all.trials - all.events;
  const neitherOf = both + neither === 0 ? 0 : Math.round((neither / (both + neither)) * alike);
  return {
    both: alike - neitherOf,
    onlyFirst: first,
    onlySecond: all.events - first,
    neither: neitherOf,
  };
}

function scaled({ events, trials }: Proportion, times: number): Proportion {
  return { events: events * times, trials: trials * times };
}

/** Rounds down to whole answers, with the nearest rate, for an exact test. */
function whole({ events, trials }: Proportion, times: number): Proportion {
  // Floating point can make a product slightly less than a whole number.
  const most = Math.max(1, Math.floor(trials * times + 1e-9));
  return { events: Math.round((events / trials) * most), trials: most };
}

/** Sums over numbers such as list positions: their count, sum, sum of squares, and extremes. */
export interface Moments {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
  readonly least: number;
  readonly most: number;
}

/** A mean with its effective sample size, the variance of one number, and the extremes. */
export interface Mean {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
  readonly least: number;
  readonly most: number;
}

/** A mean whose `n` becomes its effective sample size. */
export function independentMean<Of extends Mean>(mean: Of, designEffect: number | null): Of {
  return { ...mean, n: mean.n / (designEffect ?? 1) };
}

/** The mean of at least one number. */
export function meanOfMoments({ n, sum, squares, least, most }: Moments): Mean {
  const mean = sum / n;
  return { n, mean, variance: Math.max(0, squares / n - mean * mean), least, most };
}

/** The smallest and largest possible number. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Evidence on a mean of numbers within these bounds. */
export function evidenceOfMean({ n, mean, variance, least, most }: Mean, ends: Bounds): Evidence {
  const towards = (side: Side, times: number): Bounded => ({
    n: n * times,
    mean,
    squares: variance * n * times,
    ...(side === 'below' ? { end: ends.most, other: least } : { end: ends.least, other: most }),
  });
  return {
    estimate: mean,
    interval: (z, times = 1) =>
      z === 0
        ? { lower: mean, upper: mean }
        : lazyInterval((side) => boundedMeanLimit(towards(side, times), normalCdf(-z))),
    chance: (side, value, times = 1) => boundedMeanPValue(towards(side, times), value),
  };
}

/**
 * Evidence on a difference of two figures over different answers, from the interval of each as in Newcombe's for two
 * shares: Zou and Donner (2008), Statist. Med. 27:1693-1702.
 */
export function evidenceOfTwo(current: Evidence, baseline: Evidence): Evidence {
  const estimate = current.estimate - baseline.estimate;
  return {
    estimate,
    interval: (z, times = 1): Interval => {
      if (z === 0) return { lower: estimate, upper: estimate };
      const [one, other] = [current.interval(z, times), baseline.interval(z, times)];
      return lazyInterval((side) =>
        side === 'above'
          ? estimate - Math.hypot(current.estimate - one.lower, other.upper - baseline.estimate)
          : estimate + Math.hypot(one.upper - current.estimate, baseline.estimate - other.lower),
      );
    },
  };
}

/** Computes each end on first use, because a claim needs only one side. */
export function lazyInterval(limit: (side: Side) => number): Interval {
  return {
    get lower() {
      return limit('above');
    },
    get upper() {
      return limit('below');
    },
  };
}

/** One prompt's numbers in the two windows; neither is empty. */
export interface MomentsStratum {
  readonly current: Moments;
  readonly baseline: Moments;
}

/** The means of two windows with the same weight for every prompt in both, like common-mix.ts for rates. */
export function meansWithSameMix(
  strata: readonly MomentsStratum[],
  plain: Readonly<Record<'current' | 'baseline', Mean>>,
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
    return { ...plain[name], n: 1 / spread, mean };
  };
  return { current: side('current'), baseline: side('baseline') };
}
