import { betaCdf, betaQuantile } from './beta.ts';

/**
 * The two-sided p-value of Student's t distribution.
 *
 * Source: Abramowitz and Stegun (1964), 26.7.1 and 26.5.27: t by the incomplete beta function.
 *
 * @param freedom degrees of freedom, above 0 and not necessarily whole
 */
export function studentPValue(t: number, freedom: number): number {
  return betaCdf(freedom / (freedom + t * t), freedom / 2, 1 / 2);
}

/** The two-sided quantile of Student's t distribution. */
export function studentQuantile(chance: number, freedom: number): number {
  const x = betaQuantile(chance, freedom / 2, 1 / 2);
  return Math.sqrt((freedom * (1 - x)) / x);
}
