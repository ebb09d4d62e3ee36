/** The normal distribution's two-sided 95% quantile. */
export const Z95 = 1.959963984540054;

/** Events among trials, which are above 0. Weighted answers make both fractional. */
export interface Proportion {
  readonly events: number;
  readonly trials: number;
}

/** The sum of proportions of different trials; without any, no trials. */
export function pooledOf(parts: readonly Proportion[]): Proportion {
  let [events, trials] = [0, 0];
  for (const part of parts) {
    events += part.events;
    trials += part.trials;
  }
  return { events, trials };
}

/** Trials that two proportions share: their number, and the first's, the second's, and both proportions' events. */
export interface SharedTrials {
  readonly trials: number;
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Score interval of one proportion, from 0 to 1, at 95% by default. It assumes independent answers. A fixed panel
 * varies less than that, so the interval is conservative: too wide rather than too narrow.
 *
 * Source: Wilson (1927), J. Am. Stat. Assoc. 22:209-212; as method 3 in Newcombe (1998), Statist. Med. 17:857-872.
 */
export function wilson({ events, trials }: Proportion, z = Z95): Interval {
  const rate = events / trials;
  const square = z * z;
  const middle = 2 * trials * rate + square;
  const half = z * Math.sqrt(square + 4 * trials * rate * (1 - rate));
  const scale = 2 * (trials + square);
  // Floating point may put the ends just outside when no trial, or every trial, is an event.
  return { lower: Math.max(0, (middle - half) / scale), upper: Math.min(1, (middle + half) / scale) };
}

/**
 * The effective sample size at the same rate.
 *
 * @param designEffect answers per independent answer; null means unknown and counts as 1
 *
 * Source: Kish (1965), Survey Sampling.
 */
export function independent({ events, trials }: Proportion, designEffect: number | null): Proportion {
  const each = designEffect ?? 1;
  return { events: events / each, trials: trials / each };
}
