import { DAY_MS, type Period } from '../domain/time/period.ts';

/** A period in a sentence, and the one before it. */
export interface NamedPeriod extends Period {
  readonly before: Period;
  /** Its length: a calendar unit, or `7 days`. */
  readonly span: string;
  /** The two possible windows of an ambiguous change: `since october` can also be now against October. */
  readonly or?: { readonly window: string; readonly baseline: string };
  /** Another possible period for any claim: `since last monday`, on a Friday. */
  readonly other?: Period;
}

/** A period parsed from words, and how many words it took. */
export interface ReadPeriod {
  readonly period: NamedPeriod;
  readonly length: number;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Words for times that are long enough to be misspelled. */
export const TIME_WORDS: readonly string[] = [
  ...MONTHS,
  ...WEEKDAYS,
  ...'yesterday today quarter fortnight previous preceding during weeks months quarters beginning since'.split(
    ' ',
  ),
];

/** Words for a time, even for an unclear one. */
const OF_TIME: readonly string[] = [
  ...MONTHS,
  ...WEEKDAYS,
  ...'since until day days week weeks month months quarter quarters year years'.split(' '),
];

/** Whether an unknown word may be a time: `since February 30`. */
export function mayBeTime(word: string): boolean {
  return OF_TIME.includes(word) || monthOf(word) >= 0;
}

const READERS = [
  readSpan,
  readMonths,
  readSince,
  readUnit,
  readLast,
  readDay,
  readYear,
  readMonth,
  readQuarter,
] as const;

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const UNITS: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year'];

/**
 * Parses the period at the start of words: `this month`, `last 30 days`, `since november 3`, `in october 2026`, `in 2026`. Days, weeks from
 * Monday, and months are in UTC, as in /trend. The current period ends now.
 *
 * @param words in lower case
 * @param now UTC milliseconds
 */
export function readPeriod(words: readonly string[], now: number): ReadPeriod | null {
  const start = skipped(words, FILLERS);
  const rest = words.slice(start);
  // "The last month" may be 30 days, and "last month" is October.
  if (words[start - 1] === 'the' && rest[0] === 'last' && isUnit(rest[1])) return null;
  for (const read of READERS) {
    const found = read(rest, now);
    if (found && !(start === 0 && found.length === 1 && mayBeAnother(rest[0])))
      return { ...found, length: start + found.length };
  }
  return null;
}

const FILLERS = ['in', 'during', 'over', 'for', 'the', 'within', 'throughout'];

interface ReadRelative {
  readonly spans: readonly string[];
  readonly days: number | null;
  readonly length: number;
}

/** `the week before`, and the possible lengths of its window; or `the 28 days before`. */
export function readRelative(words: readonly string[]): ReadRelative | null {
  const start = skipped(words, ['from', ...FILLERS]);
  const [first = '', second = '', third = ''] = words.slice(start);
  // "This quarter than last"
  if (
    first === 'last' &&
    start === 0 &&
    !isUnit(second) &&
    daysIn(second, third) === null &&
    !/^\d|fortnight/.test(second)
  )
    return { spans: UNITS, days: null, length: 1 };
  if (isUnit(first) && AFTER.includes(second))
    return { spans: spansOf(first), days: null, length: start + 2 };
  if (BEFORE.includes(first) && isUnit(second))
    return { spans: spansOf(second), days: null, length: start + 2 };
  const isFirst = EARLIER.includes(first);
  const days = isFirst ? daysIn(second, third) : daysIn(first, second);
  return days !== null && (isFirst || AFTER.includes(third))
    ? { spans: [`${days} days`, ...(days === 7 ? ['week'] : [])], days, length: start + 3 }
    : null;
}

const AFTER: readonly string[] = ['before', 'earlier', 'prior'];
const BEFORE: readonly string[] = ['preceding', 'prior'];
const EARLIER: readonly string[] = ['previous', ...BEFORE];

/** A day and a week always have the same length. */
function spansOf(unit: Unit): string[] {
  return [unit, ...(unit === 'day' ? ['1 days'] : unit === 'week' ? ['7 days'] : [])];
}

function isUnit(word = ''): word is Unit {
  return UNITS.some((unit) => unit === word);
}

/** The days in `30 days`, or in `2 weeks`. */
function daysIn(number: string, unit: string): number | null {
  const days = { day: 1, days: 1, week: 7, weeks: 7 }[unit];
  return days === undefined || !/^[1-9]\d{0,3}$/.test(number) ? null : Number(number) * days;
}

/** Without an `in` before it: `may` is a verb too, and a year a number. */
function mayBeAnother(word = ''): boolean {
  return word === 'may' || isYear(word);
}

function skipped(words: readonly string[], fillers: readonly string[]): number {
  const first = words.findIndex((word) => !fillers.includes(word));
  return first < 0 ? words.length : first;
}

const JOINTS: Readonly<Record<string, readonly string[]>> = {
  from: ['to', 'until', 'till', 'through'],
  between: ['and'],
};

/** `from november 1 to november 10`, `between 2026-11-01 and 2026-11-10` */
function readSpan(words: readonly string[], now: number): ReadPeriod | null {
  const joints = JOINTS[words[0] ?? ''];
  if (joints === undefined) return null;
  const first = readDate(words.slice(1), now);
  if (first === null || !joints.includes(words[1 + first.length] ?? '')) return null;
  const last = readDate(words.slice(2 + first.length), now);
  if (last === null) return null;
  const period = sameLengthBefore({ from: first.from, to: Math.min(last.to, now + 1) });
  return { period, length: 2 + first.length + last.length };
}

/** `from september to october`: for a change, October against September, or both against the months before. */
function readMonths(words: readonly string[], now: number): ReadPeriod | null {
  const joints = JOINTS[words[0] ?? ''];
  if (joints === undefined) return null;
  const first = readMonthDate(words.slice(1), now);
  if (first === null || !joints.includes(words[1 + first.length] ?? '')) return null;
  const last = readMonthDate(words.slice(2 + first.length), now);
  if (last === null || last.from <= first.from) return null;
  const period = sameLengthBefore({ from: first.from, to: Math.min(last.to, now + 1) });
  const [baseline = '', window = ''] = [first, last].map(
    ({ from }) => `in ${dateText({ from, span: 'month' })}`,
  );
  const or = { window, baseline };
  return { period: { ...period, or }, length: 2 + first.length + last.length };
}

/** `since november 3`, `since monday`: against the time before. `Since october` can also be now against October. */
function readSince(words: readonly string[], now: number): ReadPeriod | null {
  if (words[0] !== 'since') return null;
  const rest = words.slice(1);
  const weekday = readSinceWeekday(rest, now);
  if (weekday) return weekday;
  const date = readDate(rest, now);
  if (date) return { period: sameLengthBefore({ from: date.from, to: now + 1 }), length: 1 + date.length };
  const start = skipped(rest, ['the', 'beginning', 'start', 'of']);
  const unit = rest[start];
  const current = start > 0 && isUnit(unit) ? { period: calendar(unit, 0, now), length: 1 } : null;
  const read = [readUnit, readMonth, readQuarter, readYear].map((each) => each(rest.slice(start), now));
  const found = current ?? read.find((each) => each !== null);
  if (!found || found.period.from > now) return null;
  const { from, span, to } = found.period;
  const period = sameLengthBefore({ from, to: now + 1 });
  // The current month is not compared with itself, nor is a claim that starts on a day.
  const isOneWay = to > now || start > 0 || span === 'day';
  const named = rest.slice(start, start + found.length).join(' ');
  const or = {
    window: `this ${span}`,
    baseline: named.startsWith('last') ? named : `in ${dateText(found.period)}`,
  };
  return { period: isOneWay ? period : { ...period, or }, length: 1 + start + found.length };
}

/** `since monday`, which on a Monday may be today, and `since last monday`, which on a Friday may be eleven days ago. */
function readSinceWeekday(words: readonly string[], now: number): ReadPeriod | null {
  const isLast = words[0] === 'last';
  const day = readWeekday(words.slice(isLast ? 1 : 0), now);
  if (day === null) return null;
  const isToday = day.to > now;
  const isThisWeek = !isToday && day.from >= startOf('week', 0, now);
  const from = isLast && isToday ? day.from - 7 * DAY_MS : day.from;
  const isClear = isLast ? !isThisWeek : !isToday;
  const period = sameLengthBefore({ from, to: now + 1 });
  const other = { from: from - 7 * DAY_MS, to: now + 1 };
  return { period: isClear ? period : { ...period, other }, length: 1 + (isLast ? 1 : 0) + day.length };
}

/** `this month`, `last week`, `today`, `year to date` */
function readUnit(words: readonly string[], now: number): ReadPeriod | null {
  const [which = '', name = ''] = words;
  const toDate = words.slice(1, 3).join(' ') === 'to date' ? 3 : 1;
  const unit = toDate === 3 ? which : { wtd: 'week', mtd: 'month', qtd: 'quarter', ytd: 'year' }[which];
  if (isUnit(unit)) return { period: calendar(unit, 0, now), length: toDate };
  if (which === 'today') return { period: calendar('day', 0, now), length: 1 };
  if (which === 'yesterday') return { period: calendar('day', -1, now), length: 1 };
  if (!isUnit(name)) return null;
  if (which === 'this') return { period: calendar(name, 0, now), length: 2 };
  return which === 'last' || which === 'previous' ? { period: calendar(name, -1, now), length: 2 } : null;
}

/** `last 30 days`, `past 4 weeks`, `past week`, `last fortnight` */
function readLast(words: readonly string[], now: number): ReadPeriod | null {
  const [which = '', number = '', unit = ''] = words;
  if (!['last', 'past'].includes(which)) return null;
  const alone = number === 'fortnight' ? 14 : which === 'past' ? { day: 1, week: 7 }[number] : undefined;
  const hours = unit === 'hours' ? { 24: 1, 48: 2 }[Number(number)] : undefined;
  const days = alone ?? hours ?? daysIn(number, unit);
  if (days === null) return null;
  const period = sameLengthBefore({ from: now + 1 - days * DAY_MS, to: now + 1 });
  return { period, length: alone === undefined ? 3 : 2 };
}

/** `on november 3`, `on monday` */
function readDay(words: readonly string[], now: number): ReadPeriod | null {
  if (words[0] !== 'on') return null;
  const date = readDate(words.slice(1), now) ?? readWeekday(words.slice(1), now);
  if (date === null) return null;
  const period = sameLengthBefore({ from: date.from, to: Math.min(date.to, now + 1) });
  return { period, length: 1 + date.length };
}

/** `in 2026` */
function readYear(words: readonly string[], now: number): ReadPeriod | null {
  const [year = ''] = words;
  if (!isYear(year)) return null;
  return { period: calendar('year', Number(year) - new Date(now).getUTCFullYear(), now), length: 1 };
}

/** `october`, `october 2026` */
function readMonth(words: readonly string[], now: number): ReadPeriod | null {
  const found = readMonthDate(words, now);
  if (found === null) return null;
  const at = new Date(found.from);
  const before = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1);
  const period = {
    from: found.from,
    to: Math.min(found.to, now + 1),
    before: { from: before, to: found.from },
    span: 'month',
  };
  return { period, length: found.length };
}

