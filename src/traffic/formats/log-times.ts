const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const MINUTE_MS = 60_000;

/** `2026-11-28T10:00:00.123+01:00`, also with a blank, slashes, `+00`, or no zone, which is UTC. */
const ISO =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T :](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?$/i;
/** `28/Nov/2026:10:00:00 +0100` as in common logs, `Sat, 28 Nov 2026 10:00:00 GMT` as in HTTP. */
const NAMED =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2})[/ -]([A-Z][a-z]{2})[/ -](\d{4})[: ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))? ?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?$/;
const EPOCH = /^\d{9,19}(?:\.\d{1,9})?$/;

/** A time as logs write it, in UTC milliseconds; null if it is none. Numbers count since 1970, in a unit that their size tells. */
export function timeOf(text: string | number | undefined): number | null {
  if (typeof text === 'number') return sinceEpoch(text);
  if (text === undefined) return null;
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day, ...clock] = iso;
    return timeAt(Number(year), Number(month), Number(day), clock);
  }
  const named = NAMED.exec(text);
  if (named !== null) {
    const [, day, month = '', year, ...clock] = named;
    return timeAt(Number(year), MONTHS.indexOf(month) / 3 + 1, Number(day), clock);
  }
  return EPOCH.test(text) ? sinceEpoch(Number(text)) : null;
}

/** Seconds, milliseconds, microseconds, or nanoseconds: no two of them are alike between 1974 and 5000. */
function sinceEpoch(value: number): number | null {
  if (!(value >= 1e8)) return null;
  const ms = value < 1e11 ? value * 1000 : value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6;
  return Math.floor(ms);
}

type Clock = readonly (string | undefined)[];

function timeAt(year: number, month: number, day: number, clock: Clock): number | null {
  const [hour, minute, second = '0', fraction = '', zone] = clock;
  const offset = offsetMinutes(zone);
  const date = Date.UTC(year, month - 1, day);
  // A day that its month does not have would be one of the next month.
  const isDay = Number.isInteger(month) && month >= 1 && month <= 12 && new Date(date).getUTCDate() === day;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  if (offset === null || !isDay || !isClock) return null;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return date + seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset * MINUTE_MS;
}

/** The zone's minutes east of UTC; null for one that no place has. */
function offsetMinutes(zone = 'Z'): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (offset > 14 * 60 || Number(minutes ?? 0) > 59) return null;
  return sign === '-' ? -offset : offset;
}
