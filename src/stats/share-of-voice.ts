import { type Interval, type Proportion, wilson } from '../domain/proportion.ts';

/** Sums over the answers of one engine, for one brand. */
export interface VoiceSums {
  readonly answers: number;
  /** Mentions of the brand, and of all brands compared. */
  readonly mentions: number;
  readonly allMentions: number;
  /**
   * Over pairs of answers to one prompt, how much the brand's mentions differ, squared; that multiplied by how much the
   * mentions of all brands differ; and the latter squared.
   */
  readonly squares: number;
  readonly products: number;
  readonly allSquares: number;
}

/**
 * 95% interval of a brand's share of all mentions, from 0 to 1, if the same prompts were asked again. There is at least one
 * mention.
 *
 * A share of mentions is a ratio of two sums over answers, R = X / T, and its noise is that of x - R t in each answer
 * (linearization). Answers to one prompt differ by noise alone, so half the squared difference of two of them estimates
 * that noise, whatever the prompts are like (successive differences). The variance gives the number of independent
 * mentions that would be as uncertain, and Wilson's interval is made of that many.
 *
 * Sources: Cochran (1977), Sampling Techniques, ch. 6; von Neumann et al. (1941), Ann. Math. Stat. 12:153-162; Wilson on an
 * effective size: Franco et al. (2019), J. Surv. Stat. Methodol. 7:334-364.
 */
export function shareInterval(sums: VoiceSums): Interval {
  return wilson(independentMentions(sums));
}

/**
 * The sums of as many independent answers as these tell as much as.
 *
 * @param designEffect how many of them tell as much as an independent one (design-effect.ts); null, for not known, counts as 1
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

/** The number of independent mentions that would be as uncertain as these, with the same share. */
export function independentMentions(sums: VoiceSums): Proportion {
  const trials = effectiveMentions(sums);
  return { events: (sums.mentions / sums.allMentions) * trials, trials };
}

/**
 * Where no difference was seen, which also few answers may show by chance, there are as many independent mentions as
 * answers: one answer is never several.
 */
function effectiveMentions(sums: VoiceSums): number {
  const { answers, mentions, allMentions, squares, products, allSquares } = sums;
  const share = mentions / allMentions;
  const noise = (squares - 2 * share * products + share * share * allSquares) / 2;
  // Rounding leaves a little where there is none.
  if (noise < 1e-9 * allMentions) return Math.min(answers, allMentions);
  const effective = (share * (1 - share) * allMentions * allMentions) / noise;
  return Math.min(allMentions, Math.max(1, effective));
}
