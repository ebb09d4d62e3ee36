import type { Proportion } from '../domain/proportion.ts';

/** In how many answers to a prompt each of some brands was named, in one order for all prompts. */
export type Profile = readonly Proportion[];

/**
 * How much of the disagreement between answers to two prompts, about which brands they name, is due to the prompts: 0 if an
 * answer to the one differs from an answer to the other as two answers to the same prompt do, 1 if all answers to each agree
 * and the two differ. Null where nothing is named, or too little is known.
 *
 * Two answers, one to each prompt, disagree about a brand with chance p (1 - q) + q (1 - p). Of that (p - q)^2 is the prompts' own, and the
 * noise in it is taken off, so the work grows with the brands and not with the answers.
 */
export function disagreementDueTo(one: Profile, other: Profile): number | null {
  let between = 0;
  let own = 0;
  let named = 0;
  for (const [index, first] of one.entries()) {
    const second = other[index];
    if (second === undefined || first.trials < 2 || second.trials < 2) continue;
    const [p, q] = [first.events / first.trials, second.events / second.trials];
    named += first.events + second.events;
    between += p * (1 - q) + q * (1 - p);
    own += (p - q) ** 2 - (p * (1 - p)) / (first.trials - 1) - (q * (1 - q)) / (second.trials - 1);
  }
  if (named === 0) return null;
  return between === 0 ? 0 : Math.min(1, Math.max(0, own / between));
}

/** With fewer answers to a prompt in all, what they name says too little. */
export const LEAST_ANSWERS = 20;

/** Up to this, two prompts are nearly the same question. Four wordings of one question had 0.03 and 0.20, different questions of a topic 0.69 and 0.84. */
export const NEARLY_THE_SAME = 0.25;

/** Two prompts that are nearly the same question, by their places in a list. */
export interface LikePair {
  readonly one: number;
  readonly other: number;
  readonly due: number;
}

/** Every such pair of prompts, the most alike first. */
export function likePairs(
  prompts: readonly { readonly profile: Profile; readonly answers: number }[],
): LikePair[] {
  const pairs: LikePair[] = [];
  for (const [one, first] of prompts.entries()) {
    if (first.answers < LEAST_ANSWERS) continue;
    for (let other = one + 1; other < prompts.length; other += 1) {
      const second = prompts[other];
      if (second === undefined || second.answers < LEAST_ANSWERS) continue;
      const due = disagreementDueTo(first.profile, second.profile);
      if (due !== null && due <= NEARLY_THE_SAME) pairs.push({ one, other, due });
    }
  }
  return pairs.sort((a, b) => a.due - b.due || a.one - b.one || a.other - b.other);
}
