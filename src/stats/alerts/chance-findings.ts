import { type AlertKind, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { type Effects, KIND_RULES, leastAnswers, type Thresholds } from './gates.ts';
import { independentTrials, leastDifferenceIn } from './least-difference.ts';
import { bootstrapPaths, findingsADay } from './noise-floor.ts';

/** The kinds and thresholds that findings on a measure must pass. */
export interface AlertCriteria {
  /** A measure's kinds, at least one. */
  readonly kinds: readonly AlertKind[];
  readonly thresholds: Thresholds;
  readonly effects: Effects;
}

/** Whether these days have too few answers a week for any finding. */
export function hasTooFewAnswers(days: readonly Proportion[], thresholds: Thresholds): boolean {
  return Math.round(CURRENT_DAYS * perDayOf(days)) < leastAnswers(thresholds);
}

function perDayOf(days: readonly Proportion[]): number {
  return days.reduce((sum, { trials }) => sum + trials, 0) / Math.max(days.length, 1);
}

/**
 * Expected findings a day from chance alone: changes in the noise paths (noise-floor.ts) that reach the minimum points,
 * exclude noise at this sample size, and persist. The noise floor itself is not applied; it would only lower the
 * number.
 *
 * @param days from `noiseDays`
 */
export function chanceFindingsADay(
  days: readonly Proportion[],
  { kinds, thresholds, effects }: AlertCriteria,
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
  // A kind without a condition gets every change that the others leave.
  const [condition, ...others] = rules.map((rule) => rule.condition);
  const isHeld = condition !== undefined && others.every((each) => each !== undefined);
  return findingsADay(bootstrapPaths(days, isHeld ? condition : undefined), {
    up: leastIn(1),
    down: leastIn(-1),
  });
}
