import { MINUTE_MS } from '../time/period.ts';
import { secondsLeft, type Window, windowAt } from '../time/quota-window.ts';

/** Requests per key in each minute of the server's clock, the same on every plan. */
export const REQUESTS_PER_MINUTE = 300;

/** Pages, forms, and downloads per user, or per client link with all its readers, in each minute of the server's clock. */
export const PAGES_PER_MINUTE = 300;

/** Failed authentications per client address and hour. */
export const FAILURES_PER_HOUR = 200;

export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

/** The quota after `used` requests in this window. */
export function quotaAfter(used: number, window: Window, now: number): QuotaState {
  return {
    limit: REQUESTS_PER_MINUTE,
    remaining: Math.max(0, REQUESTS_PER_MINUTE - used),
    resetsInSeconds: secondsLeft(window, now),
  };
}

/** The unused quota, for responses without a valid key. */
export function fullQuota(now: number): QuotaState {
  return quotaAfter(0, windowAt(now, MINUTE_MS), now);
}
