import { SightlineError } from '../../domain/errors.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { dayOf, lastDays } from '../../domain/time/period.ts';
import type { Report } from '../shape/report.ts';
import { type Window, windowOf, windowQuery } from '../shape/window.ts';
import { parseQuery } from './query.ts';

/** Windows by name, in the dashboard's addresses and in links for sheets. Relative ones stay relative there. */
export const WINDOWS = ['7d', '28d', '90d', 'this-month', 'last-month'] as const;

/** A window as report parameters: one of `days`, `month`, and `from`, with `until` or without. */
export interface ChosenWindow {
  readonly days?: string;
  readonly month?: string;
  readonly from?: string;
  readonly until?: string;
}

/** Separates the ends of a window in an address: `2026-10-01..2026-10-31`, `30d..2026-10-31`. */
export const TO = '..';

/**
 * Window parameters for a report: whole finished days, except for fixed dates. A month has today as well while it has no
 * other day. The report itself refuses invalid days, months, and lengths.
 *
 * @param now UTC milliseconds
 * @param withToday whether the brand has no answers before today
 * @throws SightlineError `invalid_parameter` for anything that is not a window
 */
export function parametersOfWindow(
  window: string,
  now: number,
  last: { readonly withToday: boolean },
): ChosenWindow {
  const [start = '', until] = window.split(TO, 2);
  const days = /^(.+)d$/.exec(start)?.[1];
  if (until !== undefined) {
    const end = until ? { until } : {};
    return days === undefined ? { from: start, ...end } : { days, ...end };
  }
  if (days !== undefined) return daysParameters(days, now, last);
  if (start === 'this-month') return monthParameters(monthOf(now, 0), now, last);
  if (start === 'last-month') return { month: monthOf(now, 1) };
  if (/^\d/.test(start)) return monthParameters(start, now, last);
  throw new SightlineError(
    'invalid_parameter',
    `\`window\` must be one of ${WINDOWS.join(', ')}, a number of days such as 14d, a month such as 2026-10, or two days such as 2026-10-01..2026-10-15.`,
  );
}

/** The last days' ends. The report refuses a wrong number. */
function daysParameters(days: string, now: number, last: { readonly withToday: boolean }): ChosenWindow {
  if (!/^[1-9]\d{0,2}$/.test(days)) return { days };
  const { from, to } = lastDays(now, Number(days), last);
  return { from: formatDay(dayOf(from)), ...(!last.withToday && { until: formatDay(dayOf(to - 1)) }) };
}

/** A month's finished days. */
function monthParameters(month: string, now: number, { withToday }: { readonly withToday: boolean }) {
  const yesterday = formatDay(dayOf(now) - 1);
  return withToday || month !== monthOf(now, 0) || !yesterday.startsWith(month)
    ? { month }
    : { month, until: yesterday };
}

/** A UTC calendar month, `back` months before now. */
function monthOf(now: number, back: number): string {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7);
}

/** A window as a report takes it: as it is, by its ends, or not at all. @throws SightlineError `invalid_parameter` */
export function windowFor({ query }: Pick<Report, 'query'>, window: ChosenWindow, now: number): ChosenWindow {
  if ('days' in query) return window;
  return 'until' in query ? resolvedWindow(window, now).meta.window : {};
}

/** @throws SightlineError `invalid_parameter` */
export function resolvedWindow(window: ChosenWindow, now: number): Window {
  return windowOf(now, queryOfWindow(window, now));
}

/** @throws SightlineError `invalid_parameter` */
export function queryOfWindow(window: ChosenWindow, now: number) {
  return parseQuery(windowQuery(), { ...window }, [], now);
}
