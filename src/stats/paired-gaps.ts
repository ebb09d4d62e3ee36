import { type Interval, Z95 } from '../domain/proportion.ts';
import { MIN_SAMPLE } from '../domain/rate.ts';
import { FALSE_SHARE, standOut } from './benjamini-hochberg.ts';
import { evidenceOfPair } from './claim-evidence.ts';
import { excludesZero, type PairedCounts } from './intervals.ts';

/** Two brands in the same answers. */
export interface CountedPair {
  readonly pair: PairedCounts;
  /** How many of these answers tell as much as one given afresh; null where that is not known. */
  readonly designEffect: number | null;
}

/** How much more often the first of two brands is named, from -1 to 1. */
export interface PairedGap {
  readonly gap: number;
  readonly interval: Interval;
  /** Whether it stands out of all that are judged together. */
  readonly standsOut: boolean;
}

/**
 * The gap of each pair with its 95% interval (Newcombe's for pairs), null below MIN_SAMPLE answers. All others are judged together, each by the exact
 * test of McNemar (exact-pair.ts) to either side: of those that stand out, at most one in ten is expected to be nothing, and their own intervals
 * exclude zero.
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
  const standing = standOut(
    judged.map(({ chance }) => chance),
    FALSE_SHARE,
  );
  const gaps: (PairedGap | null)[] = pairs.map(() => null);
  for (const [index, { place, gap, interval }] of judged.entries())
    gaps[place] = { gap, interval, standsOut: standing[index] === true && excludesZero(interval) };
  return gaps;
}
