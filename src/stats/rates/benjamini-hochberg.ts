/** The false discovery rate. */
export const FALSE_DISCOVERY_RATE = 0.1;

/**
 * Which findings are significant at a false discovery rate: those with a p-value no larger than the largest one, the
 * k-th smallest of n, that is at most k / n times the rate. Valid for independent or positively dependent findings.
 *
 * Source: Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57:289-300.
 *
 * @param chances one p-value per finding
 * @param the false discovery rate, such as 0.1
 * @returns whether each finding stands out
 */
export function benjaminiHochberg(chances: readonly number[], share: number): boolean[] {
  const sorted = chances.toSorted((one, other) => one - other);
  const last = sorted.findLast((chance, place) => chance <= ((place + 1) / sorted.length) * share);
  return chances.map((chance) => last !== undefined && chance <= last);
}
