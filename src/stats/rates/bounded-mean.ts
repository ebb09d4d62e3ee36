import { betaCdf } from '../distributions/beta.ts';

/** Bounded numbers: their count, mean, and sum of squared distances from the mean. */
export interface Bounded {
  readonly n: number;
  readonly mean: number;
  readonly squares: number;
  /** The bound on the tested side, and on the other side, where the most extreme number seen is enough. */
  readonly end: number;
  readonly other: number;
}

/**
 * The beta distribution of the true mean after adding one number at the bound: Gaffke (2005), Math. Methods Stat.
 * 14:451-467, has Dirichlet weights for all numbers, which for two values gives the exact interval of Clopper and
 * Pearson (1934), Biometrika 26:404-413. This beta distribution has the same mean and variance. So identical numbers do
 * not make a mean exact: the next one may be at the bound.
 */
function betaOf({ n, mean, squares, end, other }: Bounded): { readonly a: number; readonly b: number } {
  const all = n + 1;
  const width = end - other;
  const center = (n * mean + end) / all;
  const variance = (squares + (n / all) * (end - mean) ** 2) / all / (all + 1);
  const near = (center - other) / width;
  const trials = (near * (1 - near)) / (variance / width ** 2) - 1;
  return { a: near * trials, b: (1 - near) * trials };
}

/** An upper bound of the p-value of numbers this far from the bound, if the true mean were `value`. */
export function boundedMeanPValue(numbers: Bounded, value: number): number {
  const place = (value - numbers.other) / (numbers.end - numbers.other);
  if (!(place > 0)) return 1;
  if (place >= 1) return 0;
  const { a, b } = betaOf(numbers);
  return a > 0 && b > 0 ? betaCdf(1 - place, b, a) : 1;
}
