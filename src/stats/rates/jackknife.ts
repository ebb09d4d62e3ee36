/** A group's part in a ratio's two sums. */
export interface RatioPart {
  readonly above: number;
  readonly below: number;
}

/**
 * A ratio of two sums over groups with its standard error, valid for any dependence within groups: from leaving out each group in turn.
 * Needs at least 2 groups, none of which has the whole denominator.
 *
 * Source: Quenouille (1956), Biometrika 43:353-360; of clusters, Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans; how
 * many groups weigh, Kish (1965), Survey Sampling, 11.7.
 */
export function jackknifeOf(parts: readonly RatioPart[]): {
  readonly ratio: number;
  readonly standardError: number;
  /**
   * Degrees of freedom for Student's t: the effective number of groups (Kish) less 1, so that a few large groups among
   * many small ones count as a few; at least 1.
   */
  readonly freedom: number;
} {
  let [above, below, belowSquared] = [0, 0, 0];
  for (const part of parts) {
    above += part.above;
    below += part.below;
    belowSquared += part.below ** 2;
  }
  const without = parts.map((part) => (above - part.above) / (below - part.below));
  let [sum, squares] = [0, 0];
  for (const each of without) sum += each;
  for (const each of without) squares += (each - sum / parts.length) ** 2;
  return {
    ratio: above / below,
    standardError: Math.sqrt(((parts.length - 1) / parts.length) * squares),
    freedom: Math.max(1, below ** 2 / belowSquared - 1),
  };
}
