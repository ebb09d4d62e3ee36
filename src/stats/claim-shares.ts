import { wilson } from '../domain/proportion.ts';
import { chanceOfMean } from './bounded-mean.ts';
import { evidenceOfTwo, evidenceOfWeightedDifference, lazyInterval } from './claim-evidence.ts';
import { chanceBeside, type Evidence, type Side } from './claims.ts';
import { type Compared, type Difference, type Effects, FRESH, type Observation } from './gates.ts';
import { newcombe } from './intervals.ts';
import { lastAbove } from './last-above.ts';
import { normalQuantile } from './normal.ts';
import { independentMentions, independentSums, type VoiceSums } from './share-of-voice.ts';

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
  effects: Effects = FRESH,
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
  const room = roomAsIn(strata.flatMap(({ current, baseline }) => [current, baseline]));
  const difference = (sums: Record<SideName, VoiceSums>) =>
    differenceOf(independentSides(sums, effects), room);
  return { totals, counted, difference: difference(plain), sameMix: difference(weighted) };
}

function independentSides(
  { current, baseline }: Record<SideName, VoiceSums>,
  effects: Effects,
): Record<SideName, VoiceSums> {
  return {
    current: independentSums(current, effects.current),
    baseline: independentSums(baseline, effects.baseline),
  };
}

/** A difference of two shares, with the sums that it is of. */
export interface ShareDifference extends Difference {
  readonly sums: Record<SideName, VoiceSums>;
  readonly room: Room;
}

/** Null where nobody was mentioned in one of the windows. */
function differenceOf(sums: Record<SideName, VoiceSums>, room: Room): ShareDifference | null {
  const { current, baseline } = sums;
  if (!(current.allMentions > 0 && baseline.allMentions > 0)) return null;
  const sides = { current: independentMentions(current), baseline: independentMentions(baseline) };
  return { ...sides, interval: newcombe(sides.current, sides.baseline), sums, room };
}

/** Of such a difference. */
export function evidenceOfShareChange({ current, baseline, sums, room }: ShareDifference): Evidence {
  const strict = evidenceOfTwo(cautiousEvidence(sums.current, room), cautiousEvidence(sums.baseline, room));
  return {
    ...evidenceOfWeightedDifference({ current, baseline }),
    exact: ({ side, value }, times) => chanceBeside(strict, side, value, times),
  };
}

/** Of both differences of a comparison; none if nobody was mentioned in one of the windows. */
export function evidenceOfComparedShares({ difference, sameMix }: ComparedShares): Evidence[] {
  if (difference === null || sameMix === null) return [];
  return [difference, sameMix].map(evidenceOfShareChange);
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

/** Answers that mention the brand, and those that mention each other brand, added up. */
export interface Naming {
  readonly own: number;
  readonly others: number;
}

/** That of as many independent answers as these tell as much as. */
export function independentNaming({ own, others }: Naming, designEffect: number | null): Naming {
  const each = designEffect ?? 1;
  return { own: own / each, others: others / each };
}

/** Of one share, from the sums of a window. There is at least one mention. */
export function evidenceOfShare(sums: VoiceSums, naming: Naming): Evidence {
  const counted = independentMentions(sums);
  const { chance } = cautious(sums, roomForOne(sums, naming));
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
export function evidenceOfTwoShares(sums: VoiceSums, partOfAll: number, naming: Naming): Evidence {
  const { estimate, interval, exact } = evidenceOfShare(sums, naming);
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

/** The most mentions of the brand, and of the others, that one answer is taken to have. */
interface Room {
  readonly own: number;
  readonly others: number;
}

/** An answer may mention a brand this many times as often as those that mention it do on average. */
const MORE_THAN_USUAL = 10;

/**
 * For an answer that no window has to show: where few mention a brand, it takes luck to see one of those that do so far more often.
 * How often the few do on average is only roughly known, so one more is added that mentions it as often as brands are.
 */
function roomForOne({ mentions, allMentions }: VoiceSums, { own, others }: Naming): Room {
  const usual = allMentions / Math.max(1, own + others);
  const room = (sum: number, naming: number) => (MORE_THAN_USUAL * (sum + usual)) / (naming + 1);
  return { own: room(mentions, own), others: room(allMentions - mentions, others) };
}

/** How much more often than the answer that an average mention is from. */
const MORE_THAN_SEEN = 2.5;

/**
 * As much as the answers of both windows show. A change takes these to be alike in how uneven they are: an answer that is in neither
 * would make their shares larger or smaller together.
 */
function roomAsIn(windows: readonly VoiceMoments[]): Room {
  const sum = (value: (window: VoiceMoments) => number) =>
    windows.reduce((total, window) => total + value(window), 0);
  const [x, t, xx, xt, tt] = [
    sum((w) => w.x),
    sum((w) => w.t),
    sum((w) => w.xx),
    sum((w) => w.xt),
    sum((w) => w.tt),
  ];
  const usual = tt / Math.max(1, t);
  const room = (squares: number, mentions: number) => (MORE_THAN_SEEN * (squares + usual)) / (mentions + 1);
  return { own: room(xx, x), others: room(tt - 2 * xt + xx, t - x) };
}

/**
 * A share R = x / t is at most some value where x - value t is at most 0 on average, and no answer can be further from 0 than if it
 * mentioned the brand alone, or only others, as often as there is room for. That is a test of a mean (bounded-mean.ts) in which answers
 * count, not mentions, and few answers that are alike show little.
 */
function cautious({ answers, mentions, allMentions, squares, products, allSquares }: VoiceSums, room: Room) {
  const chance = (side: Side, value: number, times = 1): number => {
    const [most, least] = [(1 - value) * room.own, -value * room.others];
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
function cautiousEvidence(sums: VoiceSums, room: Room): Evidence {
  const { estimate, chance } = cautious(sums, room);
  const limit = (side: Side, z: number, times: number) =>
    lastAbove((value) => normalQuantile(chance(side, value, times)) + z, estimate, side === 'above' ? 0 : 1);
  return {
    estimate,
    interval: (z, times = 1) =>
      z === 0 ? { lower: estimate, upper: estimate } : lazyInterval((side) => limit(side, z, times)),
  };
}
