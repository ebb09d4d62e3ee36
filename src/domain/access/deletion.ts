import { DAY_MS } from '../time/period.ts';

/** A deleted brand can be restored for this long. */
export const RESTORABLE_DAYS = 30;

/** The last instant, in UTC milliseconds, for restoring a brand deleted at another. */
export function restorableUntil(deletedAt: number): number {
  return deletedAt + RESTORABLE_DAYS * DAY_MS;
}