/** `q3`, `q3 2026`, `third quarter of 2026` */
function readQuarter(words: readonly string[], now: number): ReadPeriod | null {
  const [first = '', second = ''] = words;
  const isWritten = second === 'quarter';
  const quarter = isWritten ? ORDINALS.indexOf(first) : ['q1', 'q2', 'q3', 'q4'].indexOf(first);
  if (quarter < 0) return null;
  const length = isWritten ? 2 : 1;
  const ofYear = words[length] === 'of' && isYear(words[length + 1]) ? length + 1 : length;
  const hasYear = isYear(words[ofYear]);
  const year = hasYear ? Number(words[ofYear]) : latestYear(now, (each) => Date.UTC(each, 3 * quarter));
  const at = new Date(now);
  const offset = 4 * (year - at.getUTCFullYear()) + quarter - Math.floor(at.getUTCMonth() / 3);
  return { period: calendar('quarter', offset, now), length: hasYear ? ofYear + 1 : length };
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** The latest such day, today included. */
function readWeekday([word = '']: readonly string[], now: number): ReadDate | null {
  const weekday = WEEKDAYS.indexOf(word);
  if (weekday < 0) return null;
  const today = Math.floor(now / DAY_MS);
  // Day 4 was a Monday.
  const from = (today - ((((today - 4 - weekday) % 7) + 7) % 7)) * DAY_MS;
  return { from, to: from + DAY_MS, length: 1 };
}

interface ReadDate extends Period {
  readonly length: number;
}

function readMonthDate(words: readonly string[], now: number): ReadDate | null {
  const month = monthOf(words[0]);
  // A number after it is a day, perhaps in a date that does not exist.
  if (month < 0 || dayOf(words[1] ?? '') !== null) return null;
  const hasYear = isYear(words[1]);
  const year = hasYear ? Number(words[1]) : latestYear(now, (each) => Date.UTC(each, month));
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1), length: hasYear ? 2 : 1 };
}

