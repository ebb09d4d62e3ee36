import { betaAtMost, betaQuantile } from './beta.ts';

/** Numbers of which none can be beyond two ends: how many, their mean, and the sum of their squared distances from it. */
export interface Bounded {
  readonly n: number;
  readonly mean: number;
  readonly squares: number;
  /** The ends on the side that is tested and on the other one; of the latter, the furthest number that was seen will do. */
  readonly end: number;
  readonly other: number;
}

/**
 * The beta distribution of the true mean, had there been one more number, at the end: Gaffke (2005), Math. Methods Stat.
 * 14:451-467, takes the weights of all numbers as Dirichlet, which for two values is the exact interval of Clopper and Pearson
 * (1934), Biometrika 26:404-413. The beta distribution has the mean and the variance of that. So numbers that are all the same
 * do not make a mean exact: one in so many may be at the end.
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

/** The chance of numbers as far from the end as these, if their true mean were `value`: at most. */
export function chanceOfMean(numbers: Bounded, value: number): number {
  const place = (value - numbers.other) / (numbers.end - numbers.other);
  if (!(place > 0)) return 1;
  if (place >= 1) return 0;
  const { a, b } = betaOf(numbers);
  return a > 0 && b > 0 ? betaAtMost(1 - place, b, a) : 1;
}

/** How far towards the end the true mean may be, with this chance that it is further. */
export function limitOfMean(numbers: Bounded, chance: number): number {
  const { end, other } = numbers;
  if (end === other) return end;
  const { a, b } = betaOf(numbers);
  return a > 0 && b > 0 ? end + (other - end) * betaQuantile(chance, b, a) : end;
}
