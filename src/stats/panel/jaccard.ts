import { type Interval, wilson } from '../../domain/figures/proportion.ts';
import { studentQuantile } from '../distributions/student.ts';
import { jackknifeOf, type RatioPart } from '../rates/jackknife.ts';
import { LEAST_ANSWERS, LEAST_GROUPS } from '../rates/stratified-difference.ts';

/** The mean similarity between pairs of sets: from 0 (disjoint) to 1 (equal). */
export interface MeanJaccard {
  readonly mean: number;
  readonly interval: Interval;
}

/**
 * The mean Jaccard index over pairs of sets (members in both divided by members in either) with its 95% interval: a
 * jackknife over groups, but never narrower than Wilson's for as many independent shares, which vary most. Null below
 * 30 pairs or 5 groups.
 *
 * Source: Jaccard (1912), New Phytologist 11:37-50.
 *
 * @param parts per group: above, the sum of its pairs' indices; below, its number of pairs, at least 1
 */
export function meanJaccard(parts: readonly RatioPart[]): MeanJaccard | null {
  const trials = parts.reduce((sum, { below }) => sum + below, 0);
  if (parts.length < LEAST_GROUPS || trials < LEAST_ANSWERS) return null;
  const { ratio, standardError, freedom } = jackknifeOf(parts);
  const reach = studentQuantile(0.05, freedom) * standardError;
  const least = wilson({ events: ratio * trials, trials });
  return {
    mean: ratio,
    interval: {
      lower: Math.max(0, Math.min(ratio - reach, least.lower)),
      upper: Math.min(1, Math.max(ratio + reach, least.upper)),
    },
  };
}
