/** What a group adds to both sums of a ratio. */
export interface RatioPart {
  readonly above: number;
  readonly below: number;
}

/**
 * A ratio of two sums over groups and how far chance may move it, whatever the answers within a group depend on: from how the ratio changes as
 * each group is left out. There are at least 2 groups, and none has the whole sum below.
 *
 * Source: Quenouille (1956), Biometrika 43:353-360; of clusters, Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans.
 */
export function jackknifeOf(parts: readonly RatioPart[]): {
  readonly ratio: number;
  readonly standardError: number;
} {
  const above = parts.reduce((sum, part) => sum + part.above, 0);
  const below = parts.reduce((sum, part) => sum + part.below, 0);
  const without = parts.map((part) => (above - part.above) / (below - part.below));
  const mean = without.reduce((sum, each) => sum + each, 0) / parts.length;
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return {
    ratio: above / below,
    standardError: Math.sqrt(((parts.length - 1) / parts.length) * squares),
  };
}
