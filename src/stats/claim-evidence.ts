import { type Interval, type Proportion, wilson } from '../domain/proportion.ts';
import { type Bounded, chanceOfMean, limitOfMean } from './bounded-mean.ts';
import type { Evidence, Side } from './claims.ts';
import { exactChanceOfDifference } from './exact-difference.ts';
import { exactChanceOfPair } from './exact-pair.ts';
import type { Compared } from './gates.ts';
import { newcombe, newcombePaired, type PairedCounts } from './intervals.ts';
import { binomialAtLeast, normalChance } from './normal.ts';
import type { Sides } from './same-mix.ts';

/** What answers say about a rate, as they are counted for a claim. The exact test is the tail of the binomial. */
export function evidenceOfRate(counted: Proportion): Evidence {
  return {
    estimate: counted.events / counted.trials,
    interval: (z, times = 1) => wilson(scaled(counted, times), z),
    exact: ({ side, value }, times = 1) => {
      const { events, trials } = whole(counted, times);
      if (value <= 0 || value >= 1) return 0;
      return side === 'above'
        ? binomialAtLeast(events, trials, value)
        : binomialAtLeast(trials - events, trials, 1 - value);
    },
  };
}

/** Of a difference of two rates over different answers. */
export function evidenceOfDifference(counted: Sides): Evidence {
  return {
    ...evidenceOfWeightedDifference(counted),
    exact: (clear, times = 1) =>
      exactChanceOfDifference(
        { current: whole(counted.current, times), baseline: whole(counted.baseline, times) },
        clear,
      ),
  };
}

/** The same of weighted answers, which no exact test fits. */
export function evidenceOfWeightedDifference({ current, baseline }: Sides): Evidence {
  return {
    estimate: current.events / current.trials - baseline.events / baseline.trials,
    interval: (z, times = 1) => newcombe(scaled(current, times), scaled(baseline, times), z),
  };
}

/** Of both differences of a comparison, plain and with the same mix; none if a side has no trials. */
export function evidenceOfCompared({
  difference,
  sameMix,
}: Pick<Compared, 'difference' | 'sameMix'>): Evidence[] {
  if (difference === null || sameMix === null) return [];
  const plain = evidenceOfDifference(difference);
  return sameMix === difference ? [plain] : [plain, evidenceOfWeightedDifference(sameMix)];
}

/**
 * Of a difference of two rates over the same answers, of which there are some.
 *
 * @param designEffect how many of them tell as much as an independent one
 */
export function evidenceOfPair(pair: PairedCounts, designEffect: number | null = null): Evidence {
  const { both, onlyFirst, onlySecond, neither } = pair;
  const trials = both + onlyFirst + onlySecond + neither;
  const each = designEffect ?? 1;
  return {
    estimate: (onlyFirst - onlySecond) / trials,
    interval: (z, times = 1) => newcombePaired(scaledPair(pair, times / each), z),
    exact: ({ side, value }, times = 1) => exactChanceOfPair(wholePair(pair, times / each), side, value),
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

/** Whole answers: of all, and of those that tell the two apart, as many as `whole` has. */
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

/** Whole answers, for an exact test: rounded down, with the rate that is nearest. */
function whole({ events, trials }: Proportion, times: number): Proportion {
  // A product of whole numbers and the fraction that makes it whole again may be short of it by its last digit.
  const most = Math.max(1, Math.floor(trials * times + 1e-9));
  return { events: Math.round((events / trials) * most), trials: most };
}

/** Numbers, such as list positions or differences of two, added up: how many, their sum, that of their squares, and the ends. */
export interface Moments {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
  readonly least: number;
  readonly most: number;
}

/** A mean, of how many numbers it is as exact as, the variance of one of them, and the ends of those that were seen. */
export interface Mean {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
  readonly least: number;
  readonly most: number;
}

/** The same mean of as many independent numbers as these tell as much as. */
export function independentMean<Of extends Mean>(mean: Of, designEffect: number | null): Of {
  return { ...mean, n: mean.n / (designEffect ?? 1) };
}

/** There is at least one number. */
export function meanOfMoments({ n, sum, squares, least, most }: Moments): Mean {
  const mean = sum / n;
  return { n, mean, variance: Math.max(0, squares / n - mean * mean), least, most };
}

/** Between which values a number can be. */
export interface Ends {
  readonly least: number;
  readonly most: number;
}

/** Of a mean of numbers that cannot be beyond these ends. */
export function evidenceOfMean({ n, mean, variance, least, most }: Mean, ends: Ends): Evidence {
  const towards = (side: Side, times: number): Bounded => ({
    ...{ n: n * times, mean, squares: variance * n * times },
    ...(side === 'below' ? { end: ends.most, other: least } : { end: ends.least, other: most }),
  });
  return {
    estimate: mean,
    interval: (z, times = 1) =>
      z === 0
        ? { lower: mean, upper: mean }
        : lazyInterval((side) => limitOfMean(towards(side, times), normalChance(-z))),
    chance: (side, value, times = 1) => chanceOfMean(towards(side, times), value),
  };
}

/**
 * Of a difference of two figures over different answers, by the interval of each, as Newcombe's is of two shares: Zou and Donner
 * (2008), Statist. Med. 27:1693-1702.
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

/** Ends that take a search are only looked for if they are asked for: a claim is on one side of a value. */
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

/** The means of two windows with the same weight for every prompt in both, as same-mix.ts has it for rates. */
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
