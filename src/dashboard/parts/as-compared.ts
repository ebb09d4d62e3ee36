import { DAY_MS } from '../../domain/period.ts';
import type { Comparison } from '../../reports/comparisons.ts';
import { reports } from '../../reports/index.ts';
import type { QueryText } from '../../reports/run/query.ts';
import type { EnvelopeOf } from '../../reports/run/run-report.ts';
import type { Visit } from '../visit.ts';
import { type ChosenWindow, WINDOWS } from '../window.ts';

type ComparisonsEnvelope = EnvelopeOf<typeof reports.comparisons>;
type ComparisonsQuery = QueryText<(typeof reports.comparisons)['query']>;

/**
 * Every comparison of the newest evaluation in a window, or those of it that the query asks for. Evaluations are daily, so the
 * last day of the window has it, and those before it are not read; where that day has none, it is looked for in the whole
 * window.
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

/** An older evaluation than this says nothing about the present, so the window ends now. */
export const FRESH_DAYS = 2;

/**
 * The window of the page. Without a choice it is the current window of the newest evaluation, so that a figure, its verdict,
 * and a finding are of the same answers.
 */
export function windowAsCompared(
  { window, now }: Pick<Visit, 'window' | 'now'>,
  [newest]: readonly Comparison[],
): ChosenWindow {
  const isChosen = window.until !== undefined || window.days !== String(WINDOWS[0]);
  if (isChosen || newest === undefined) return window;
  return isFresh(newest, now) ? { ...window, until: newest.current.until } : window;
}

/** Whether an evaluation says something about the present. */
export function isFresh({ evaluated_at: at }: Comparison, now: number): boolean {
  return now - Date.parse(at) <= FRESH_DAYS * DAY_MS;
}

/** Whether a window is the current one of an evaluation. */
export function isSameWindow({ days, until }: ChosenWindow, [newest]: readonly Comparison[]): boolean {
  return newest !== undefined && until === newest.current.until && days === String(WINDOWS[0]);
}
