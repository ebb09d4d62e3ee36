import { type Interval, type Proportion, Z95 } from '../../domain/figures/proportion.ts';

/** With fewer prompts, a half is at most one prompt. */
const LEAST_PROMPTS = 4;

/**
 * The range of the rate over 95% of all ways to choose half of these prompts: how much it depends on the choice of
 * prompts. Null below 4 prompts with answers.
 *
 * A half's rate is a ratio of two sums over prompts drawn without replacement. Its spread comes from each prompt's
 * distance to the overall rate (linearization), without simulation.
 *
 * Source: Cochran (1977), Sampling Techniques, 3rd ed., sections 2.6 and 6.4.
 */
export function halfPanel(prompts: readonly Proportion[]): Interval | null {
  const asked = prompts.filter(({ trials }) => trials > 0);
  const count = asked.length;
  if (count < LEAST_PROMPTS) return null;
  const trials = asked.reduce((sum, each) => sum + each.trials, 0);
  const rate = asked.reduce((sum, each) => sum + each.events, 0) / trials;
  const squares = asked.reduce((sum, each) => sum + (each.events - rate * each.trials) ** 2, 0);
  const half = Math.floor(count / 2);
  const variance = ((1 - half / count) * squares) / (half * (count - 1) * (trials / count) ** 2);
  const reach = Z95 * Math.sqrt(variance);
  return { lower: Math.max(0, rate - reach), upper: Math.min(1, rate + reach) };
}
