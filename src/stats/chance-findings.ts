import { type ComparedKind, CURRENT_DAYS } from '../domain/alert-rules.ts';
import type { Proportion } from '../domain/proportion.ts';
import { type Effects, KIND_RULES, leastAnswers, type Thresholds } from './gates.ts';
import { independentTrials, leastDifferenceIn } from './least-difference.ts';
import { findingsADay, quietCourses } from './noise-floor.ts';

/** What a change of a measure is held to. */
export interface HeldTo {
  /** Of one measure, at least one. */
  readonly kinds: readonly ComparedKind[];
  readonly thresholds: Thresholds;
  readonly effects: Effects;
}

/** Whether days like these are too few answers a week for any finding. */
export function hasTooFew(days: readonly Proportion[], thresholds: Thresholds): boolean {
  return Math.round(CURRENT_DAYS * perDayOf(days)) < leastAnswers(thresholds);
}

function perDayOf(days: readonly Proportion[]): number {
  return days.reduce((sum, { trials }) => sum + trials, 0) / Math.max(days.length, 1);
}

/**
 * How many findings of a measure chance alone makes in a day: of the courses that the past days could have taken (noise-floor.ts), those changes
 * that reach the points, are told from noise with so many answers, and hold. The noise floor is left out: of the days that it is made of,
 * it holds back as many as it is made to, and of others fewer.
 *
 * @param days as `noiseDays` gives them
 */
export function chanceFindingsADay(
  days: readonly Proportion[],
  { kinds, thresholds, effects }: HeldTo,
): number {
  const perDay = perDayOf(days);
  const share = days.reduce((sum, { events }) => sum + events, 0) / (perDay * days.length);
  const trials = independentTrials(perDay, effects);
  const rules = kinds.map((kind) => KIND_RULES[kind]);
  const leastIn = (direction: 1 | -1) => {
    if (rules.every((rule) => rule.direction !== direction)) return null;
    const beyondNoise = leastDifferenceIn(direction, share, trials);
    return beyondNoise === null ? null : Math.max(thresholds.minDeltaPoints / 100, beyondNoise);
  };
  // A kind without a condition takes whatever the others leave.
  const [condition, ...others] = rules.map((rule) => rule.condition);
  const isHeld = condition !== undefined && others.every((each) => each !== undefined);
  return findingsADay(quietCourses(days, isHeld ? condition : undefined), {
    up: leastIn(1),
    down: leastIn(-1),
  });
}
