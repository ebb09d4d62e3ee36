import type { LinkedPoint } from '../../../src/dashboard/charts/spark.ts';
import { DAY_MS } from '../../../src/domain/period.ts';
import { rateOf } from '../../../src/domain/rate.ts';

/** A Monday. */
const FIRST = Date.parse('2026-08-24T00:00:00.000Z');

/** Answers of a week or day as [named, all]; null for none. */
export type Counts = readonly [number, number] | null;

interface Options {
  readonly days?: number;
  /** Whether the last one is not over. */
  readonly running?: boolean;
  readonly brand?: string;
}

/** A series of weeks, or of as many days as `days` says, with links. */
export function series(
  counts: readonly Counts[],
  { days = 7, running = false, brand = 'self' }: Options = {},
): LinkedPoint[] {
  return counts.map((each, index) => {
    const [present, responses] = each ?? [0, 0];
    const start = FIRST + index * days * DAY_MS;
    const isLast = index === counts.length - 1;
    return {
      start: new Date(start).toISOString(),
      end: new Date(start + (running && isLast ? DAY_MS : days * DAY_MS) - 1).toISOString(),
      complete: !(running && isLast),
      ...rateOf(present, responses),
      href: each === null ? null : `/a?n=${brand}&i=${index}`,
    };
  });
}

/** Counts that look like weeks of an engine that names the brand in this share of its answers. */
export function around(share: number, weeks: number, answers = 84): Counts[] {
  return Array.from({ length: weeks }, (_, index) => {
    const wave = 0.06 * Math.sin(index * 1.7) + 0.03 * Math.cos(index * 0.6);
    return [Math.round(Math.min(1, Math.max(0, share + wave)) * answers), answers];
  });
}
