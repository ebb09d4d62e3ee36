import Type from 'typebox';
import { formatInstant } from '../../domain/instant.ts';
import { type Period, periodOf } from '../../domain/period.ts';
import { daysParameter, pastInstantParameter } from './report.ts';
import { instant } from './schemas.ts';

/** The parameters of a report over a rolling window. @param days the default length */
export const windowQuery = (days: number) => ({
  days: daysParameter(days),
  until: Type.Optional(pastInstantParameter('The end of the window; now if it is left out.')),
});

/** What `meta` says about the window. */
export const windowMeta = {
  window_days: Type.Integer({ description: 'The length of the window, in days of 24 hours.' }),
  window: Type.Object(
    {
      from: instant('The first instant in the window.'),
      until: instant('The last instant in the window.'),
    },
    { description: 'Both ends of the window. /answers takes them as they are, as `from` and `until`.' },
  ),
};

/** A window as a report's query asks for it, and as its `meta` shows it. */
export function windowOf(
  now: number,
  { days, until = now }: { readonly days: number; readonly until?: number | undefined },
): { readonly period: Period; readonly meta: ReturnType<typeof windowMetaOf> } {
  const period = periodOf(until, days);
  return { period, meta: windowMetaOf(days, period) };
}

/** `meta` for a period whose ends the caller has chosen. */
export function windowMetaOf(days: number, { from, to }: Period) {
  return { window_days: days, window: { from: formatInstant(from), until: formatInstant(to - 1) } };
}
