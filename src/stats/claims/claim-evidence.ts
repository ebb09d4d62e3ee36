import { type Proportion, wilson } from '../../domain/figures/proportion.ts';
import type { Compared } from '../alerts/gates.ts';
import { binomialSurvival } from '../distributions/normal.ts';
import type { Sides } from '../rates/common-mix.ts';
import { newcombe, newcombePaired, type PairedCounts } from '../rates/intervals.ts';
import type { Evidence } from './claims.ts';
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
