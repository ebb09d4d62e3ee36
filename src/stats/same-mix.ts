import type { Proportion } from '../domain/proportion.ts';

/** One prompt's answers in the two windows; both windows have some. */
export interface Stratum {
  readonly current: Proportion;
  readonly baseline: Proportion;
}

/** The two sides of a comparison. */
export interface Sides {
  readonly current: Proportion;
  readonly baseline: Proportion;
}

/** The prompts' answers taken together: plain counts. */
export function pooled(strata: readonly Stratum[]): Sides {
  const sum = (side: 'current' | 'baseline') => ({
    events: strata.reduce((total, each) => total + each[side].events, 0),
    trials: strata.reduce((total, each) => total + each[side].trials, 0),
  });
  return { current: sum('current'), baseline: sum('baseline') };
}

/**
 * The two sides as if every prompt had the same weight in both windows, so that a panel that was asked unevenly is not
 * mistaken for an engine that changed. For a panel asked evenly these are the plain counts. There is at least one prompt,
 * and each has trials in both windows.
 *
 * Each prompt has the weight c b / (c + b), for its c current and b baseline answers. The trials of a side are the number
 * of equally weighted answers that would tell as much: (sum of w) squared / sum of (w squared / n).
 *
 * Source: the weights of Cochran (1954), Biometrics 10:417-451, and of Mantel and Haenszel's risk difference; the
 * effective sample size of Kish (1965), Survey Sampling.
 */
export function withSameMix(strata: readonly Stratum[]): Sides {
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
