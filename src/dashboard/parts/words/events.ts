import { formatInstant } from '../../../domain/time/instant.ts';
import { periodOf } from '../../../domain/time/period.ts';
import { reports } from '../../../reports/index.ts';
import { MOST_DAYS } from '../../../reports/shape/window.ts';
import type { Visit } from '../../visit/visit.ts';
import type { EventRow } from './rows.ts';

/** The days to list, as the API has them. */
interface Days {
  readonly from: string;
  readonly until: string;
}

/**
 * Events, newest first. A year in whole weeks exceeds the longest window, so it covers the last 365 days. Client links show none: notes are
 * internal.
 */
export async function eventsOf(visit: Visit, { from, until }: Days): Promise<readonly EventRow[]> {
  if (visit.viewer.kind !== 'user') return [];
  const earliest = formatInstant(periodOf(Date.parse(until), MOST_DAYS).from);
  return (await visit.report(reports.events, { from: from < earliest ? earliest : from, until })).data;
}
