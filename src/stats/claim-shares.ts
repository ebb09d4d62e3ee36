import { wilson } from '../domain/proportion.ts';
import { chanceOfMean } from './bounded-mean.ts';
import { evidenceOfTwo, evidenceOfWeightedDifference } from './claim-evidence.ts';
import { chanceBeside, type Evidence, type Side } from './claims.ts';
import type { Compared, Difference, Observation } from './gates.ts';
import { newcombe } from './intervals.ts';
import { normalChance } from './normal.ts';
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

/** As gates.ts has it, with the sums. */
export interface ComparedShares extends Compared {
  readonly difference: ShareDifference | null;
  readonly sameMix: ShareDifference | null;
}

/**
 * Shares of mentions in two windows, as gates.ts has it for rates: in place of each share, as many independent mentions as would be as
 * uncertain. The answers are what has to be enough.
 *
 * @param totals answers in each window to any prompt
 */
export function compareShares(
  strata: readonly VoiceStratum[],
  totals: Observation['totals'],
): ComparedShares {
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

/** A difference of two shares, with the sums that it is of. */
export interface ShareDifference extends Difference {
  readonly sums: Record<SideName, VoiceSums>;
}

/** Null where nobody was mentioned in one of the windows. */
function differenceOf(sums: Record<SideName, VoiceSums>): ShareDifference | null {
  const { current, baseline } = sums;
  if (!(current.allMentions > 0 && baseline.allMentions > 0)) return null;
  const sides = { current: independentMentions(current), baseline: independentMentions(baseline) };
  return { ...sides, interval: newcombe(sides.current, sides.baseline), sums };
}

/** Of such a difference. */
export function evidenceOfShareChange({ current, baseline, sums }: ShareDifference): Evidence {
  const strict = evidenceOfTwo(cautiousEvidence(sums.current), cautiousEvidence(sums.baseline));
  return {
    ...evidenceOfWeightedDifference({ current, baseline }),
    exact: ({ side, value }, times) => chanceBeside(strict, side, value, times),
  };
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
  const counted = independentMentions(sums);
  const { chance } = cautious(sums);
  return {
    estimate: counted.events / counted.trials,
    interval: (z, times = 1) => wilson({ events: counted.events * times, trials: counted.trials * times }, z),
    exact: ({ side, value }, times) => chance(side, value, times),
  };
}

/**
 * Of a difference of two brands' shares of the same mentions: by the first one's share of those of the two, with these mentions'
 * part of all of them as it is. Right where it matters, around zero; so claims on it have no size.
 */
export function evidenceOfTwoShares(sums: VoiceSums, partOfAll: number): Evidence {
  const { estimate, interval, exact } = evidenceOfShare(sums);
  const difference = (share: number) => (2 * share - 1) * partOfAll;
  return {
    estimate: difference(estimate),
    interval: (z, times = 1) => {
      const { lower, upper } = interval(z, times);
      return { lower: difference(lower), upper: difference(upper) };
    },
    exact: (clear, times) => exact?.({ ...clear, value: 0.5 }, times) ?? 0,
  };
}

/**
 * A share R = x / t is at most some value where x - value t is at most 0 on average, and no answer can be further from 0 than if
 * all of its mentions were of the brand, or none. That is a test of a mean (bounded-mean.ts) in which answers count, not mentions, and
 * few answers that are alike show little.
 */
function cautious(sums: VoiceSums) {
  const { answers, mentions, allMentions, squares, products, allSquares } = sums;
  // Of as many mentions as answers have: the root of their mean square.
  const typical = Math.sqrt((allMentions / answers) ** 2 + allSquares / (2 * answers));
  const chance = (side: Side, value: number, times = 1): number => {
    const [most, least] = [(1 - value) * typical, -value * typical];
    const residuals = {
      n: answers * times,
      mean: (mentions - value * allMentions) / answers,
      squares: (times * (squares - 2 * value * products + value * value * allSquares)) / 2,
    };
    const ends = side === 'below' ? { end: most, other: least } : { end: least, other: most };
    return chanceOfMean({ ...residuals, ...ends }, 0);
  };
  return { estimate: mentions / allMentions, chance };
}

/** The interval of a share by that test. */
function cautiousEvidence(sums: VoiceSums): Evidence {
  const { estimate, chance } = cautious(sums);
  const limit = (side: Side, most: number, times: number) => {
    let [inside, outside] = [estimate, side === 'above' ? 0 : 1];
    while (Math.abs(inside - outside) > 1e-6) {
      const middle = (inside + outside) / 2;
      if (chance(side, middle, times) <= most) outside = middle;
      else inside = middle;
    }
    return (inside + outside) / 2;
  };
  return {
    estimate,
    interval: (z, times = 1) => {
      const most = normalChance(-z);
      return z === 0
        ? { lower: estimate, upper: estimate }
        : { lower: limit('above', most, times), upper: limit('below', most, times) };
    },
  };
}
