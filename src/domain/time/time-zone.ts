import { SightlineError } from '../errors.ts';

/** The default time zone. */
export const UTC = 'UTC';

/** A time zone by its name in the IANA database, in its spelling there. @throws SightlineError `invalid_argument` */
export function timeZoneNamed(given: string): string {
  const name = given.trim();
  try {
    const known = new Intl.DateTimeFormat('en-US', { timeZone: name === '' ? UTC : name });
    return known.resolvedOptions().timeZone;
  } catch {
    throw new SightlineError(
      'invalid_argument',
      'This is no time zone. Name one such as Europe/Berlin or America/New_York.',
    );
  }
}
