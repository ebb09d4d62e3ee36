/** What a group adds to both sums of a ratio. */
export interface RatioPart {
  readonly above: number;
  readonly below: number;
}

/**
 * A ratio of two sums over groups and how far chance may move it, whatever the answers within a group depend on: from how the ratio changes as
 * each group is left out. There are at least 2 groups, and none has the whole sum below.
 *
 * Source: Quenouille (1956), Biometrika 43:353-360; of clusters, Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans;
 * how many groups weigh, Kish (1965), Survey Sampling, 11.7.
 */
export function jackknifeOf(parts: readonly RatioPart[]): {
  readonly ratio: number;
  readonly standardError: number;
  /** Of Student's t: as many groups as weigh (Kish), less 1, so that a few large ones among many small count as a few; at least 1. */
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
