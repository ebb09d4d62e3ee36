import { engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import { dayText } from '../../charts/days.ts';
import type { TrendMark } from '../../charts/trend.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { eventsOf } from './events.ts';

/** An alert or a brand event, marked in charts over time and listed below them. */
export interface Mark extends TrendMark {
  /** Its engine; null for all. */
  readonly engine: string | null;
  readonly engineName: string | null;
  /** For naming rate alerts, whether the rate rose; null for others. */
  readonly rise: boolean | null;
  readonly holds: boolean;
  readonly href: string | null;
}

interface Days {
  readonly from: string;
  readonly until: string;
}

const ALERT_SIGN = '▼';

/** Maximum page size of /alerts. */
const MOST_ALERTS = '200';

const RISES: Readonly<Record<string, boolean>> = {
  visibility_drop: false,
  engine_blackout: false,
  visibility_rise: true,
};

/** Alerts and events in some days, oldest first, with numbered events. Limited to pages that a client link includes. */
export async function marksIn(visit: Visit, days: Days): Promise<Mark[]> {
  const events = (await eventsOf(visit, days)).toReversed().map(
    ({ day, text }, place): Mark => ({
      at: day,
      sign: String(place + 1),
      text,
      isAlert: false,
      engine: null,
      engineName: null,
      rise: null,
      holds: false,
      href: visit.to('events'),
    }),
  );
  return [...events, ...(await alertsIn(visit, days))].sort((one, other) => (one.at < other.at ? -1 : 1));
}

async function alertsIn(visit: Visit, { from, until }: Days): Promise<Mark[]> {
  if (!visit.mayOpen('alerts')) return [];
  const { market } = await visit.ofOneMarket();
  const asked = { limit: MOST_ALERTS, ...(market === undefined ? {} : { market }) };
  const { data } = await visit.report(reports.alerts, asked);
  return data
    .filter(({ created_at: at }) => from <= at && at <= until)
    .map(({ id, kind, title, holds, facts, created_at: at }): Mark => {
      const engine = typeof facts.engine === 'string' ? facts.engine : null;
      return {
        at,
        sign: ALERT_SIGN,
        text: title,
        isAlert: true,
        engine,
        engineName: engine === null ? null : engineNameOf(engine),
        rise: RISES[kind] ?? null,
        holds,
        href: visit.to(`alerts/${id}`),
      };
    });
}

/** One engine's marks, and marks for all engines. */
export function marksOn(marks: readonly Mark[], engine: string): Mark[] {
  return marks.filter((mark) => mark.engine === null || mark.engine === engine);
}

/** The key to the chart marks. Client links without alerts have none. */
export function markList(visit: Visit, marks: readonly Mark[]): Html | null {
  if (visit.viewer.kind !== 'user' && marks.length === 0) return null;
  return html`<section aria-labelledby="marks"><h2 id="marks">Marks</h2>
<p class="help">They happened on these days; that does not mean that they caused a change.</p>
${
  marks.length === 0
    ? html`<p class="empty">No events and no alerts in this window.</p>`
    : html`<table class="marks"><caption class="unseen">Alerts and events in these days</caption><thead class="unseen"><tr><th scope="col">Sign</th><th scope="col">Day</th><th scope="col">What</th><th scope="col">State</th></tr></thead>
<tbody>${marks.map(markRow)}</tbody></table>`
}</section>`;
}

function markRow({ sign, at, text, href, isAlert, holds }: Mark): Html {
  return html`<tr><td class="mark-sign${isAlert && ' alert-sign'}">${sign}</td><td><time datetime="${at}">${dayText(at)}</time></td><td><a class="figure-link" href="${href}"><bdi>${text}</bdi></a></td><td class="small muted">${isAlert ? (holds ? 'Still holds' : 'No longer holds') : 'Event'}</td></tr>`;
}
