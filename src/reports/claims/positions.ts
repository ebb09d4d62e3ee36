import { Z95 } from '../../domain/proportion.ts';
import type { PairRanks } from '../../panel/counts/pairs.ts';
import {
  type Ends,
  evidenceOfMean,
  independentMean,
  type Mean,
  type Moments,
  meanOfMoments,
} from '../../stats/claim-evidence.ts';
import type { CountedSide } from './counted-claim.ts';

/** List positions, as claims take their means. */

/** What a number comes to over answers that list brands. */
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

/** Of as many independent numbers as these tell as much as; null for fewer than two, which say nothing about how much they vary. */
export function meanOrNull(moments: Moments, designEffect: number | null): Mean | null {
  return moments.n < 2 ? null : independentMean(meanOfMoments(moments), designEffect);
}

/** Lists have ten places, or as many as were seen. */
export function positionEnds(...means: readonly (Pick<Mean, 'most'> | null)[]): Ends {
  return { least: 1, most: Math.max(10, ...means.map((mean) => mean?.most ?? 0)) };
}

export function figureOfMean(mean: Mean | null, ends: Ends): CountedSide['figure'] {
  return mean && { value: mean.mean, interval: evidenceOfMean(mean, ends).interval(Z95) };
}
