import type { Bucket } from '../../domain/time/buckets.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { column } from '../shape/columns.ts';
import { flag, instant } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A UTC day or week, oldest first. */
export const BUCKET = {
  properties: {
    start: instant("The day's or week's first instant."),
    end: instant(
      'The last instant that counts: when the day or week ends, or `until` if it was still running. /answers takes both ' +
        'unchanged, as `from` and `until`.',
    ),
    complete: flag('Whether the whole day or week counts. Only the last one may be incomplete.'),
  },
  columns: [
    column('instant', 'start', 'From', { day: true }),
    column('instant', 'end', 'Until', { csvOnly: true }),
    column('flag', 'complete', 'Complete'),
  ],
  fields: ({ from, to, isComplete }: Bucket) => ({
    start: formatInstant(from),
    end: formatInstant(to - 1),
    complete: isComplete,
  }),
  filter: ({ start, end }: { readonly start: string; readonly end: string }) => ({ from: start, until: end }),
} as const satisfies Dimension;
