import { DAY_MS, dayOf, type Period } from './period.ts';

/** A trend's steps: whole UTC days, or weeks from Monday. */
export const BUCKET_UNITS = ['day', 'week'] as const;
export type BucketUnit = (typeof BUCKET_UNITS)[number];

/** Day 0, 1970-01-01, was a Thursday: three days after a Monday. */
const UNITS = { day: { length: 1, shift: 0 }, week: { length: 7, shift: 3 } } as const;

/** A day or week. Its period ends with the bucket, or earlier at the end of the window. */
export interface Bucket extends Period {
  /** In whole days since 1970-01-01. */
  readonly firstDay: number;
  /** Whether the window contains the whole day or week. Only the last bucket may be incomplete. */
  readonly isComplete: boolean;
}

/**
 * The buckets of the last `days` UTC days, including the one around `until`, oldest first.
 *
 * @param until the last instant that is counted, UTC milliseconds
 */
export function bucketsOf(until: number, days: number, unit: BucketUnit): Bucket[] {
  const { length } = UNITS[unit];
  const lastDay = dayOf(until);
  const buckets: Bucket[] = [];
  for (let day = firstDayOf(lastDay - days + 1, unit); day <= lastDay; day += length) {
    const end = (day + length) * DAY_MS;
    const to = Math.min(end, until + 1);
    buckets.push({ firstDay: day, from: day * DAY_MS, to, isComplete: to === end });
  }
  return buckets;
}

/** An instant's bucket, by its first day, and the first instant after it. */
export function bucketAt(at: number, unit: BucketUnit): { readonly firstDay: number; readonly to: number } {
  const firstDay = firstDayOf(dayOf(at), unit);
  return { firstDay, to: (firstDay + UNITS[unit].length) * DAY_MS };
}

function firstDayOf(day: number, unit: BucketUnit): number {
  const { length, shift } = UNITS[unit];
  return Math.floor((day + shift) / length) * length - shift;
}
