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
  readonly interval: Interval;
  /** Whether the gap is significant among all gaps tested together. */
  readonly standsOut: boolean;
}

/**
 * Each pair's gap with its 95% interval (Newcombe's for pairs); null below MIN_SAMPLE answers. McNemar's exact test
 * (exact-pair.ts), two-sided, gives each p-value; gaps stand out at a false discovery rate of 10%, and only if their
 * own intervals exclude zero.
 */
export function pairedGaps(pairs: readonly CountedPair[]): (PairedGap | null)[] {
  const judged = pairs.flatMap(({ pair, designEffect }, place) => {
    const { both, onlyFirst, onlySecond, neither } = pair;
    if (both + onlyFirst + onlySecond + neither < MIN_SAMPLE) return [];
    const evidence = evidenceOfPair(pair, designEffect);
    const side = evidence.estimate < 0 ? 'below' : 'above';
    const chance = Math.min(1, 2 * (evidence.exact?.({ side, value: 0, z: Z95 }) ?? 1));
    return [{ place, gap: evidence.estimate, interval: evidence.interval(Z95), chance }];
  });
  const standing = benjaminiHochberg(
    judged.map(({ chance }) => chance),
    FALSE_DISCOVERY_RATE,
  );
  const gaps: (PairedGap | null)[] = pairs.map(() => null);
  for (const [index, { place, gap, interval }] of judged.entries())
    gaps[place] = { gap, interval, standsOut: standing[index] === true && excludesZero(interval) };
  return gaps;
}

/** The false discovery rate. */
const FALSE_DISCOVERY_RATE = 0.1;

/**
 * Which findings are significant at a false discovery rate: those with a p-value no larger than the largest one, the
 * k-th smallest of n, that is at most k / n times the rate. Valid for independent or positively dependent findings.
 *
 * Source: Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57:289-300.
 *
 * @param chances one p-value per finding
 * @param share the false discovery rate
 * @returns whether each finding stands out
 */
function benjaminiHochberg(chances: readonly number[], share: number): boolean[] {
  const sorted = chances.toSorted((one, other) => one - other);
  const last = sorted.findLast((chance, place) => chance <= ((place + 1) / sorted.length) * share);
  return chances.map((chance) => last !== undefined && chance <= last);
}
