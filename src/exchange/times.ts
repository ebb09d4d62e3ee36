import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time/period.ts';

/** A time as a file writes it, before anything says which zone it is of. */
interface Written {
  /** Milliseconds as if it were UTC. */
  readonly wall: number;
  /** Minutes east of UTC; null if it does not say. */
  readonly offset: number | null;
  readonly hasClock: boolean;
}

/** What comes first in `11/12/2026`. */
export type DayOrder = 'day' | 'month';

const CLOCK = '(\\d{1,2})[:.h](\\d{2})(?:[:.m](\\d{2})(?:[.,](\\d{1,9}))?)?s?(?:\\s*([ap])\\.?\\s?m\\.?)?';
/** Hours from UTC of the zones that mails name (RFC 2822, 4.3), and of Europe's; `IST` has three meanings. */
const NAMED_ZONES: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ wet: 0, west: 1, bst: 1, cet: 1, mez: 1, cest: 2, mesz: 2, eet: 2, oez: 2, eest: 3, oesz: 3 },
};
const ZONE = `(?:\\s*((?:UTC|GMT)?[+-]\\d{1,2}(?::?\\d{2})?|Z|UTC|GMT|${Object.keys(NAMED_ZONES).join('|')})(?:\\s*\\(.{1,40}\\)|\\[.{1,40}\\])?)?`;
const REST = `(?:(?:\\s*,\\s*|\\s+(?:at |um |à |a las )?|T|t)${CLOCK}${ZONE}(?:\\s*(?:Uhr|h))?)?$`;

