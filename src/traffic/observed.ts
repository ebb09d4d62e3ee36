import { dayOf, HOUR_MS } from '../domain/time/period.ts';

/** Whether a log covers a UTC day. A day without any line is not observed, which is not a day without requests. */
export const OBSERVED = ['observed', 'partly', 'not_observed'] as const;
export type Observed = (typeof OBSERVED)[number];

/** A site with few requests has quiet hours. A longer run without a line may as well be a log that was not written. */
const MOST_QUIET_HOURS = 6;

const HOURS = 24;
const TOO_QUIET = new RegExp(`0{${MOST_QUIET_HOURS + 1},}`, 'g');

/** The bit of an instant's UTC hour in its day's `hours`. */
export function hourBit(at: number): number {
  return 1 << Math.floor((at - dayOf(at) * HOURS * HOUR_MS) / HOUR_MS);
}

/**
 * A day is `partly` observed if it touches a run of more than six hours without a line, which may reach into the days
 * beside it: so the ends of a log are, unless they are the day's own.
 *
 * @param hours the bits of the hours with a line, by day; a missing day has none
 */
export function observedOn(day: number, hours: ReadonlyMap<number, number>): Observed {
  if ((hours.get(day) ?? 0) === 0) return 'not_observed';
  const text = [day - 1, day, day + 1].map((each) => hoursText(hours.get(each) ?? 0)).join('');
  for (const { index, 0: run } of text.matchAll(TOO_QUIET)) {
    if (index < 2 * HOURS && index + run.length > HOURS) return 'partly';
  }
  return 'observed';
}

/** `1` for an hour with a line, the first hour first. */
function hoursText(bits: number): string {
  return Array.from({ length: HOURS }, (_, hour) => (bits >> hour) & 1).join('');
}
