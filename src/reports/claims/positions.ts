import { Z95 } from '../../domain/figures/proportion.ts';
import type { PairRanks } from '../../panel/counts/spreads/pairs.ts';
import {
  type Bounds,
  evidenceOfMean,
  independentMean,
  type Mean,
  type Moments,
  meanOfMoments,
} from '../../stats/claims/claim-evidence.ts';
import type { CountedSide } from './counted-claim.ts';

/** List positions, for the means in claims. */

/** Sums a number over the answers that list brands. */
export function momentsOf(ranks: readonly PairRanks[], value: (ranks: PairRanks) => number): Moments {
  const values = ranks.map(value);
  const sum = (of: (value: number) => number) =>
    ranks.reduce((total, each) => total + each.answers * of(value(each)), 0);
  return {
    n: sum(() => 1),
    sum: sum((each) => each),
    squares: sum((each) => each * each),
    least: Math.min(...values),
    most: Math.max(...values),
  };
}

/** How many independent values these equal; null below two, which have no variance. */
export function meanOrNull(moments: Moments, designEffect: number | null): Mean | null {
  return moments.n < 2 ? null : independentMean(meanOfMoments(moments), designEffect);
}

/** Lists have ten places, or as many as were observed. */
export function positionEnds(...means: readonly (Pick<Mean, 'most'> | null)[]): Bounds {
  return { least: 1, most: Math.max(10, ...means.map((mean) => mean?.most ?? 0)) };
}

export function figureOfMean(mean: Mean | null, ends: Bounds): CountedSide['figure'] {
  return mean && { value: mean.mean, interval: evidenceOfMean(mean, ends).interval(Z95) };
}
