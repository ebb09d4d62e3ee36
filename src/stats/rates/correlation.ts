import type { Proportion } from '../../domain/figures/proportion.ts';

/**
 * The intraclass correlation of answers to one prompt, from 0 (answers to one prompt agree no more than answers to
 * different prompts) to 1 (a prompt always gets the same answer). A fixed panel's rate has 1 minus this times the
 * variance of independent answers. Null if no prompt has two answers, or all answers are alike.
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
