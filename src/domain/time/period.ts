/** Lengths of time in milliseconds. Days are UTC days, which all have the same length. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An interval of UTC milliseconds: `from` included, `to` excluded. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * The rolling window of `days`: (now - days * 24 h, now], exact to the millisecond.
 * Written half open on the other side because times are whole milliseconds.
 */
export function periodOf(now: number, days: number): Period {
  return { from: now - days * DAY_MS + 1, to: now + 1 };
}

/** The usual window's length, in days. */
export const USUAL_DAYS = 28;

/**
 * The last whole UTC days: finished ones or, with today, up to now. Finished days are the window of every figure for which nobody chose
 * another (docs/decisions/029-finished-days.md), so it has the same counts until midnight, wherever it stands.
 */
export function lastDays(now: number, days: number, { withToday }: { readonly withToday: boolean }): Period {
  const today = dayOf(now);
  return withToday
    ? { from: (today - days + 1) * DAY_MS, to: now + 1 }
    : { from: (today - days) * DAY_MS, to: today * DAY_MS };
}

/** A period's length in days of 24 hours, rounded up. */
export function daysIn({ from, to }: Period): number {
  return Math.ceil((to - from) / DAY_MS);
}

/** A UTC calendar month, `2026-10`. */
export function monthPeriod(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}

/** The UTC calendar month this many months earlier. */
export function monthBefore(month: string, months: number): string {
  const at = new Date(monthPeriod(month).from);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months))
    .toISOString()
    .slice(0, 'yyyy-mm'.length);
}

/** The date and time a year earlier; for February 29, the 28th. */
export function yearBefore(at: number): number {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  // A nonexistent date rolls over into the next month.
  return date.getUTCDate() === new Date(at).getUTCDate() ? date.getTime() : date.getTime() - DAY_MS;
}

/** An instant's UTC day, in whole days since 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
