import { SightlineError } from '../domain/errors.ts';

/** A file that cannot be read as a whole. @param message a sentence for the person who gave it */
export function refused(message: string, cause?: unknown): SightlineError {
  return new SightlineError('invalid_file', message, { cause });
}
