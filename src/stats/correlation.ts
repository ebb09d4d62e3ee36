import type { Proportion } from '../domain/proportion.ts';

/**
 * How alike the answers to one prompt are, from 0 (two of them agree no more often than answers to two different prompts)
 * to 1 (a prompt always gets the same answer). The rate of a fixed panel varies with 1 minus that of what independent
 * answers would. Null where it cannot be known: no prompt has two answers, or all answers are alike.
 *
 * Source: Fleiss and Cuzick (1979), Appl. Psychol. Meas. 3:537-542; compared with others by Ridout, Demétrio and Firth (1999),
 * Biometrics 55:137-148.
 */
export function correlationWithin(prompts: readonly Proportion[]): number | null {
  const asked = prompts.filter(({ trials }) => trials > 0);
  const events = asked.reduce((sum, each) => sum + each.events, 0);
  const trials = asked.reduce((sum, each) => sum + each.trials, 0);
  const spare = trials - asked.length;
  if (spare === 0 || events === 0 || events === trials) return null;
  const within = asked.reduce(
    (sum, each) => sum + (each.events * (each.trials - each.events)) / each.trials,
    0,
  );
  const share = events / trials;
  return Math.min(1, Math.max(0, 1 - within / (spare * share * (1 - share))));
}
