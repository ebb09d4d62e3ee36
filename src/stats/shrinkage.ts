import type { Proportion } from '../domain/proportion.ts';
import { correlationWithin } from './correlation.ts';

/**
 * The rate that each prompt is expected to have, from 0 to 1, for putting prompts in order: its own, drawn towards that of all, and the
 * more so the fewer answers it has and the less prompts differ. Three of three answers are no better than 29 of 30. Where no difference was
 * seen, it is the rate of all. Times the answers of each, they add up to the answers that name the brand if prompts have equally many.
 *
 * It is the mean of a beta distribution with the rate of all and its spread over prompts before, and a prompt's answers after.
 *
 * Source: Kleinman (1973), J. Am. Stat. Assoc. 68:46-54.
 */
export function shrunkRates(prompts: readonly Proportion[]): readonly number[] {
  const events = prompts.reduce((sum, each) => sum + each.events, 0);
  const trials = prompts.reduce((sum, each) => sum + each.trials, 0);
  const rate = trials === 0 ? 0 : events / trials;
  const alike = correlationWithin(prompts) ?? 0;
  if (alike === 0) return prompts.map(() => rate);
  // So many answers would tell as much as is known of a prompt without any of its own.
  const before = 1 / alike - 1;
  return prompts.map((each) => {
    const known = before + each.trials;
    return known === 0 ? rate : (before * rate + each.events) / known;
  });
}
