import { type Interval, Z95 } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { excludesZero, type PairedCounts } from '../rates/intervals.ts';
import { evidenceOfPair } from './claim-evidence.ts';

/** Two brands in the same answers. */
export interface CountedPair {
  readonly pair: PairedCounts;
  /** These answers' design effect; null if unknown. */
  readonly designEffect: number | null;
}

/** How much more often the first brand is named than the second, from -1 to 1. */
export interface PairedGap {
  readonly gap: number;
  /** At 95%; on demand, because few of many gaps show it. */
  readonly interval: () => Interval;
  /** Whether the gap is significant among all gaps tested together. */
  readonly standsOut: boolean;
}

/** A gap before it is compared with others. */
export interface JudgedGap extends Omit<PairedGap, 'standsOut'> {
  /** The two-sided p-value. */
  readonly chance: number;
}

/**
 * A pair's gap with its 95% interval (Newcombe's for pairs); null below MIN_SAMPLE answers. McNemar's exact test
 * (exact-pair.ts), two-sided, gives the p-value.
 */
export function judgePair({ pair, designEffect }: CountedPair): JudgedGap | null {
  const { both, onlyFirst, onlySecond, neither } = pair;
  if (both + onlyFirst + onlySecond + neither < MIN_SAMPLE) return null;
  const evidence = evidenceOfPair(pair, designEffect);
  const side = evidence.estimate < 0 ? 'below' : 'above';
  const chance = Math.min(1, 2 * (evidence.exact?.({ side, value: 0, z: Z95 }) ?? 1));
  return { gap: evidence.estimate, interval: () => evidence.interval(Z95), chance };
}

/** Gaps stand out at a false discovery rate of 10%, and only if their own intervals exclude zero. */
export function pairedGaps(judged: readonly (JudgedGap | null)[]): (PairedGap | null)[] {
  const chances = judged.flatMap((each) => (each === null ? [] : [each.chance]));
  const largest = largestStanding(chances, FALSE_DISCOVERY_RATE);
  return judged.map((each) => {
    if (each === null) return null;
    const { gap, interval, chance } = each;
    return { gap, interval, standsOut: chance <= largest && excludesZero(interval()) };
  });
}

/** The false discovery rate. */
const FALSE_DISCOVERY_RATE = 0.1;

/**
 * The largest p-value that is significant at a false discovery rate: the largest one, the k-th smallest of n, that is at
 * most k / n times the rate; -1 if none is. Valid for independent or positively dependent findings.
 *
 * Source: Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57:289-300.
 *
 * @param chances one p-value per finding
 * @param share the false discovery rate
 */
function largestStanding(chances: readonly number[], share: number): number {
  const sorted = Float64Array.from(chances.filter((chance) => chance <= share)).sort();
  return sorted.findLast((chance, place) => chance <= ((place + 1) / chances.length) * share) ?? -1;
}
