import type { AlertKind } from '../../../domain/alert-rules.ts';
import { windowsFigure } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../html.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import { eventIn, factsOf } from '../alerts/alert-facts.ts';
import type { AlertRow, OverviewData } from './data.ts';

/** More of them are on the page of alerts. */
const MOST = 2;

/** The alerts that nobody has read yet, each with its facts drawn. */
export function findingsSection(visit: Visit, { alerts }: OverviewData): Html | null {
  const unread = alerts.filter(({ read }) => !read);
  if (unread.length === 0) return null;
  const more = unread.length - MOST;
  return html`<section aria-label="Unread alerts" class="findings">
${unread.slice(0, MOST).map((alert) => finding(visit, alert))}
${more > 0 && html`<p><a href="${visit.to('alerts')}">${more} more unread ${more === 1 ? 'alert' : 'alerts'}</a></p>`}
</section>`;
}

function finding(visit: Visit, alert: AlertRow): Html {
  const { id, title, created_at: at } = alert;
  return html`<article class="finding">
<h2><a class="plain" href="${visit.to(`alerts/${id}`)}">${title}</a></h2>
${drawn(visit, alert)}
<p class="row">${waysOn(visit, alert)}<span class="muted">Found ${dateText(new Date(at))}</span></p>
</article>`;
}

function drawn(visit: Visit, alert: AlertRow): Html {
  const facts = factsOf(alert.facts);
  if (facts === null) return html`<p>${alert.detail}</p>`;
  const side = (name: 'current' | 'baseline') => ({
    ...facts[name],
    href: visit.answers({ alert: alert.id, side: name, figure: 'present' }),
  });
  return windowsFigure({
    event: eventIn(alert.kind, facts),
    current: side('current'),
    baseline: side('baseline'),
    change: facts.change,
  });
}

/** The kinds that are about answers which do not name the brand. */
const SILENCES: readonly AlertKind[] = ['visibility_drop', 'engine_blackout'];

/** Where to go from an alert, by what it is about. */
function waysOn(visit: Visit, { id, kind }: AlertRow): Content {
  const open = html`<a href="${visit.to(`alerts/${id}`)}">Open the alert</a>`;
  if (!SILENCES.includes(kind)) {
    const behind = visit.answers({ alert: id, side: 'current', figure: 'present' });
    return [html`<a href="${behind}">The answers behind it</a>`, open];
  }
  const unnamed = visit.answers({ alert: id, side: 'current', names_not: 'self' });
  return [
    html`<a href="${unnamed}">The answers that do not name you</a>`,
    html`<a href="${visit.to('competitors')}">Who is named instead</a>`,
    open,
  ];
}
