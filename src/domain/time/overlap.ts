import { SightlineError } from '../errors.ts';
import { HOUR_MS } from './period.ts';

/** Longer, and nobody remembers that there are two. */
const MOST_HOURS = 720;

/**
 * How long a replaced key or secret keeps working beside its replacement.
 *
 * @param hours a person's input, if any
 * @returns milliseconds
 * @throws SightlineError `invalid_argument`
 */
export function overlapOf(hours: string | undefined): number {
  if (hours === undefined) return 0;
  if (/^\d{1,3}$/.test(hours) && Number(hours) <= MOST_HOURS) return Number(hours) * HOUR_MS;
  throw new SightlineError(
    'invalid_argument',
    `The overlap must be a whole number of hours from 0 to ${MOST_HOURS}.`,
  );
}
