import { type Interval, type Proportion, wilson } from '../../domain/figures/proportion.ts';

/** Sums over one engine's answers, for one brand. */
export interface VoiceSums {
  readonly answers: number;
  /** The brand's mentions, and all compared brands' mentions. */
  readonly mentions: number;
  readonly allMentions: number;
  /**
   * Over pairs of answers to one prompt: the squared difference of the brand's mentions; its product with the
   * difference of all brands' mentions; and the latter squared.
   */
  readonly squares: number;
  readonly products: number;
  readonly allSquares: number;
}

/**
 * 95% interval of a brand's share of all mentions, from 0 to 1, for a repeat of the same prompts. Needs at least one mention.
 *
 * A share of mentions is a ratio of two sums over answers, R = X / T, and its noise comes from x - R t in each answer (linearization).
 * Answers to one prompt differ only by noise, so half the squared difference of two of them estimates it for any prompts (successive
 * differences). The variance gives the effective number of independent mentions for Wilson's interval.
 *
 * Sources: Cochran (1977), Sampling Techniques, ch. 6; von Neumann et al. (1941), Ann. Math. Stat. 12:153-162; Wilson on an effective size:
 * Franco et al. (2019), J. Surv. Stat. Methodol. 7:334-364.
 */
export function shareInterval(sums: VoiceSums): Interval {
  return wilson(independentMentions(sums));
}

/**
 * The sums at the effective sample size.
 *
 * @param designEffect the design effect (design-effect.ts); null means unknown and counts as 1
 */
export function independentSums(sums: VoiceSums, designEffect: number | null): VoiceSums {
  const { answers, mentions, allMentions, squares, products, allSquares } = sums;
  const each = designEffect ?? 1;
  return {
    answers: answers / each,
    mentions: mentions / each,
    allMentions: allMentions / each,
    squares: squares / each,
    products: products / each,
    allSquares: allSquares / each,
  };
}

/** The effective number of independent mentions, with the same share. */
export function independentMentions(sums: VoiceSums): Proportion {
  const trials = effectiveMentions(sums);
  return { events: (sums.mentions / sums.allMentions) * trials, trials };
}

/**
 * Without any observed difference, which few answers may show by chance, each answer counts as one mention: one answer
 * is never several.
 */
function effectiveMentions(sums: VoiceSums): number {
  const { answers, mentions, allMentions, squares, products, allSquares } = sums;
  const share = mentions / allMentions;
  const noise = (squares - 2 * share * products + share * share * allSquares) / 2;
  // Rounding may leave a small remainder instead of zero.
  if (noise < 1e-9 * allMentions) return Math.min(answers, allMentions);
  const effective = (share * (1 - share) * allMentions * allMentions) / noise;
  return Math.min(allMentions, Math.max(1, effective));
}
