import type { Proportion } from '../../domain/figures/proportion.ts';
import { correlationWithin } from './correlation.ts';

/**
 * Each prompt's expected rate, from 0 to 1, for ranking prompts: its own rate shrunk towards the overall rate, more so
 * with fewer answers and with more similar prompts. Three of three answers rank no higher than 29 of 30. If prompts
 * show no difference, it is the overall rate. Multiplied by each prompt's answers, the rates add up to the answers that
 * name the brand if prompts have equally many.
 *
 * It is the posterior mean for a beta prior with the overall rate and its spread between prompts.
 *
 * Source: Kleinman (1973), J. Am. Stat. Assoc. 68:46-54.
 */
export function shrunkRates(prompts: readonly Proportion[]): readonly number[] {
  const events = prompts.reduce((sum, each) => sum + each.events, 0);
  const trials = prompts.reduce((sum, each) => sum + each.trials, 0);
  const rate = trials === 0 ? 0 : events / trials;
  const alike = correlationWithin(prompts) ?? 0;
  if (alike === 0) return prompts.map(() => rate);
  // The prior's weight in answers.
  const before = 1 / alike - 1;
  return prompts.map((each) => {
    const known = before + each.trials;
    return known === 0 ? rate : (before * rate + each.events) / known;
  });
}
