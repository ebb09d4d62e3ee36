import { type Interval, wilson } from '../domain/proportion.ts';
import { jackknifeOf, type RatioPart } from './jackknife.ts';
import { LEAST_ANSWERS, LEAST_GROUPS } from './stratified-difference.ts';
import { studentReach } from './student.ts';

/** How alike pairs of sets are on average: from 0 where none have a member in common to 1 where all are the same. */
export interface MeanJaccard {
  readonly mean: number;
  readonly interval: Interval;
}

/**
 * The mean over pairs of sets of how many members both have among those that either has, with its 95% interval: by leaving out each group of
 * pairs in turn, but never narrower than that of as many independent shares (Wilson), which vary most. Null below 30 pairs or 5 groups.
 *
 * Source: Jaccard (1912), New Phytologist 11:37-50.
 *
 * @param parts of each group, above the sum of the pairs' shares, below how many pairs there are, at least 1
 */
export function meanJaccard(parts: readonly RatioPart[]): MeanJaccard | null {
  const trials = parts.reduce((sum, { below }) => sum + below, 0);
  if (parts.length < LEAST_GROUPS || trials < LEAST_ANSWERS) return null;
  const { ratio, standardError, freedom } = jackknifeOf(parts);
  const reach = studentReach(0.05, freedom) * standardError;
  const least = wilson({ events: ratio * trials, trials });
  return {
    mean: ratio,
    interval: {
      lower: Math.max(0, Math.min(ratio - reach, least.lower)),
      upper: Math.min(1, Math.max(ratio + reach, least.upper)),
    },
  };
}
