import { formatInstant } from '../../../domain/time/instant.ts';
import { periodOf } from '../../../domain/time/period.ts';
import { reports } from '../../../reports/index.ts';
import { MOST_DAYS } from '../../../reports/shape/window.ts';
import type { Visit } from '../../visit/visit.ts';
import type { EventRow } from './rows.ts';

/** Some days, as the API has them: both instants included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Events, newest first. Client links show none: notes are internal. */
export async function eventsOf(visit: Visit, days: Days): Promise<readonly EventRow[]> {
  if (visit.viewer.kind !== 'user') return [];
  return (await visit.report(reports.events, longestWindow(days))).data;
}

/** As many of some days as a report takes: a year in whole weeks exceeds the longest window, so it becomes the last 365 days. */
export function longestWindow({ from, until }: Days): Days {
  const earliest = formatInstant(periodOf(Date.parse(until), MOST_DAYS).from);
  return { from: from < earliest ? earliest : from, until };
}
