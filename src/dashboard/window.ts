import { parseQuery } from '../reports/run/query.ts';
import { type Window, windowOf, windowQuery } from '../reports/shape/window.ts';

/** How far back the figures of a page go. */
export const WINDOWS = [7, 30, 90, 365] as const;

/** The window of a page, as parameters of a report and of a link: with one of `days`, `month`, and `from`. */
export interface ChosenWindow {
  readonly days?: string;
  readonly month?: string;
  readonly from?: string;
  readonly until?: string;
}

/** For links to answers: `from` and `until` are filters there, so those of the address must not come along. */
export const NO_ENDS = { from: null, until: null } as const;

/** For links that leave the window as well. */
export const NO_WINDOW = { ...NO_ENDS, days: null, month: null } as const;

/**
 * The window that an address asks for: every figure of a page is of the same one. A report refuses what is not a window; here
 * it is passed on as it is.
 */
export function windowIn(query: URLSearchParams): ChosenWindow {
  const kept = keptWindow(query);
  const isWhole = kept.days !== undefined || kept.month !== undefined || kept.from !== undefined;
  return isWhole ? kept : { days: String(WINDOWS[0]), ...kept };
}

/**
 * As much of a window as an address names, which links keep. `from` and `until` are filters of the page of answers too: there, `days`
 * or `month` beside them is the window of the other pages.
 */
export function keptWindow(query: URLSearchParams): ChosenWindow {
  const given = [...query].filter(([, value]) => value !== '');
  const { days, month, from, until } = Object.fromEntries(given) as ChosenWindow;
  if (days === undefined && month !== undefined) return { month };
  const start = days === undefined ? { ...(from === undefined ? {} : { from }) } : { days };
  return { ...start, ...(until === undefined ? {} : { until }) };
}

/** The end of a window as a parameter of another one; none where it is now. @throws SightlineError `invalid_parameter` */
export function endOf(window: ChosenWindow, now: number): Pick<ChosenWindow, 'until'> {
  if (window.until !== undefined) return { until: window.until };
  const { moving, meta } = resolved(window, now);
  return moving === 'neither' ? { until: meta.window.until } : {};
}

/** Its length in days. @throws SightlineError `invalid_parameter` */
export function daysOf(window: ChosenWindow, now: number): number {
  return resolved(window, now).meta.window_days;
}

function resolved(window: ChosenWindow, now: number): Window {
  return windowOf(now, parseQuery(windowQuery(WINDOWS[0]), { ...window }, [], now));
}
