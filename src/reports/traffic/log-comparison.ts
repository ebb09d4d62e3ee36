import Type, { type TProperties } from 'typebox';
import { outcomesText } from '../../domain/alerts/outcomes.ts';
import { DAY_MS, dayOf, daysIn, type Period } from '../../domain/time/period.ts';
import { endsOf, windowProperties } from '../shape/compared.ts';
import type { ReportContext } from '../shape/report.ts';
import { instant, nullableOneOf } from '../shape/schemas.ts';
import { earlierPeriod, type WindowQuery, windowOf } from '../shape/window.ts';
import { isWhole, type LogWindow, logMeta, logOfDays } from './log-window.ts';

const GATES = ['days_without_log'] as const;

/** The field with a row's figures in the earlier window. They are counts of a log, and nothing tests their difference. */
export const logComparedField = <Properties extends TProperties>(properties: Properties) =>
  Type.Optional(
    Type.Object(
      {
        ...properties,
        ...windowProperties,
        gate: nullableOneOf(
          GATES,
          `Why there are no figures to compare: ${outcomesText(GATES)}. Null for none.`,
        ),
      },
      { description: 'Only with `compare`: these figures in the earlier window; null where held back.' },
    ),
  );

/** The earlier window in `meta`. */
export const logComparedMeta = {
  compared: Type.Optional(
    Type.Object(
      {
        window_days: Type.Integer({ description: 'Its length in 24-hour days, rounded up.' }),
        from: instant('Its first instant.'),
        until: instant('Its last instant.'),
        ...logMeta,
      },
      { description: 'Only with `compare`: the earlier window.' },
    ),
  ),
};

export const COMPARED_GATE = {
  id: 'compared_gate',
  label: 'Held back by',
  kind: 'code',
  field: 'compared.gate',
  onlyWith: 'compared',
} as const;

/** The earlier window of a report about a log, and whether counts may stand beside each other. */
export interface LogComparison {
  readonly earlier: LogWindow;
  readonly period: Period;
  readonly gate: (typeof GATES)[number] | null;
  readonly meta: object;
}

/** Null without `compare`. As many days as in the window, at most those of the earlier one. Held back unless the log has something of every day in both windows. */
export async function logComparison(
  context: Pick<ReportContext, 'db' | 'brand' | 'now'>,
  query: WindowQuery,
  current: LogWindow,
): Promise<LogComparison | null> {
  const period = earlierPeriod(context.now, query);
  if (period === null) return null;
  const { days } = current;
  const shift = Math.round((windowOf(context.now, query).period.from - period.from) / DAY_MS);
  const last = Math.min(days.last - shift, dayOf(period.to - 1));
  const earlier = await logOfDays(context, { first: days.first - shift, last });
  const gate = isWhole(current) && isWhole(earlier) ? null : 'days_without_log';
  const meta = { compared: { window_days: daysIn(period), ...endsOf(period), days: earlier.meta } };
  return { earlier, period, gate, meta };
}
