import { type Interval, Z95 } from '../../domain/figures/proportion.ts';
import { studentQuantile } from '../distributions/student.ts';
import { newcombePaired, type PairedCounts } from '../rates/intervals.ts';
import { jackknifeOf } from '../rates/jackknife.ts';

/** How often a pair's answers agree, over groups of pairs. */
export interface Agreement extends PairedCounts {
  readonly pairs: number;
  readonly agreeing: number;
  readonly groups: number;
  /** The design effect from pairs within groups; at least 1. */
  readonly designEffect: number;
  /** The first provider's rate minus the second's, from -1 to 1; null without pairs. */
  readonly difference: { readonly value: number; readonly interval: Interval } | null;
}

/**
 * Sums pairs by group, with the sampling error. Pairs of one group are dependent, so the interval of the difference is
 * a jackknife over groups, but never narrower than for independent pairs.
 *
 * Source: the design effect, Kish (1965), Survey Sampling, of the variance that jackknife.ts has.
 *
 * @param groups each with at least one pair
 */
export function agreementOf(groups: readonly PairedCounts[]): Agreement {
  const sum = (field: keyof PairedCounts) => groups.reduce((total, group) => total + group[field], 0);
  const counts = {
    both: sum('both'),
    onlyFirst: sum('onlyFirst'),
    onlySecond: sum('onlySecond'),
    neither: sum('neither'),
  };
  const pairs = pairsIn(counts);
  const agreeing = counts.both + counts.neither;
  const designEffect = designEffectOf(groups, agreeing, pairs);
  return {
    ...counts,
    pairs,
    agreeing,
    groups: groups.length,
    designEffect,
    difference: pairs === 0 ? null : differenceOf(groups, counts, designEffect),
  };
}

/** If all pairs are alike, or in one group, the dependence within groups is unknown: each group counts as one pair. */
function designEffectOf(groups: readonly PairedCounts[], agreeing: number, pairs: number): number {
  const spread = agreeing * (pairs - agreeing);
  if (groups.length < 2 || spread === 0) return Math.max(1, pairs / Math.max(1, groups.length));
  const reach = halfWidthOf(groups, ({ both, neither }) => both + neither);
  return Math.max(1, (reach / Z95) ** 2 * (pairs ** 3 / spread));
}

function differenceOf(groups: readonly PairedCounts[], counts: PairedCounts, designEffect: number) {
  const { both, onlyFirst, onlySecond, neither } = counts;
  const value = (onlyFirst - onlySecond) / pairsIn(counts);
  const isTold = groups.length > 1 && onlyFirst + onlySecond > 0;
  const each = isTold ? 1 : designEffect;
  const least = newcombePaired({
    both: both / each,
    onlyFirst: onlyFirst / each,
    onlySecond: onlySecond / each,
    neither: neither / each,
  });
  const reach = isTold ? halfWidthOf(groups, (group) => group.onlyFirst - group.onlySecond) : 0;
  const interval = {
    lower: Math.max(-1, Math.min(value - reach, least.lower)),
    upper: Math.min(1, Math.max(value + reach, least.upper)),
  };
  return { value, interval };
}

/** Half the width of the 95% interval for a share of pairs. */
function halfWidthOf(groups: readonly PairedCounts[], above: (group: PairedCounts) => number): number {
  const { standardError, freedom } = jackknifeOf(
    groups.map((group) => ({ above: above(group), below: pairsIn(group) })),
  );
  return studentQuantile(0.05, freedom) * standardError;
}

function pairsIn({ both, onlyFirst, onlySecond, neither }: PairedCounts): number {
  return both + onlyFirst + onlySecond + neither;
}
