import type { Proportion } from '../../domain/figures/proportion.ts';

/** One prompt's answers in the two windows; both windows have some. */
export interface Stratum {
  readonly current: Proportion;
  readonly baseline: Proportion;
}

export interface Sides {
  readonly current: Proportion;
  readonly baseline: Proportion;
}

/** Plain counts over all prompts. */
export function pooled(strata: readonly Stratum[]): Sides {
  const sum = (side: 'current' | 'baseline') => ({
    events: strata.reduce((total, each) => total + each[side].events, 0),
    trials: strata.reduce((total, each) => total + each[side].trials, 0),
  });
  return { current: sum('current'), baseline: sum('baseline') };
}

/**
 * The two sides with equal weight for every prompt in both windows, so that an unevenly sampled panel does not look
 * like a changed engine. For an evenly sampled panel these are the plain counts. Needs at least one prompt, each with
 * trials in both windows.
 *
 * A prompt with c current and b baseline answers has weight c b / (c + b). A side's trials are the effective number of
 * equally weighted answers: (sum of w) squared / sum of (w squared / n).
 *
 * Source: the weights of Cochran (1954), Biometrics 10:417-451, and of Mantel and Haenszel's risk difference; the
 * effective sample size of Kish (1965), Survey Sampling.
 */
export function weightedToCommonMix(strata: readonly Stratum[]): Sides {
  const weights = strata.map(
    ({ current, baseline }) => (current.trials * baseline.trials) / (current.trials + baseline.trials),
  );
  const weight = weights.reduce((total, each) => total + each, 0);
  const side = (name: 'current' | 'baseline'): Proportion => {
    let rate = 0;
    let spread = 0;
    for (const [index, each] of strata.entries()) {
      const share = (weights[index] ?? 0) / weight;
      rate += (share * each[name].events) / each[name].trials;
      spread += (share * share) / each[name].trials;
    }
    return { events: rate / spread, trials: 1 / spread };
  };
  return { current: side('current'), baseline: side('baseline') };
}
