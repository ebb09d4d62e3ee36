/** Of those that stand out, at most this share is expected to be nothing. */
export const FALSE_SHARE = 0.1;

/**
 * Which of several findings stand out, so that of those that do, at most this share is expected to be nothing: those with a P value no larger
 * than the largest one, the k-th smallest of n, that is at most k / n of it. It holds if they are independent or depend on each other
 * positively.
 *
 * Source: Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57:289-300.
 *
 * @param chances the P value of each
 * @param share of false ones among those that stand out, such as 0.1
 * @returns for each, whether it stands out
 */
export function standOut(chances: readonly number[], share: number): boolean[] {
  const sorted = chances.toSorted((one, other) => one - other);
  const last = sorted.findLast((chance, place) => chance <= ((place + 1) / sorted.length) * share);
  return chances.map((chance) => last !== undefined && chance <= last);
}
