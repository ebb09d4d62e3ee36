import { DAY_MS, dayOf, type Period } from './period.ts';

/** How many days of answers say whether an engine repeats itself. */
export const REPEAT_DAYS = 90;

/** Answers at least so many days apart count as independent of each other; nearer ones may be repeats. */
export const FAR_FROM = 14;

/** The longest distance in days at which answers are compared. */
export const FAR_TO = 28;

/** The whole UTC days before the one of an instant: they stay the same all day long, whatever comes in. */
export function repeatPeriod(before: number): Period {
  const to = dayOf(before) * DAY_MS;
  return { from: to - REPEAT_DAYS * DAY_MS, to };
}