/** `2026-11-20T08:00:00Z`, `2026/11/20 8:00`, `2026.11.20`. */
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${REST}`, 'i');
/** `20.11.2026 08:00`, `11/20/2026 8:00 AM`, `20-11-26`. */
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${REST}`, 'i');
/** `Fri, 20 Nov 2026 08:00:00 +0100` (RFC 2822), `Nov 20, 2026 8:00 PM`, `20. November 2026`, `20-Nov-26`. */
const DAY_NAMED = new RegExp(
  `^(?:\\p{L}{2,12}\\.?,?\\s+)?(\\d{1,2})(?:st|nd|rd|th|\\.)?[ -](?:de )?(\\p{L}{3,10})\\.?(?:,| de)?[ -](\\d{4}|\\d{2})${REST}`,
  'iu',
);
const MONTH_NAMED = new RegExp(
  `^(?:\\p{L}{2,12}\\.?,?\\s+)?(\\p{L}{3,10})\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?,?\\s(\\d{4})${REST}`,
  'iu',
);
const EPOCH = /^\d{9,16}(?:\.\d{1,9})?$/;
/** Excel's days of 1990 to 2099. */
const SERIAL = /^(?:3[3-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d{1,12})?$/;
const DAYS_TO_1970 = 25_569;

/** Beginnings of months' names in English, German, French, and Spanish. */
const MONTHS = [
  ['jan', 'ene'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];

function monthNamed(name: string): number {
  const low = name.toLowerCase();
  return MONTHS.findIndex((begins) => begins.some((begin) => low.startsWith(begin))) + 1;
}

/** Reads a cell as a time. @param first what comes first in `11/12/2026`; days with dots always have the day first */
function writtenIn(cell: unknown, first: DayOrder): Written | null {
  const text = typeof cell === 'number' ? String(cell) : typeof cell === 'string' ? cell.trim() : '';
  if (text === '' || text.length > 80) return null;
  const year = YEAR_FIRST.exec(text);
  if (year !== null) return written(year[1], year[3], year[4], year.slice(5));
  const last = YEAR_LAST.exec(text);
  if (last !== null) {
    const [, one, sign, other, year] = last;
    const [day, month] = first === 'day' || sign === '.' ? [one, other] : [other, one];
    return written(year, month, day, last.slice(5));
  }
  const named = DAY_NAMED.exec(text);
  if (named !== null) return written(named[3], monthNamed(named[2] ?? ''), named[1], named.slice(4));
  const month = MONTH_NAMED.exec(text);
  if (month !== null) return written(month[3], monthNamed(month[1] ?? ''), month[2], month.slice(4));
  return numbered(text);
}

/** Seconds, milliseconds, or microseconds since 1970, or Excel's days. */
function numbered(text: string): Written | null {
  if (EPOCH.test(text)) {
    const value = Number(text);
    const ms = value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000;
    return { wall: Math.round(ms), offset: 0, hasClock: true };
  }
  if (!SERIAL.test(text)) return null;
  const days = Number(text) - DAYS_TO_1970;
  return {
    wall: Math.round((days * DAY_MS) / 1000) * 1000,
    offset: null,
    hasClock: !Number.isInteger(days),
  };
}

type Text = string | undefined;

function written(year: Text, month: Text | number, day: Text, clock: readonly Text[]): Written | null {
  const [hour, minute = '0', second = '0', fraction = '', half, zone] = clock;
  const date = new Date(
    Date.UTC(Number(year?.length === 2 ? `20${year}` : year), Number(month) - 1, Number(day)),
  );
  // The 31st of April would be one of May.
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const hours = hoursOf(Number(hour ?? 0), half);
  if (!isDay || hours > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const wall = date.getTime() + hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1000 + ms;
  return { wall, offset: offsetOf(zone), hasClock: hour !== undefined };
}

/** 12 AM is midnight; 24 for an hour that no half day has. */
function hoursOf(hour: number, half: Text): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return 24;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetOf(zone: Text): number | null {
  if (zone === undefined) return null;
  const named = NAMED_ZONES[zone.toLowerCase()];
  if (named !== undefined) return named * 60;
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? [];
  return (Number(hours ?? 0) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** Whether a cell is a time of day alone, which a column of days may stand beside. */
export function isClock(cell: unknown): boolean {
  return typeof cell === 'string' && ALONE.test(cell.trim());
}

const ALONE = new RegExp(`^${CLOCK}$`, 'i');

/** Whether a cell is a day without a time. */
export function isDay(cell: unknown): boolean {
  const time = writtenIn(cell, 'day') ?? writtenIn(cell, 'month');
  return time !== null && !time.hasClock;
}

/** Whether a cell is a time, whatever comes first in it. */
export function isTime(cell: unknown): boolean {
  return writtenIn(cell, 'day') !== null || writtenIn(cell, 'month') !== null;
}

/** What a column's times say together. */
export class TimeFacts {
  /** Times that exist only one way round. */
  #onlyDay = 0;
  #onlyMonth = 0;
  #either = 0;
  #unzoned = 0;
  #dates = 0;

  add(cell: unknown): void {
    const [day, month] = [writtenIn(cell, 'day'), writtenIn(cell, 'month')];
    const time = day ?? month;
    if (time === null) return;
    if (time.offset === null) this.#unzoned += 1;
    if (!time.hasClock) this.#dates += 1;
    if (day === null) this.#onlyMonth += 1;
    else if (month === null) this.#onlyDay += 1;
    else if (day.wall !== month.wall) this.#either += 1;
  }

  /** Null if the column's days do not say it, or contradict each other. */
  get first(): DayOrder | null {
    if (this.#onlyDay > 0 === this.#onlyMonth > 0) return null;
    return this.#onlyDay > 0 ? 'day' : 'month';
  }

  /** Whether it makes a difference. */
  get isUnsure(): boolean {
    return this.#either > 0 && this.first === null;
  }

  /** Some have no zone of their own. */
  get needsZone(): boolean {
    return this.#unzoned > 0;
  }

  /** Some are days without a time: they are read as noon. */
  get hasDays(): boolean {
    return this.#dates > 0;
  }
}

/** A time in UTC milliseconds; `unsure` if nothing says which the day is; null for what is no time. */
export type TimeReader = (cell: unknown) => number | 'unsure' | null;

/**
 * Reads a column of times. A day without a time is its noon, so it stays that day in nearly every zone. A time that the
 * clocks skipped is as much later; one that they had twice is the first.
 *
 * @param zone of times without one
 * @param first null if nothing says it
 */
export function timeReader(zone: string, first: DayOrder | null): TimeReader {
  const offsetAt = zoneOffsets(zone);
  return (cell) => {
    const time = writtenIn(cell, first ?? 'day');
    if (first === null) {
      const other = writtenIn(cell, 'month');
      if (time !== null && other !== null && time.wall !== other.wall) return 'unsure';
      if (time === null && other !== null) return instantOf(other, offsetAt);
    }
    return time && instantOf(time, offsetAt);
  };
}

function instantOf({ wall, offset, hasClock }: Written, offsetAt: (at: number) => number): number | null {
  const at = hasClock ? wall : wall + DAY_MS / 2;
  const instant = offset === null ? ofZone(at, offsetAt) : at - offset * MINUTE_MS;
  return instant >= 0 ? instant : null;
}

/** The instant of a wall clock's time. */
function ofZone(wall: number, offsetAt: (at: number) => number): number {
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  const candidates = [wall - before, wall - after];
  return candidates.find((at) => at + offsetAt(at) === wall) ?? wall - before;
}

/** A zone's offset at an instant, in milliseconds. Offsets change on quarter hours. */
function zoneOffsets(zone: string): (at: number) => number {
  if (zone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / (15 * MINUTE_MS));
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)?/.exec(name) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) * MINUTE_MS;
    if (known.size > 100_000) known.clear();
    known.set(quarter, offset);
    return offset;
  };
}
