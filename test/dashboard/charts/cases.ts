import type { LinkedPoint } from '../../../src/dashboard/charts/spark.ts';
import { rateOf } from '../../../src/domain/figures/rate.ts';
import { DAY_MS } from '../../../src/domain/time/period.ts';

/** A Monday. */
const FIRST = Date.parse('2026-08-24T00:00:00.000Z');

/** Answers per week or day as [named, all]; null for none. */
export type Counts = readonly [number, number] | null;

interface Options {
  readonly days?: number;
  /** Whether the last period is still running. */
  readonly running?: boolean;
  readonly brand?: string;
}

/** A linked series of weeks, or of `days` days. */
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

/** Weekly counts around this share of answers. */
export function around(share: number, weeks: number, answers = 84): Counts[] {
  return Array.from({ length: weeks }, (_, index) => {
    const wave = 0.06 * Math.sin(index * 1.7) + 0.03 * Math.cos(index * 0.6);
    return [Math.round(Math.min(1, Math.max(0, share + wave)) * answers), answers];
  });
}
