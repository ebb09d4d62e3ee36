import { SightlineError } from '../../domain/errors.ts';

/** A file is stored whole or not at all. */
export function refused(why: string): SightlineError {
  return new SightlineError('invalid_file', `${why} Nothing was stored.`);
}

/** The beginning of a cell, for people. */
export const quoted = (text: string): string => `“${text.slice(0, 60)}”`;
