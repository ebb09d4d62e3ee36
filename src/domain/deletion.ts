import { DAY_MS } from './period.ts';

/** A deleted brand can be restored for this long. */
export const RESTORABLE_DAYS = 30;

/** The last instant at which a brand that was deleted then can be restored, in UTC milliseconds. */
export function restorableUntil(deletedAt: number): number {
  return deletedAt + RESTORABLE_DAYS * DAY_MS;
}
