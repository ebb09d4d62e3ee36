import { SightlineError } from '../domain/errors.ts';
import type { Period } from '../domain/period.ts';
import { parseQuery } from '../reports/run/query.ts';
import { earlierPeriod, type Window, windowOf, windowQuery } from '../reports/shape/window.ts';

/** The windows that the bar offers, as `window` in an address: what moves with the clock does so there too. */
export const WINDOWS = ['7d', '28d', '90d', 'this-month', 'last-month'] as const;

/** The window of a page whose address names none. */
export const USUAL_WINDOW = '28d';

/** A window as parameters of a report: with one of `days`, `month`, and `from`. */
export interface ChosenWindow {
  readonly days?: string;
  readonly month?: string;
  readonly from?: string;
  readonly until?: string;
}

/** The parameters of a window, for links that leave it. */
export const NO_WINDOW = { window: null, days: null, month: null, from: null, until: null } as const;

/** Between the ends of a window in an address: `2026-10-01..2026-10-31`, `30d..2026-10-31`. */
const TO = '..';

/** The window that an address names, as `window` says it; the usual one if it names none. A form of dates gives `from` and `until`. */
export function windowIn(query: URLSearchParams): string {
  const given = (name: string) => query.get(name) || null;
  const [days, month, from, until] = ['days', 'month', 'from', 'until'].map(given);
  const named = given('window');
  if (named !== null) return named;
  if (month) return month;
  if (days) return until ? `${days}d${TO}${until}` : `${days}d`;
  if (from) return windowBetween(from, until ?? '');
  return until ? `${USUAL_WINDOW}${TO}${until}` : USUAL_WINDOW;
}

/** A window with two ends that stay; without the second, until now. */
export function windowBetween(from: string, until: string): string {
  return `${from}${TO}${until}`;
}

/**
 * The parameters of a window. A day, month, or length that is none is passed on for the report to refuse.
 *
 * @param now UTC milliseconds
 * @throws SightlineError `invalid_parameter` for what looks like no window
 */
export function parametersOfWindow(window: string, now: number): ChosenWindow {
  const [start = '', until] = window.split(TO, 2);
  const end = until ? { until } : {};
  const days = /^(.+)d$/.exec(start)?.[1];
  if (days !== undefined) return { days, ...end };
  if (start === 'this-month') return { month: monthOf(now, 0) };
  if (start === 'last-month') return { month: monthOf(now, 1) };
  if (until === undefined && !/^\d/.test(start)) {
    throw new SightlineError(
      'invalid_parameter',
      `\`window\` must be one of ${WINDOWS.join(', ')}, a number of days such as 14d, a month such as 2026-10, or two days such as 2026-10-01..2026-10-15.`,
    );
  }
  if (until === undefined) return { month: start };
  return { from: start, ...end };
}

/** The calendar month of UTC so many months before now. */
function monthOf(now: number, back: number): string {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7);
}

/** The end of a window as a parameter of another one; none where it is now. @throws SightlineError `invalid_parameter` */
export function endOf(window: ChosenWindow, now: number): Pick<ChosenWindow, 'until'> {
  if (window.until !== undefined) return { until: window.until };
  const { moving, meta } = resolvedWindow(window, now);
  return moving === 'neither' ? { until: meta.window.until } : {};
}

/** Its length in days. @throws SightlineError `invalid_parameter` */
export function daysOf(window: ChosenWindow, now: number): number {
  return resolvedWindow(window, now).meta.window_days;
}

/** @throws SightlineError `invalid_parameter` */
export function resolvedWindow(window: ChosenWindow, now: number): Window {
  return windowOf(now, queryOf(window, now));
}

/** The earlier window that one is compared with. @throws SightlineError `invalid_parameter` */
export function earlierWindow(
  window: ChosenWindow,
  compare: 'previous' | 'year',
  now: number,
): Period | null {
  return earlierPeriod(now, { ...queryOf(window, now), compare });
}

function queryOf(window: ChosenWindow, now: number) {
  return parseQuery(windowQuery(Number.parseInt(USUAL_WINDOW, 10)), { ...window }, [], now);
}
