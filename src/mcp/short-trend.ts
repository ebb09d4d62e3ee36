import type { ReportNamed } from '../reports/index.ts';
import type { DataOf } from '../reports/shape/report.ts';
import type { ShortForm } from './short-form.ts';

/** The brand itself, week by week: with its competitors, a trend seldom fits. */
export const shortTrend: ShortForm<DataOf<ReportNamed<'trend'>>> = {
  defaults: { by: 'week' },
  description:
    'The brand itself comes first, by week; its competitors follow with the cursor. With `full=true` or `by=day`, name an ' +
    '`engine`: these are many rows.',
  fullDescription: 'Every tracked brand at once.',
  shorten(rows) {
    const own = rows.filter(({ role }) => role === 'self');
    const others = rows.filter(({ role }) => role !== 'self');
    const all = { data: [...own, ...others], lack: null };
    if (others.length === 0) return all;
    const lack = `${others.length} competitor rows are not shown; pass \`cursor\` to continue with them.`;
    return { ...all, first: { rows: own.length, lack } };
  },
};
