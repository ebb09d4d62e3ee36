import { type Interval, Z95 } from '../domain/proportion.ts';
import { studentOf } from '../domain/student.ts';
import { betaAtMost } from './beta.ts';
import { newcombe } from './intervals.ts';
import { jackknifeOf } from './jackknife.ts';
import type { MantelHaenszel } from './mantel-haenszel.ts';

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
  const { ratio, standardError } = jackknifeOf(parts);
  const freedom = parts.length - 1;
  const [reach, least] = [
    studentOf(Z95, freedom) * standardError,
    newcombe(sums.sides.ours, sums.sides.theirs),
  ];
  const interval = {
    lower: Math.max(-1, Math.min(ratio - reach, least.lower)),
    upper: Math.min(1, Math.max(ratio + reach, least.upper)),
  };
  const error = Math.max(standardError, (least.upper - least.lower) / (2 * Z95));
  const t = ratio / error;
  // Student's t as a beta distribution: Abramowitz and Stegun (1964), 26.7.1.
  const chance = betaAtMost(freedom / (freedom + t * t), freedom / 2, 1 / 2);
  return { difference: ratio, interval, chance, groups: parts.length };
}
