/** How far back the figures of a page go. */
export const WINDOWS = [7, 30, 90, 365] as const;

/** The window of a page, as parameters of a report and of a link. */
export interface ChosenWindow {
  readonly days: string;
  readonly until?: string;
}

/**
 * The window that an address asks for: every figure of a page is of the same one. A report refuses what is not a window; here
 * it is passed on as it is.
 */
export function windowIn(query: URLSearchParams): ChosenWindow {
  const until = query.get('until');
  return { days: query.get('days') ?? String(WINDOWS[0]), ...(until === null ? {} : { until }) };
}
