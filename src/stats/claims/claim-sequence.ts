import { LEAST_DAYS, meanSequence, type Sequence, shareSequence } from './confidence-sequence.ts';

/** One day's answers, and those that count for a brand and for another one. */
export interface DayCount {
  readonly trials: number;
  readonly first: number;
  readonly second: number;
}

/** The design effect on the mean of all days: in total, and from correlated days alone. */
export interface RepeatEffects {
  readonly all: number;
  readonly days: number;
}

/** A claim that a mean over days is above, or below, a value. */
export interface ClaimedValue {
  readonly side: 'above' | 'below';
  readonly value: number;
  /** Whether it is the difference between two brands' rates in the same answers. */
  readonly isPair: boolean;
}

export interface SequenceEvidence {
  readonly verdict: 'supported' | 'contradicted' | null;
  /** Null if the days are too few or too alike for an interval. */
  readonly sequence: Sequence | null;
}

/** The evidence from all days, and the day from which on the verdict never changed. */
export interface DailyEvidence extends SequenceEvidence {
  readonly decidedAfter: number | null;
}

/**
 * Evaluates a claim after each day, at no cost in error: the sequence is valid for all days at once.
 *
 * @param days with answers, in order
 * @param alpha the two-sided chance of any false verdict
 */
export function evaluateDaily(
  days: readonly DayCount[],
  claimed: ClaimedValue,
  alpha: number,
  effects: RepeatEffects,
): DailyEvidence {
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
  { side, value, isPair }: ClaimedValue,
  alpha: number,
  effects: RepeatEffects,
): SequenceEvidence {
  const sequence = isPair ? pairSequence(days, alpha, effects) : levelSequence(days, alpha, effects);
  if (sequence === null) return { verdict: null, sequence };
  const isAbove = sequence.lower > value;
  const isBelow = sequence.upper < value;
  if (!isAbove && !isBelow) return { verdict: null, sequence };
  return { verdict: isAbove === (side === 'above') ? 'supported' : 'contradicted', sequence };
}

/** With fewer answers of a kind, the mean over days is too far from normal. */
const LEAST_OF_A_KIND = 20;

/**
 * A confidence sequence for a rate: from the variance between days, or from answers if days hardly differ.
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
 * A confidence sequence for the difference of two brands' rates in the same answers.
 *
 * @returns null before the tenth day, or if days hardly differ
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

/** Rates stay within 0 and 1, differences above -1. */
function within(sequence: Sequence | null, least: 0 | -1): Sequence | null {
  return (
    sequence && {
      ...sequence,
      lower: Math.max(least, sequence.lower),
      upper: Math.min(1, sequence.upper),
    }
  );
}
