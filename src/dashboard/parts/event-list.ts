import { formatInstant } from '../../domain/instant.ts';
import { periodOf } from '../../domain/period.ts';
import { reports } from '../../reports/index.ts';
import { MOST_DAYS } from '../../reports/shape/window.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';
import type { EventRow } from './rows.ts';

/** The days whose events are shown: both ends as the API has them. */
interface Days {
  readonly from: string;
  readonly until: string;
}

/**
 * The events of some days, newest first; of a year in whole weeks, which is longer than a window may be, those of its last 365 days.
 * Share links show none: notes are for who works on the brand.
 */
export async function eventsOf(visit: Visit, { from, until }: Days): Promise<readonly EventRow[]> {
  if (visit.viewer.kind !== 'user') return [];
  const earliest = formatInstant(periodOf(Date.parse(until), MOST_DAYS).from);
  return (await visit.report(reports.events, { from: from < earliest ? earliest : from, until })).data;
}

const MOST_LISTED = 20;

/** What happened, under a chart or beside an alert: at most twenty events, and the way to all of them. */
export function eventList(visit: Visit, events: readonly EventRow[]): Html | null {
  if (events.length === 0) return null;
  const rest = events.length - MOST_LISTED;
  return html`<ul class="events">${events.slice(0, MOST_LISTED).map(eventItem)}</ul>
${rest > 0 && html`<p><a href="${visit.to('events')}">${rest} more events</a></p>`}`;
}

function eventItem({ day, text }: EventRow): Html {
  return html`<li><time datetime="${day}">${day}</time> <bdi>${text}</bdi></li>`;
}
