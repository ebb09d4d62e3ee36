import { dayOf } from '../../domain/time/period.ts';
import { figureOf } from '../../domain/web/figure-cells.ts';

/** `2026-11-20`, with any time after it; also `2026/11/20`, `2026. 11. 20.`, `2026年11月20日`. */
const YEAR_FIRST = /^(\d{4})(?:-| ?[./年] ?)(\d{1,2})(?:-| ?[./月] ?)(\d{1,2})[.日]?(?:[ T,]+\d{1,2}:.*)?$/;
/** `20261120`, `2026112008` with its hour. */
const TOGETHER = /^(\d{4})(\d\d)(\d\d)(?:\d\d)?$/;
/** `11/20/2026 12:00:00 AM`, `20.11.26`. */
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?:[ T,]+\d{1,2}:.*)?$/;
/** `Nov 20, 2026`, `20 Nov 2026`. */
const NAMED = /^(?:(\d{1,2}) )?([A-Z][a-z]{2})[a-z]*\.?(?: (\d{1,2}),)? (\d{4})$/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Reads a cell: UTC days since 1970, or null for what is no day. */
export type DayReader = (cell: string) => number | null;

/** Reads a column of days. @param monthFirst what an undecided column means */
export function dayReader(cells: readonly string[], monthFirst: boolean): DayReader {
  const isMonthFirst = isMonthFirstIn(cells) ?? monthFirst;
  return (cell) => dayIn(cell, isMonthFirst);
}

/**
 * Whether the month of `11/12/2026` comes first, which a column's other days decide: one that exists only one way, or
 * that they follow each other. Null if they do not, though it makes a difference.
 */
export function isMonthFirstIn(cells: readonly string[]): boolean | null {
  const slashed = cells.filter((cell) => YEAR_LAST.exec(figureOf(cell))?.[2] !== '.');
  const months = slashed.map((cell) => dayIn(cell, true));
  const days = slashed.map((cell) => dayIn(cell, false));
  const [gone, lost] = [
    months.filter((day) => day === null).length,
    days.filter((day) => day === null).length,
  ];
  if (gone !== lost) return gone < lost;
  if (stepsOf(months) !== stepsOf(days)) return stepsOf(months) > stepsOf(days);
  return months.every((day, at) => day === days[at]) ? true : null;
}

export function isDay(cell: string): boolean {
  return dayIn(cell, true) !== null || dayIn(cell, false) !== null;
}

/** How often one day follows, or is followed by, the next. */
function stepsOf(days: readonly (number | null)[]): number {
  return days.filter((day, at) => day !== null && Math.abs(day - (days[at - 1] ?? day)) === 1).length;
}

function dayIn(cell: string, monthFirst: boolean): number | null {
  const text = figureOf(cell);
  const first = YEAR_FIRST.exec(text) ?? TOGETHER.exec(text);
  if (first !== null) return dayFrom(first[1], first[2], first[3]);
  const [, one, sign, other, year = ''] = YEAR_LAST.exec(text) ?? [];
  if (one !== undefined) {
    const [month, day] = monthFirst && sign !== '.' ? [one, other] : [other, one];
    return dayFrom(year.length === 2 ? `20${year}` : year, month, day);
  }
  const [, before, name = '', after, named] = NAMED.exec(text) ?? [];
  return dayFrom(named, MONTHS.indexOf(name || '-') / 3 + 1, before ?? after);
}

function dayFrom(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): number | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 31 April would be 1 May.
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
    ? dayOf(at.getTime())
    : null;
}
