import { CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import {
  binomialGain,
  type CountedDay,
  type LikelyDays,
  likelyDays,
  type Step,
  stepsIn,
} from './likely-days.ts';

/** Days since 1970, without the last one. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** What an alert compared, in days since 1970 and their fractions, and in which direction its share went. */
export interface AlertedChange {
  readonly baseline: DaySpan;
  readonly current: DaySpan;
  readonly direction: 1 | -1;
  readonly designEffect: number;
}

/**
 * The chance to find a step where there is none, after an earlier change: it probably went back before this one, so that steps are
 * expected; but its check may also have missed it for some days.
 */
const AFTER_ANOTHER = 0.5;

/**
 * When an alert's change most likely began. A baseline frozen by an earlier change has that change's levels after it, so that only the
 * newest step counts.
 *
 * @param days in the order of time, each with a trial, from the baseline's first day to the alert
 * @returns null as `likelyDays`
 */
export function likelyStart(
  days: readonly CountedDay[],
  { baseline, current, direction, designEffect }: AlertedChange,
): LikelyDays | null {
  const last = baseline.to < current.from ? stepsIn(days, designEffect, AFTER_ANOTHER).at(-1) : undefined;
  if (last?.direction === direction) return { first: last.first, last: last.last };
  const level = days.filter(({ day }) => last === undefined || day > last.last);
  return likelyDays(level, binomialGain(direction, designEffect));
}

/** The days of a change's two levels. */
export interface ChangeLevels {
  readonly before: DaySpan;
  readonly since: DaySpan;
  /** Between the change and the level that holds now; none if it has only one. */
  readonly steps: readonly Step[];
}

/** The level directly before a change, and its own last one, in whole days. @param days in the order of time, each with a trial */
export function changeLevels(
  days: readonly CountedDay[],
  change: AlertedChange & { readonly likely: LikelyDays | null },
  to: number,
): ChangeLevels {
  const { baseline, current, likely, designEffect } = change;
  const first = likely === null ? Math.ceil(current.from) : likely.last + 1;
  const steps = stepsIn(
    days.filter(({ day }) => first <= day && day < to),
    designEffect,
  );
  const [last] = steps.slice(-1);
  const from = last === undefined ? first : last.last + 1;
  const whole = { from: Math.ceil(baseline.from), to: Math.floor(baseline.to) };
  return {
    before: likely === null ? whole : { from: levelBefore(days, { ...change, likely }), to: likely.first },
    since: { from, to: Math.max(from, to) },
    steps,
  };
}

/** A week after its baseline, a change follows an earlier one, whose level went back: before it are the days since then. */
function levelBefore(
  days: readonly CountedDay[],
  { baseline, likely, direction, designEffect }: AlertedChange & { readonly likely: LikelyDays },
): number {
  if (likely.first < baseline.to + CURRENT_DAYS) return Math.ceil(baseline.from);
  const between = days.filter(({ day }) => baseline.to <= day && day < likely.first);
  const back = likelyDays(between, binomialGain(direction === 1 ? -1 : 1, designEffect));
  return back === null ? Math.ceil(baseline.to) : back.last + 1;
}
