import { DAY_MS, dayOf, HOUR_MS } from '../time/period.ts';

/** The frequency of report mail: after each week from Monday, or after each calendar month. */
export const REPORT_PACES = ['weekly', 'monthly'] as const;
export type ReportPace = (typeof REPORT_PACES)[number];

export const MOST_REPORT_MAILS = 20;

/** Late enough for the last evening's answers, early enough for the start of work. */
const TIME_OF_DAY = 6 * HOUR_MS;

/**
 * The next mail day: a Monday, or the first day of a month.
 * @returns UTC days since 1970
 * @param now UTC milliseconds
 */
export function nextReportDay(pace: ReportPace, now: number): number {
  const today = dayOf(now);
  const first = now < reportInstant(today) ? today : today + 1;
  let day = first;
  while (!isReportDay(pace, day)) day += 1;
  return day;
}

export function nextReportAt(pace: ReportPace, now: number): number {
  return reportInstant(nextReportDay(pace, now));
}

function reportInstant(day: number): number {
  return day * DAY_MS + TIME_OF_DAY;
}

/** A report's period by its mail day, both ends included. */
export function reportedDays(
  pace: ReportPace,
  day: number,
): { readonly firstDay: number; readonly lastDay: number } {
  const lastDay = day - 1;
  if (pace === 'weekly') return { firstDay: day - 7, lastDay };
  const last = new Date(lastDay * DAY_MS);
  return { firstDay: dayOf(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1)), lastDay };
}

function isReportDay(pace: ReportPace, day: number): boolean {
  const date = new Date(day * DAY_MS);
  return pace === 'weekly' ? date.getUTCDay() === 1 : date.getUTCDate() === 1;
}
