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
  return dueBetween(one.map(spreadOf), other.map(spreadOf));
}

/** What one prompt's answers say of a brand. */
interface Spread {
  readonly isKnown: boolean;
  readonly events: number;
  readonly share: number;
  /** The noise in the square of the share. */
  readonly noise: number;
}

function spreadOf({ events, trials }: Proportion): Spread {
  const share = trials === 0 ? 0 : events / trials;
  return { isKnown: trials >= 2, events, share, noise: (share * (1 - share)) / (trials - 1) };
}

function dueBetween(one: readonly Spread[], other: readonly Spread[]): number | null {
  let between = 0;
  let own = 0;
  let named = 0;
  for (let index = 0; index < one.length; index += 1) {
    const [first, second] = [one[index], other[index]];
    if (first === undefined || second === undefined || !first.isKnown || !second.isKnown) continue;
    const [p, q] = [first.share, second.share];
    named += first.events + second.events;
    between += p * (1 - q) + q * (1 - p);
    own += (p - q) ** 2 - first.noise - second.noise;
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
  const known = prompts.flatMap(({ profile, answers }, place) =>
    answers < LEAST_ANSWERS ? [] : { place, spreads: profile.map(spreadOf) },
  );
  const pairs = known.flatMap((first, index) =>
    known.slice(index + 1).flatMap((second) => {
      const due = dueBetween(first.spreads, second.spreads);
      return due === null || due > NEARLY_THE_SAME ? [] : { one: first.place, other: second.place, due };
    }),
  );
  return pairs.sort((a, b) => a.due - b.due || a.one - b.one || a.other - b.other);
}
