import { parseDay } from '../../../domain/time/instant.ts';
import type { Period } from '../../../domain/time/period.ts';
import type { Times } from '../../visit/times.ts';

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A report's window: `November 14 to November 21, 2026 (UTC)`. */
export function windowText({
  window: { from, until },
}: {
  readonly window: { readonly from: string; readonly until: string };
}): string {
  const [first, last] = [new Date(from), new Date(until)];
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear();
  return `${(isOneYear ? DAY : DAY_OF_YEAR).format(first)} to ${DAY_OF_YEAR.format(last)} (UTC)`;
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const SHORT_DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `Oct 26 – Nov 22`, with the year unless both days are in this year. @param now UTC milliseconds */
export function shortDays({ from, to }: Period, now: number): string {
  const days = [new Date(from), new Date(to - 1)];
  const isThisYear = days.every((day) => day.getUTCFullYear() === new Date(now).getUTCFullYear());
  return (isThisYear ? SHORT_DAY : SHORT_DAY_OF_YEAR).formatRange(...(days as [Date, Date]));
}

/** An instant's UTC day: `Nov 17`. @param at ISO 8601 */
export function shortDay(at: string): string {
  return SHORT_DAY.format(new Date(at));
}

const NAMED: Readonly<Record<string, string>> = { 'this-month': 'This month', 'last-month': 'Last month' };

/** A window's name: `Last 28 days`, `This month`, `October 2026`; null for fixed dates. */
export function windowLabel(window: string): string | null {
  const days = /^(\d+)d$/.exec(window)?.[1];
  if (days !== undefined) return `Last ${days} ${days === '1' ? 'day' : 'days'}`;
  const first = parseDay(`${window}-01`);
  if (NAMED[window] !== undefined) return NAMED[window];
  return first === null ? null : MONTH.format(first);
}

/** `November 21, 2026` */
export function dateText(at: Date): string {
  return DAY_OF_YEAR.format(at);
}

/** Rewords a report note's instants and report paths for a page. */
export function readable(note: string, times: Times): string {
  return note
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => times.text(at))
    .replace('in /comparisons', 'under “All checks”')
    .replace('/comparisons has', '“All checks” lists');
}