/** `2026-11-03`, `november 3`, `3 november 2026` */
function readDate(words: readonly string[], now: number): ReadDate | null {
  const [first = '', second = ''] = words;
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(first);
  if (iso) return dayAt(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), 1);
  const [month, day] =
    monthOf(first) >= 0 ? [monthOf(first), dayOf(second)] : [monthOf(second), dayOf(first)];
  if (month < 0 || day === null) return null;
  const hasYear = isYear(words[2]);
  const year = hasYear ? Number(words[2]) : latestYear(now, (each) => Date.UTC(each, month, day));
  return dayAt(year, month, day, hasYear ? 3 : 2);
}

/** Null for a day that does not exist. */
function dayAt(year: number, month: number, day: number, length: number): ReadDate | null {
  const from = Date.UTC(year, month, day);
  const at = new Date(from);
  return at.getUTCMonth() === month && at.getUTCDate() === day ? { from, to: from + DAY_MS, length } : null;
}

/** `October 2026`, `Q3 2026`, `2026` */
function dateText({ from, span }: Pick<NamedPeriod, 'from' | 'span'>): string {
  const at = new Date(from);
  const year = at.getUTCFullYear();
  if (span === 'quarter') return `Q${1 + at.getUTCMonth() / 3} ${year}`;
  return span === 'month' ? `${MONTH.format(at)} ${year}` : String(year);
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

function monthOf(word = ''): number {
  return word.length < 3
    ? -1
    : MONTHS.findIndex((month) => month === word || (month.startsWith(word) && word.length <= 4));
}

function dayOf(word: string): number | null {
  const found = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/.exec(word);
  return found ? Number(found[1]) : null;
}

function isYear(word = ''): boolean {
  return /^(19[7-9]|20\d|21\d)\d$/.test(word);
}

/** The latest year in which the instant is not in the future. */
function latestYear(now: number, at: (year: number) => number): number {
  const year = new Date(now).getUTCFullYear();
  return at(year) <= now ? year : year - 1;
}

/** A day, week, month, quarter, or year, counted from the current one, up to now. */
function calendar(unit: Unit, offset: number, now: number): NamedPeriod {
  const from = startOf(unit, offset, now);
  return {
    from,
    to: Math.min(startOf(unit, offset + 1, now), now + 1),
    before: { from: startOf(unit, offset - 1, now), to: from },
    span: unit,
  };
}

function startOf(unit: Unit, offset: number, now: number): number {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const day = Math.floor(now / DAY_MS);
  if (unit === 'day') return (day + offset) * DAY_MS;
  // Day 4 was a Monday.
  if (unit === 'week') return (day - ((day + 3) % 7) + 7 * offset) * DAY_MS;
  if (unit === 'month') return Date.UTC(year, month + offset);
  if (unit === 'quarter') return Date.UTC(year, month - (month % 3) + 3 * offset);
  return Date.UTC(year + offset, 0);
}

/** A period, and one with the same length right before it. */
function sameLengthBefore({ from, to }: Period): NamedPeriod {
  return { from, to, before: { from: from - (to - from), to: from }, span: `${(to - from) / DAY_MS} days` };
}
