import { dayOf, type Period, USUAL_DAYS } from '../../domain/time/period.ts';
import { type ChosenWindow, queryOfWindow, resolvedWindow, TO } from '../../reports/run/named-window.ts';
import { earlierPeriod } from '../../reports/shape/window.ts';

/** The default window. */
export const USUAL_WINDOW = `${USUAL_DAYS}d`;

/** Query parameters that remove the window from a link. */
export const NO_WINDOW = { window: null, days: null, month: null, from: null, until: null } as const;

/** The window in an address, as a `window` value, or the default. Date forms send `from` and `until` instead. */
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

/** A window with two fixed ends; without `until`, it ends now. */
export function windowBetween(from: string, until: string): string {
  return `${from}${TO}${until}`;
}

/** The window's last instant, ISO 8601. @throws SightlineError `invalid_parameter` */
export function endOf(window: ChosenWindow, now: number): string {
  return resolvedWindow(window, now).meta.window.until;
}

/** Whether the window has the last finished day: then it shows what holds now. @throws SightlineError `invalid_parameter` */
export function isUpToDate(window: ChosenWindow, now: number): boolean {
  return dayOf(resolvedWindow(window, now).period.to) >= dayOf(now);
}

/** Length in days. @throws SightlineError `invalid_parameter` */
export function daysOf(window: ChosenWindow, now: number): number {
  return resolvedWindow(window, now).meta.window_days;
}

/** The window to compare with. @throws SightlineError `invalid_parameter` */
export function earlierWindow(
  window: ChosenWindow,
  compare: 'previous' | 'year',
  now: number,
): Period | null {
  return earlierPeriod(now, { ...queryOfWindow(window, now), compare });
}
