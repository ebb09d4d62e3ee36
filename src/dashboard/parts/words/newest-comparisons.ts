import type { Comparison } from '../../../reports/alerts/comparisons.ts';
import { reports } from '../../../reports/index.ts';
import type { QueryText } from '../../../reports/run/query.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { Visit } from '../../visit/visit.ts';

type ComparisonsEnvelope = EnvelopeOf<typeof reports.comparisons>;
type ComparisonsQuery = QueryText<(typeof reports.comparisons)['query']>;

/**
 * The comparisons in a window's newest evaluation, filtered by the query. Evaluations are daily, so this reads the last day first, and the
 * whole window only if that day has none.
 */
export async function newestComparisons(
  visit: Pick<Visit, 'report'>,
  query: ComparisonsQuery,
): Promise<ComparisonsEnvelope> {
  const ofLastDay = await newestIn(visit, { ...query, days: '1' });
  return ofLastDay.data.length > 0 ? ofLastDay : await newestIn(visit, query);
}

async function newestIn(visit: Pick<Visit, 'report'>, query: ComparisonsQuery): Promise<ComparisonsEnvelope> {
  const rows: Comparison[] = [];
  for (let cursor: string | null = ''; ; ) {
    const page: ComparisonsEnvelope = await visit.report(reports.comparisons, {
      ...query,
      limit: '200',
      ...(cursor && { cursor }),
    });
    rows.push(...page.data);
    const newest = rows.filter((row) => row.evaluated_at === rows[0]?.evaluated_at);
    cursor = page.meta.next_cursor;
    if (cursor === null || newest.length < rows.length) return { data: newest, meta: page.meta };
  }
}
