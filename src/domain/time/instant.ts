import { DAY_MS } from './period.ts';

const ISO_INSTANT =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[Tt ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?:[Zz]| ?([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)$/;

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** From here on a year has five digits, which ISO 8601 only allows by agreement. */
const END_OF_YEAR_9999 = Date.UTC(10_000, 0, 1);

/**
 * Reads an ISO 8601 date-time with a time zone, also as databases write it: with blanks for the T and before the
 * offset, and with an offset in hours alone (`2026-11-20 08:00:00+00`, `2026-11-20 08:00:00 +0000`).
 *
 * @param earliest UTC milliseconds: nothing stored is from before 1970
 * @returns UTC milliseconds since 1970, or null when the text is not such a time, has no time zone, names a day that does not exist, or
 * lies before `earliest` or after the year 9999
 */
export function parseInstant(text: string, earliest = 0): number | null {
  const [, day = '', time, hours = '+00', minutes = '00'] = ISO_INSTANT.exec(text) ?? [];
  if (time === undefined || !dayExists(day)) return null;
  const at = Date.parse(`${day}T${time}${hours}:${minutes}`);
  return at >= earliest && at < END_OF_YEAR_9999 ? at : null;
}

/**
 * Reads a day of UTC, `2026-11-20`.
 *
 * @param earliest UTC milliseconds
 * @returns its first millisecond, or null when the text is not such a day or it begins before `earliest`
 */
export function parseDay(text: string, earliest = 0): number | null {
  return ISO_DAY.test(text) ? parseInstant(`${text}T00:00:00Z`, earliest) : null;
}

/** ISO 8601 in UTC with milliseconds: `2026-11-20T08:00:00.000Z`. */
export function formatInstant(at: number): string {
  return new Date(at).toISOString();
}

/** A UTC day, in whole days since 1970, as `2026-11-20`. */
export function formatDay(day: number): string {
  return formatInstant(day * DAY_MS).slice(0, 'yyyy-mm-dd'.length);
}

/** Null means "never" or "none". */
export function formatInstantOrNull(at: number | null): string | null {
  return at === null ? null : formatInstant(at);
}

function dayExists(text: string): boolean {
  if (text.slice(-2) <= '28') return true;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `2026-11-20 13:37 UTC` @param instant ISO 8601, of UTC */
export function minuteText(instant: string): string {
  return `${instant.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} UTC`;
}
