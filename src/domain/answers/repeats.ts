import { DAY_MS, dayOf, type Period } from '../time/period.ts';

/** The period, in days, that shows whether an engine repeats itself. */
export const REPEAT_DAYS = 90;

/** Answers at least this many days apart count as independent; nearer ones may be repeats. */
export const FAR_FROM = 14;

/** The longest compared distance, in days. */
export const FAR_TO = 28;

/** The whole UTC days before an instant's day: new answers never change them during the day. */
export function repeatPeriod(before: number): Period {
  const to = dayOf(before) * DAY_MS;
  return { from: to - REPEAT_DAYS * DAY_MS, to };
}
