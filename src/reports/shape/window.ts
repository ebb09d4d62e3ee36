import Type from 'typebox';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import {
  DAY_MS,
  daysIn,
  lastDays,
  monthBefore,
  monthPeriod,
  type Period,
  periodOf,
  USUAL_DAYS,
  yearBefore,
} from '../../domain/time/period.ts';
import { pastInstantParameter } from './report.ts';
import { instant } from './schemas.ts';

export const MOST_DAYS = 365;

/**
 * Window parameters: the last `days`, from an instant or day on, or a calendar month.
 * @param days the default, if the contract fixes one; otherwise, that is the usual window
 */
export const windowQuery = (days?: number) => ({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      ...(days !== undefined && { default: days }),
      description: `The window: the last \`days\` times 24 hours up to \`until\`.${days === undefined ? ` By default, the last ${USUAL_DAYS} finished UTC days.` : ''}`,
      'x-without': ['from', 'month'],
    }),
  ),
  from: Type.Optional(
    pastInstantParameter(
      `The window's start, in place of \`days\`, at most ${MOST_DAYS} days before its end.`,
    ),
  ),
  until: Type.Optional(
    pastInstantParameter("The window's end, now by default. A day counts as far as it is over."),
  ),
  month: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      format: 'month',
      description:
        'A UTC calendar month such as `2026-10`, as far as it is over, in place of `days` and `from`.',
      'x-without': ['from'],
    }),
  ),
});

/** Whether a report is over a window: only such have a `month` parameter. */
export function isWindowed({ query }: { readonly query: object }): boolean {
  return 'month' in query;
}

/** `meta` fields about the window. */
export const windowMeta = {
  window_days: Type.Integer({
    description: "The window's length in 24-hour days, rounded up; `window` has it exactly.",
  }),
  window: Type.Object(
    {
      from: instant('The first instant in the window.'),
      until: instant('The last instant in the window.'),
    },
    { description: "The window's ends. /answers takes them unchanged, as `from` and `until`." },
  ),
};

/** Window parameters after `parseQuery`: at most one of `days`, `from`, and `month`; `until` can cut off any. */
export interface WindowQuery {
  readonly days?: number | undefined;
  readonly from?: number | undefined;
  /** UTC milliseconds. A day means its last millisecond, which may be in the future. */
  readonly until?: number | undefined;
  readonly month?: string | undefined;
  readonly compare?: Compare | undefined;
  /** The earlier window's days, if it is not as long. */
  readonly compare_days?: number | undefined;
}

/** The earlier window: right before, a year before, from an instant on, or, beside `month`, a month such as `2026-09`. */
export type Compare = 'previous' | 'year' | number | `${number}-${number}`;

/** A window, and `meta` for it. */
export interface Window {
  readonly period: Period;
  readonly meta: ReturnType<typeof windowMetaOf>;
}

/**
 * A window as a query asks for it, and as `meta` shows it. Without `days`, `from`, and `month`, that is the usual window: the last finished
 * days, or the days up to `until`, its own included.
 */
export function windowOf(now: number, query: WindowQuery): Window {
  const month = query.month === undefined ? undefined : monthPeriod(query.month);
  const until = Math.min(month ? month.to - 1 : now, query.until ?? now, now);
  const from = month?.from ?? query.from;
  const period = from === undefined ? lastPeriod(until, query) : { from, to: until + 1 };
  return { period, meta: windowMetaOf(period) };
}

function lastPeriod(at: number, { days, until }: WindowQuery): Period {
  return days === undefined
    ? lastDays(at, USUAL_DAYS, { withToday: until !== undefined })
    : periodOf(at, days);
}

/** The window of a list of dated records, not of answers: its usual one has today's as well. */
export function recordsWindowOf(now: number, query: WindowQuery): Window {
  return windowOf(now, isUsual(query) ? { ...query, until: now } : query);
}

/** Whether a query asks for no window. */
export function isUsual({ days, from, until, month }: WindowQuery): boolean {
  return [days, from, until, month].every((each) => each === undefined);
}

/** `meta` for a period with ends that the caller chose. */
export function windowMetaOf(period: Period, days: number = daysIn(period)) {
  const { from, to } = period;
  return { window_days: days, window: { from: formatInstant(from), until: formatInstant(to - 1) } };
}

/** Refuses a window that is too long or ends before it begins. @throws SightlineError `invalid_parameter` */
export function refuseWindow(now: number, query: WindowQuery): void {
  const isLong = query.compare === 'previous' || typeof query.compare === 'number';
  if (query.compare_days !== undefined && !isLong) {
    throw new SightlineError(
      'invalid_parameter',
      '`compare_days` sets how long the earlier window is: pass `previous` or its first instant as `compare`.',
    );
  }
  const isMonth = query.compare !== undefined && isMonthName(query.compare);
  if (isMonth && query.month === undefined) {
    throw new SightlineError('invalid_parameter', '`compare` takes a month only beside `month`.');
  }
  const { period } = windowOf(now, query);
  if (period.from >= period.to) {
    const start = query.month === undefined ? '`from` is' : '`month` begins';
    throw new SightlineError('invalid_parameter', `${start} later than \`until\`.`);
  }
  const earlier = earlierPeriod(now, query);
  if (earlier && earlier.to > period.from) {
    if (isMonth) throw new SightlineError('invalid_parameter', '`compare` must be a month before `month`.');
    const latest = formatInstant(period.from - (earlier.to - earlier.from));
    throw new SightlineError(
      'invalid_parameter',
      `The \`compare\` window must end before the other begins: pass ${latest} or earlier.`,
    );
  }
  if (daysIn(period) > MOST_DAYS) {
    throw new SightlineError(
      'invalid_parameter',
      `A window has at most ${MOST_DAYS} days, and this one has ${daysIn(period)}: pass a later \`from\` or an earlier \`until\`.`,
    );
  }
}

/**
 * A comparison's earlier window; null for none. It is as long as the window, so counts are comparable. For part of a calendar month it
 * takes as much from an earlier month, at most the whole. With `compare_days` it has that length instead.
 */
export function earlierPeriod(now: number, query: WindowQuery): Period | null {
  const { compare, month, compare_days: days } = query;
  if (compare === undefined) return null;
  const { from, to } = windowOf(now, query).period;
  const length = days === undefined ? to - from : days * DAY_MS;
  if (month !== undefined && days === undefined && typeof compare !== 'number') {
    const earlier = monthPeriod(
      isMonthName(compare) ? compare : monthBefore(month, compare === 'year' ? 12 : 1),
    );
    return { from: earlier.from, to: Math.min(earlier.to, earlier.from + to - from) };
  }
  const start = typeof compare === 'number' ? compare : compare === 'year' ? yearBefore(from) : from - length;
  return { from: start, to: start + length };
}

function isMonthName(compare: Compare): compare is `${number}-${number}` {
  return typeof compare === 'string' && compare !== 'previous' && compare !== 'year';
}
