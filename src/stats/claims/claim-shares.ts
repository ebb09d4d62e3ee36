import type { Interval } from '../../domain/figures/proportion.ts';
import {
  type Compared,
  type Difference,
  type Effects,
  INDEPENDENT,
  type Observation,
} from '../alerts/gates.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { findRoot } from '../distributions/root-finding.ts';
import { boundedMeanPValue } from '../rates/bounded-mean.ts';
import { newcombe } from '../rates/intervals.ts';
import { independentMentions, independentSums, type VoiceSums } from '../rates/share-of-voice.ts';
import { evidenceOfWeightedDifference } from './claim-evidence.ts';
import { type Evidence, pValueBeside, type Side } from './claims.ts';

/** Sums over the answers to one prompt: x are a brand's mentions, t all compared brands' mentions. */
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

/** A comparison as in gates.ts, with the sums. */
export interface ComparedShares extends Compared {
  readonly difference: ShareDifference | null;
  readonly sameMix: ShareDifference | null;
}

/**
 * Compares shares of mentions in two windows as gates.ts compares rates, with the effective number of independent
 * mentions. The minimum sample counts answers.
 *
 * @param totals answers in each window to any prompt
 */
export function compareShares(
  strata: readonly VoiceStratum[],
  totals: Observation['totals'],
  effects: Effects = INDEPENDENT,
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

/** The difference between two shares, with its sums. */
export interface ShareDifference extends Difference {
  readonly sums: Record<SideName, VoiceSums>;
  readonly room: Room;
}

/** Null if a window has no mentions. */
function differenceOf(sums: Record<SideName, VoiceSums>, room: Room): ShareDifference | null {
  const { current, baseline } = sums;
  if (!(current.allMentions > 0 && baseline.allMentions > 0)) return null;
  const sides = { current: independentMentions(current), baseline: independentMentions(baseline) };
  return { ...sides, interval: newcombe(sides.current, sides.baseline), sums, room };
}

export function evidenceOfShareChange({ current, baseline, sums, room }: ShareDifference): Evidence {
  const strict = evidenceOfTwo(cautiousEvidence(sums.current, room), cautiousEvidence(sums.baseline, room));
  return {
    ...evidenceOfWeightedDifference({ current, baseline }),
    exact: ({ side, value }, times) => pValueBeside(strict, side, value, times),
  };
}

/** Evidence on both differences in a comparison; none if a window has no mentions. */
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

/**
 * Each prompt's noise is its answers' variance around their mean; a single answer is all noise. The variance is half
 * the expected squared difference of two answers. The weights make the sum of all mentions the effective number of
 * equally weighted ones (Kish 1965).
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

/** The assumed maximum mentions in one answer: the brand's, and the others'. */
interface Room {
  readonly own: number;
  readonly others: number;
}

/** How much larger an unseen answer may be than the answer of an average mention. */
const MORE_THAN_SEEN = 2.5;

/**
 * The assumed maximum from the answers of both windows. A change assumes that the windows are equally uneven: an unseen
 * answer would raise or lower both shares together.
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
 * A share R = x / t is at most `value` if x - value t is at most 0 on average. No answer is further from 0 than one
 * that mentions only the brand, or only others, as often as the assumed maximum. That makes it a test of a bounded mean
 * (bounded-mean.ts) that counts answers, not mentions, so that few similar answers prove little.
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
    return boundedMeanPValue({ ...residuals, ...ends }, 0);
  };
  return { estimate: mentions / allMentions, chance };
}

/** The interval of a share by that test. */
function cautiousEvidence(sums: VoiceSums, room: Room): Evidence {
  const { estimate, chance } = cautious(sums, room);
  const limit = (side: Side, z: number, times: number) =>
    findRoot((value) => normalQuantile(chance(side, value, times)) + z, estimate, side === 'above' ? 0 : 1);
  return {
    estimate,
    interval: (z, times = 1) =>
      z === 0 ? { lower: estimate, upper: estimate } : lazyInterval((side) => limit(side, z, times)),
  };
}

/**
 * Evidence on a difference of two figures over different answers, from the interval of each as in Newcombe's for two
 * shares: Zou and Donner (2008), Statist. Med. 27:1693-1702.
 */
function evidenceOfTwo(current: Evidence, baseline: Evidence): Evidence {
  const estimate = current.estimate - baseline.estimate;
  return {
    estimate,
    interval: (z, times = 1): Interval => {
      if (z === 0) return { lower: estimate, upper: estimate };
      const [one, other] = [current.interval(z, times), baseline.interval(z, times)];
      return lazyInterval((side) =>
        side === 'above'
          ? estimate - Math.hypot(current.estimate - one.lower, other.upper - baseline.estimate)
          : estimate + Math.hypot(one.upper - current.estimate, baseline.estimate - other.lower),
      );
    },
  };
}

/** Computes each end on first use, because a claim needs only one side. */
function lazyInterval(limit: (side: Side) => number): Interval {
  return {
    get lower() {
      return limit('above');
    },
    get upper() {
      return limit('below');
    },
  };
}
