import { betaAtMost, betaQuantile } from './beta.ts';

/**
 * The chance that a number with Student's t distribution is at least this far from 0, on either side.
 *
 * Source: Abramowitz and Stegun (1964), 26.7.1 and 26.5.27: t by the incomplete beta function.
 *
 * @param freedom degrees of freedom, above 0 and not necessarily whole
 */
export function studentBeyond(t: number, freedom: number): number {
  return betaAtMost(freedom / (freedom + t * t), freedom / 2, 1 / 2);
}

/** The t from which on a number with the distribution is, on either side together, with this chance. */
export function studentReach(chance: number, freedom: number): number {
  const x = betaQuantile(chance, freedom / 2, 1 / 2);
  return Math.sqrt((freedom * (1 - x)) / x);
}
