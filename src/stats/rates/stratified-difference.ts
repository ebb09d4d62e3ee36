import { type Interval, Z95 } from '../../domain/figures/proportion.ts';
import { studentPValue, studentQuantile } from '../distributions/student.ts';
import { benjaminiHochberg, FALSE_DISCOVERY_RATE } from './benjamini-hochberg.ts';
import { excludesZero, newcombe } from './intervals.ts';
import { jackknifeOf } from './jackknife.ts';
import type { MantelHaenszel } from './mantel-haenszel.ts';

/** Minimum answers per side, and minimum groups, to report a difference. */
export const LEAST_ANSWERS = 30;
export const LEAST_GROUPS = 5;

/** A difference of two rates within strata, from -1 to 1. */
export interface StratifiedDifference {
  readonly difference: number;
  readonly interval: Interval;
  /** The p-value. */
  readonly chance: number;
  /** Groups with weight. */
  readonly groups: number;
}

/**
 * A difference within strata with its 95% interval: a jackknife over groups, because answers in a group are dependent,
 * but never narrower than for independent answers (Newcombe), which few groups may show by chance, and which has a
 * width even if all groups agree.
 *
 * Null below 30 answers on a side or 5 groups with weight.
 */
export function stratifiedDifference(sums: MantelHaenszel): StratifiedDifference | null {
  if (Math.min(sums.ours, sums.theirs) < LEAST_ANSWERS) return null;
  const { parts } = sums;
  if (parts.length < LEAST_GROUPS) return null;
  const { ratio, standardError, freedom } = jackknifeOf(parts);
  const [reach, least] = [
    studentQuantile(0.05, freedom) * standardError,
    newcombe(sums.sides.ours, sums.sides.theirs),
  ];
  const interval = {
    lower: Math.max(-1, Math.min(ratio - reach, least.lower)),
    upper: Math.min(1, Math.max(ratio + reach, least.upper)),
  };
  const error = Math.max(standardError, (least.upper - least.lower) / (2 * Z95));
  const chance = studentPValue(ratio / error, freedom);
  return { difference: ratio, interval, chance, groups: parts.length };
}

/** Which of several differences are significant together; their own intervals exclude zero too. */
export function standingOut(differences: readonly StratifiedDifference[]): boolean[] {
  const standing = benjaminiHochberg(
    differences.map(({ chance }) => chance),
    FALSE_DISCOVERY_RATE,
  );
  return differences.map(({ interval }, place) => standing[place] === true && excludesZero(interval));
}
