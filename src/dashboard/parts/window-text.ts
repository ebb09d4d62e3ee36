import { parseDay } from '../../domain/instant.ts';
import type { ChosenWindow } from '../window.ts';

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' });

/** The window of a report as a person reads it: `November 14 to November 21, 2026, 13:37 UTC`. */
export function windowText({
  window: { from, until },
}: {
  readonly window: { readonly from: string; readonly until: string };
}): string {
  const [first, last] = [new Date(from), new Date(until)];
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear();
  return `${(isOneYear ? DAY : DAY_OF_YEAR).format(first)} to ${dateTimeText(last)}`;
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A window as it was chosen: `Last 7 days`, `October 2026`, `2026-10-01 to 2026-10-31`. What is none is shown as it is. */
export function windowLabel({ days, month, from, until }: ChosenWindow): string {
  if (month !== undefined) {
    const first = parseDay(`${month}-01`);
    return first === null ? month : MONTH.format(first);
  }
  if (from === undefined) return `${until === undefined ? 'Last ' : ''}${days} days`;
  const day = (at: string) => at.slice(0, 'yyyy-mm-dd'.length);
  return until === undefined ? `Since ${day(from)}` : `${day(from)} to ${day(until)}`;
}

/** `November 21, 2026, 13:37 UTC` */
export function dateTimeText(at: Date): string {
  return `${DAY_OF_YEAR.format(at)}, ${TIME.format(at)} UTC`;
}

/** `November 21, 2026` */
export function dateText(at: Date): string {
  return DAY_OF_YEAR.format(at);
}

/** A note of a report with its instants, and the report that it points to, as a person who reads a page knows them. */
export function readable(note: string): string {
  return note
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => dateTimeText(new Date(at)))
    .replace('in /comparisons', 'under “Every comparison”');
}
