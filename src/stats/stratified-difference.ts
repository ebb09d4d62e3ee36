import { type Interval, Z95 } from '../domain/proportion.ts';
import { FALSE_SHARE, standOut } from './benjamini-hochberg.ts';
import { excludesZero, newcombe } from './intervals.ts';
import { jackknifeOf } from './jackknife.ts';
import type { MantelHaenszel } from './mantel-haenszel.ts';
import { studentBeyond, studentReach } from './student.ts';

/** Fewer answers on a side, or fewer groups, tell too little of a difference to show it. */
export const LEAST_ANSWERS = 30;
export const LEAST_GROUPS = 5;

/** A difference of two rates within strata, from -1 to 1. */
export interface StratifiedDifference {
  readonly difference: number;
  readonly interval: Interval;
  /** How likely one as far from zero would be if there were none. */
  readonly chance: number;
  /** How many groups tell something. */
  readonly groups: number;
}

/**
 * A difference within strata with its 95% interval: by leaving out each group, because answers in a group depend on each other, but never
 * narrower than if none did (Newcombe), which few groups may show by chance, and which leaves a width where all groups agree.
 *
 * Null below 30 answers on a side or 5 groups that tell something.
 */
export function stratifiedDifference(sums: MantelHaenszel): StratifiedDifference | null {
  if (Math.min(sums.ours, sums.theirs) < LEAST_ANSWERS) return null;
  const { parts } = sums;
  if (parts.length < LEAST_GROUPS) return null;
  const { ratio, standardError, freedom } = jackknifeOf(parts);
  const [reach, least] = [
    studentReach(0.05, freedom) * standardError,
    newcombe(sums.sides.ours, sums.sides.theirs),
  ];
  const interval = {
    lower: Math.max(-1, Math.min(ratio - reach, least.lower)),
    upper: Math.min(1, Math.max(ratio + reach, least.upper)),
  };
  const error = Math.max(standardError, (least.upper - least.lower) / (2 * Z95));
  const chance = studentBeyond(ratio / error, freedom);
  return { difference: ratio, interval, chance, groups: parts.length };
}

/** Which of several differences stand out from chance, all of them together: their own intervals exclude zero too. */
export function standingOut(differences: readonly StratifiedDifference[]): boolean[] {
  const standing = standOut(
    differences.map(({ chance }) => chance),
    FALSE_SHARE,
  );
  return differences.map(({ interval }, place) => standing[place] === true && excludesZero(interval));
}
