import type { Proportion } from '../../domain/figures/proportion.ts';

/** How many answers to a prompt name each brand, in the same order for all prompts. */
export type Profile = readonly Proportion[];

/**
 * The share of disagreement between two prompts' answers, about the brands they name, that is due to the prompts: 0 if
 * answers to different prompts differ like answers to one prompt, 1 if each prompt's answers agree and the prompts
 * differ. Null if nothing is named, or there are too few answers.
 *
 * Two answers, one to each prompt, disagree about a brand with chance p (1 - q) + q (1 - p). Of that, (p - q)^2 is due
 * to the prompts; its sampling noise is subtracted, so the work grows with the brands and not with the answers.
 */
export function promptDissimilarity(one: Profile, other: Profile): number | null {
  return dueBetween(one.map(spreadOf), other.map(spreadOf))?.due ?? null;
}

/** A brand in one prompt's answers. */
interface Spread {
  readonly isKnown: boolean;
  readonly events: number;
  readonly share: number;
  /** Noise in the share's square. */
  readonly noise: number;
  /** The noise including pseudo-answers: a few identical answers are still noisy. */
  readonly likelyNoise: number;
}

function spreadOf({ events, trials }: Proportion): Spread {
  const share = trials === 0 ? 0 : events / trials;
  const likely = (events + 1) / (trials + 2);
  return {
    isKnown: trials >= 2,
    events,
    share,
    noise: (share * (1 - share)) / (trials - 1),
    likelyNoise: (likely * (1 - likely)) / Math.max(1, trials - 1),
  };
}

interface Due {
  readonly due: number;
  /** A one-sided 95% interval's upper end. */
  readonly upper: number;
}

/** The one-sided 95% normal quantile. */
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

/** Minimum answers per prompt. */
const LEAST_ANSWERS = 20;

/**
 * Up to this, two prompts are nearly the same question. Four wordings of one question had 0.03 and 0.20, different
 * questions on a topic 0.69 and 0.84.
 */
export const NEARLY_THE_SAME = 0.25;

/** And up to this fraction of the panel's typical value: if all prompts are alike, no pair stands out. */
const OF_TYPICAL = 1 / 3;

/** Two prompts that are nearly the same question, by list index. */
export interface SimilarPair {
  readonly one: number;
  readonly other: number;
  readonly due: number;
}

export interface SimilarPairs {
  /** Every such pair, the most alike first. */
  readonly pairs: readonly SimilarPair[];
  /** The median over all pairs of prompts with enough answers; null without any. */
  readonly typical: number | null;
}

/** Pairs that stand out: nearly the same question, not only by chance, and more alike than the panel's typical pair. */
export function similarPairs(
  prompts: readonly { readonly profile: Profile; readonly answers: number }[],
): SimilarPairs {
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
