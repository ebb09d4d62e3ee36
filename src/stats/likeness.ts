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
  return dueBetween(one.map(spreadOf), other.map(spreadOf))?.due ?? null;
}

/** What one prompt's answers say of a brand. */
interface Spread {
  readonly isKnown: boolean;
  readonly events: number;
  readonly share: number;
  /** The noise in the square of the share. */
  readonly noise: number;
  /** The noise that it may have had: a few answers that are all alike are not without any. */
  readonly likelyNoise: number;
}

function spreadOf({ events, trials }: Proportion): Spread {
  const share = trials === 0 ? 0 : events / trials;
  const likely = (events + 1) / (trials + 2);
  return {
    isKnown: trials >= 2,
    ...{ events, share },
    noise: (share * (1 - share)) / (trials - 1),
    likelyNoise: (likely * (1 - likely)) / Math.max(1, trials - 1),
  };
}

interface Due {
  readonly due: number;
  /** Which it is at most, in 95 of 100 cases. */
  readonly upper: number;
}

/** One in 20 standard normal numbers is above this. */
const Z_ONE_SIDED = 1.645;

function dueBetween(one: readonly Spread[], other: readonly Spread[]): Due | null {
  let [between, own, named, variance] = [0, 0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [first, second] = [one[index], other[index]];
    if (first === undefined || second === undefined || !first.isKnown || !second.isKnown) continue;
    const [p, q] = [first.share, second.share];
    const square = (p - q) ** 2 - first.noise - second.noise;
    const noise = first.likelyNoise + second.likelyNoise;
    named += first.events + second.events;
    between += p * (1 - q) + q * (1 - p);
    own += square;
    variance += 4 * Math.max(0, square) * noise + 2 * noise ** 2;
  }
  if (named === 0) return null;
  const part = (value: number) => (between === 0 ? 0 : Math.min(1, Math.max(0, value / between)));
  return { due: part(own), upper: part(Math.max(0, own) + Z_ONE_SIDED * Math.sqrt(variance)) };
}

/** With fewer answers to a prompt in all, what they name says too little. */
const LEAST_ANSWERS = 20;

/** Up to this, two prompts are nearly the same question. Four wordings of one question had 0.03 and 0.20, different questions of a topic 0.69 and 0.84. */
export const NEARLY_THE_SAME = 0.25;

/** And up to this part of what two prompts of the panel usually have: where all are alike, no pair says anything. */
const OF_TYPICAL = 1 / 3;

/** Two prompts that are nearly the same question, by their places in a list. */
export interface LikePair {
  readonly one: number;
  readonly other: number;
  readonly due: number;
}

export interface LikePairs {
  /** Every such pair of prompts, the most alike first. */
  readonly pairs: readonly LikePair[];
  /** The median of all pairs of prompts with enough answers; null without any. */
  readonly typical: number | null;
}

/** The pairs that stand out: they are nearly the same, not only by chance, and more alike than the panel's prompts are. */
export function likePairs(
  prompts: readonly { readonly profile: Profile; readonly answers: number }[],
): LikePairs {
  const known = prompts.flatMap(({ profile, answers }, place) =>
    answers < LEAST_ANSWERS ? [] : { place, spreads: profile.map(spreadOf) },
  );
  const all = known.flatMap((first, index) =>
    known.slice(index + 1).flatMap((second) => {
      const found = dueBetween(first.spreads, second.spreads);
      return found === null ? [] : { one: first.place, other: second.place, ...found };
    }),
  );
  const sorted = all.toSorted((a, b) => a.due - b.due || a.one - b.one || a.other - b.other);
  const typical = medianDue(sorted);
  if (typical === null) return { pairs: [], typical };
  const most = Math.min(NEARLY_THE_SAME, OF_TYPICAL * typical);
  const pairs = sorted
    .filter(({ upper }) => upper <= most)
    .map(({ one, other, due }) => ({ one, other, due }));
  return { pairs, typical };
}

function medianDue(sorted: readonly Due[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low.due + high.due) / 2;
}
