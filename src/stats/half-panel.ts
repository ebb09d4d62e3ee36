import { type Interval, type Proportion, Z95 } from '../domain/proportion.ts';

/** With fewer prompts a half is one prompt or none. */
const LEAST_PROMPTS = 4;

/**
 * Where the rate would be for 95 in 100 of all ways to choose half of these prompts: what it owes to which prompts are asked.
 * Null if there are fewer than 4 prompts with answers.
 *
 * The rate of a half is a ratio of two sums over prompts drawn without replacement, and its spread follows from how far each
 * prompt is from the rate of all (linearization), so nothing is drawn.
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
