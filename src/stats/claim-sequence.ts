import { LEAST_DAYS, meanSequence, type Sequence, shareSequence } from './confidence-sequence.ts';

/** What was counted on one day: answers, and those that count for a brand and for another one. */
export interface DayCount {
  readonly trials: number;
  readonly first: number;
  readonly second: number;
}

/** By how much repeats enlarge the variance of the mean of all days: in all, and by days that resemble each other alone. */
export interface RepeatEffects {
  readonly all: number;
  readonly days: number;
}

/** What is claimed of a mean of days: that it is above, or below, a value. */
export interface Claimed {
  readonly side: 'above' | 'below';
  readonly value: number;
  /** Whether it is the difference of two brands' rates in the same answers. */
  readonly isPair: boolean;
}

/** What some days say of a claim. */
export interface Looked {
  readonly verdict: 'supported' | 'contradicted' | null;
  /** Null while the days do not say how far the mean may be off. */
  readonly sequence: Sequence | null;
}

/** What all days say of a claim, and on how many of them it was first said, and ever since. */
export interface LookedDaily extends Looked {
  readonly decidedAfter: number | null;
}

/**
 * Looks at a claim after each day, which costs nothing: the sequence holds for all days at once.
 *
 * @param days with answers, in order
 * @param alpha the chance of any false verdict, of both directions together
 */
export function lookDaily(
  days: readonly DayCount[],
  claimed: Claimed,
  alpha: number,
  effects: RepeatEffects,
): LookedDaily {
  const last = lookAt(days, claimed, alpha, effects);
  if (last.verdict === null) return { ...last, decidedAfter: null };
  let decidedAfter = days.length;
  while (lookAt(days.slice(0, decidedAfter - 1), claimed, alpha, effects).verdict === last.verdict) {
    decidedAfter -= 1;
  }
  return { ...last, decidedAfter };
}

function lookAt(
  days: readonly DayCount[],
  { side, value, isPair }: Claimed,
  alpha: number,
  effects: RepeatEffects,
): Looked {
  const sequence = isPair ? pairSequence(days, alpha, effects) : levelSequence(days, alpha, effects);
  if (sequence === null) return { verdict: null, sequence };
  const isAbove = sequence.lower > value;
  const isBelow = sequence.upper < value;
  if (!isAbove && !isBelow) return { verdict: null, sequence };
  return { verdict: isAbove === (side === 'above') ? 'supported' : 'contradicted', sequence };
}

/** With fewer answers of a kind, the mean of days is too far from being normal. */
const LEAST_OF_A_KIND = 20;

/**
 * How far a rate may be off, for all days at once: by how much days differ, or by answers where they hardly do.
 *
 * @returns null before the tenth day
 */
export function levelSequence(
  days: readonly DayCount[],
  alpha: number,
  effects: RepeatEffects,
): Sequence | null {
  if (days.length < LEAST_DAYS) return null;
  const [trials, events] = [sumOf(days, 'trials'), sumOf(days, 'first')];
  const isRare = Math.min(events, trials - events) < LEAST_OF_A_KIND;
  const means = days.map((day) => day.first / day.trials);
  return (
    (isRare ? null : within(meanSequence(means, alpha, effects.days), 0)) ??
    shareSequence({ events: events / effects.all, trials: trials / effects.all }, alpha)
  );
}

/**
 * The same of the difference of two brands' rates in the same answers.
 *
 * @returns null before the tenth day, and while days hardly differ
 */
export function pairSequence(
  days: readonly DayCount[],
  alpha: number,
  effects: RepeatEffects,
): Sequence | null {
  const means = days.map(({ first, second, trials }) => (first - second) / trials);
  return within(meanSequence(means, alpha, effects.days), -1);
}

function sumOf(days: readonly DayCount[], name: 'trials' | 'first'): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}

/** No rate is below 0 or above 1, and no difference below -1. */
function within(sequence: Sequence | null, least: 0 | -1): Sequence | null {
  return (
    sequence && {
      ...sequence,
      lower: Math.max(least, sequence.lower),
      upper: Math.min(1, sequence.upper),
    }
  );
}
