/** A fixed window of time in UTC milliseconds: `start` included, `end` excluded. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** The aligned window that contains an instant; windows count from 1970, so whole minutes and hours. */
export function windowAt(now: number, lengthMs: number): Window {
  const start = Math.floor(now / lengthMs) * lengthMs;
  return { start, end: start + lengthMs };
}

/** Whole seconds until the window ends, at least 1. */
export function secondsLeft(window: Window, now: number): number {
  return Math.max(1, Math.ceil((window.end - now) / 1000));
}
