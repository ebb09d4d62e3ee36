import { formatInstant } from '../../../domain/time/instant.ts';
import { periodOf } from '../../../domain/time/period.ts';
import { reports } from '../../../reports/index.ts';
import { MOST_DAYS } from '../../../reports/shape/window.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import type { EventRow } from './rows.ts';

/** The days to list, as the API has them. */
interface Days {
  readonly from: string;
  readonly until: string;
}

/**
 * Events, newest first. A year in whole weeks exceeds the longest window, so it covers the last 365 days. Share links show none: notes are
 * internal.
 */
export async function eventsOf(visit: Visit, { from, until }: Days): Promise<readonly EventRow[]> {
  if (visit.viewer.kind !== 'user') return [];
  const earliest = formatInstant(periodOf(Date.parse(until), MOST_DAYS).from);
  return (await visit.report(reports.events, { from: from < earliest ? earliest : from, until })).data;
}

const MOST_LISTED = 20;

/** Up to twenty events under a chart or beside an alert, with a link to all. */
export function eventList(visit: Visit, events: readonly EventRow[]): Html | null {
  if (events.length === 0) return null;
  const rest = events.length - MOST_LISTED;
  return html`<ul class="events">${events.slice(0, MOST_LISTED).map(eventItem)}</ul>
${rest > 0 && html`<p><a href="${visit.to('events')}">${rest} more events</a></p>`}`;
}

function eventItem({ day, text }: EventRow): Html {
  return html`<li><time datetime="${day}">${day}</time> <bdi>${text}</bdi></li>`;
}
