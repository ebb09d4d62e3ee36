import { evidenceOfWeighted } from './claim-evidence.ts';
import type { Evidence } from './claims.ts';
import type { Compared, Difference, Observation } from './gates.ts';
import { newcombe } from './intervals.ts';
import { independentMentions, type VoiceSums } from './share-of-voice.ts';

/** Sums over the answers to one prompt: of the mentions of a brand, x, of those of all brands that are compared, t. */
export interface VoiceMoments {
  readonly answers: number;
  readonly x: number;
  readonly t: number;
  readonly xx: number;
  readonly xt: number;
  readonly tt: number;
}

/** One prompt's sums in the two windows; both have answers. */
export interface VoiceStratum {
  readonly current: VoiceMoments;
  readonly baseline: VoiceMoments;
}

/**
 * Shares of mentions in two windows, as gates.ts has it for rates: in place of each share, as many independent mentions as would be as
 * uncertain. The answers are what has to be enough.
 *
 * @param totals answers in each window to any prompt
 */
export function compareShares(strata: readonly VoiceStratum[], totals: Observation['totals']): Compared {
  const plain = sidesOf(strata, () => 1);
  const weighted = sidesOf(strata, ({ current, baseline }, side) => {
    const weight = (current.answers * baseline.answers) / (current.answers + baseline.answers);
    return weight / (side === 'current' ? current : baseline).answers;
  });
  const answers = (side: SideName) => ({
    events: plain[side].mentions,
    trials: strata.reduce((sum, each) => sum + each[side].answers, 0),
  });
  const counted = { current: answers('current'), baseline: answers('baseline') };
  return { totals, counted, difference: differenceOf(plain), sameMix: differenceOf(weighted) };
}

/** Null where nobody was mentioned in one of the windows. */
function differenceOf({ current, baseline }: Record<SideName, VoiceSums>): Difference | null {
  if (!(current.allMentions > 0 && baseline.allMentions > 0)) return null;
  const sides = { current: independentMentions(current), baseline: independentMentions(baseline) };
  return { ...sides, interval: newcombe(sides.current, sides.baseline) };
}

type SideName = 'current' | 'baseline';

function sidesOf(
  strata: readonly VoiceStratum[],
  weightOf: (stratum: VoiceStratum, side: SideName) => number,
): Record<SideName, VoiceSums> {
  const side = (name: SideName) =>
    weightedSums(strata.map((each) => ({ ...each[name], weight: weightOf(each, name) })));
  return { current: side('current'), baseline: side('baseline') };
}

/** The sums of prompts that all weigh the same. */
export function voiceSumsOf(prompts: readonly VoiceMoments[]): VoiceSums {
  return weightedSums(prompts.map((each) => ({ ...each, weight: 1 })));
}

/**
 * The noise of each prompt is that of its answers around their mean; of an only answer, all of it. That is half the expected
 * squared difference of two answers, which the sums are of. Weights are such that the sum of all mentions is the number of equally
 * weighted ones that would be as exact (Kish 1965).
 */
function weightedSums(prompts: readonly (VoiceMoments & { readonly weight: number })[]): VoiceSums {
  const sum = (value: (prompt: VoiceMoments & { readonly weight: number }) => number) =>
    prompts.reduce((total, each) => total + value(each), 0);
  const all = sum(({ weight, t }) => weight * t);
  const weighed = sum(({ weight, answers }) => weight * answers);
  const scale = all === 0 ? 0 : all / sum(({ weight, t }) => weight ** 2 * t);
  const around = (square: number, one: number, other: number, answers: number) =>
    2 * (answers === 1 ? square : (answers / (answers - 1)) * (square - (one * other) / answers));
  const spread = (value: (prompt: VoiceMoments) => number) =>
    scale ** 2 * sum((each) => each.weight ** 2 * value(each));
  return {
    answers: prompts.length === 0 ? 0 : weighed ** 2 / sum(({ weight, answers }) => weight ** 2 * answers),
    mentions: scale * sum(({ weight, x }) => weight * x),
    allMentions: scale * all,
    squares: spread(({ answers, x, xx }) => around(xx, x, x, answers)),
    products: spread(({ answers, x, t, xt }) => around(xt, x, t, answers)),
    allSquares: spread(({ answers, t, tt }) => around(tt, t, t, answers)),
  };
}

/** Of one share, from the sums of a window. There is at least one mention. */
export function evidenceOfShare(sums: VoiceSums): Evidence {
  return evidenceOfWeighted(independentMentions(sums));
}

/**
 * Of a difference of two brands' shares of the same mentions: by the first one's share of those of the two, with these mentions'
 * part of all of them as it is. Right where it matters, around zero; so claims on it have no size.
 */
export function evidenceOfTwoShares(sums: VoiceSums, partOfAll: number): Evidence {
  const { estimate, interval } = evidenceOfShare(sums);
  const difference = (share: number) => (2 * share - 1) * partOfAll;
  return {
    estimate: difference(estimate),
    interval: (z, times = 1) => {
      const { lower, upper } = interval(z, times);
      return { lower: difference(lower), upper: difference(upper) };
    },
  };
}
