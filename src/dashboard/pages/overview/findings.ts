import { type ComparedKind, isComparedKind } from '../../../domain/alert-rules.ts';
import { KIND_RULES } from '../../../stats/gates.ts';
import { windowsFigure } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../html.ts';
import { eventIn, factsOf } from '../../parts/alert-facts.ts';
import { gateWords } from '../../parts/gate-words.ts';
import { onlyLink } from '../../parts/only-link.ts';
import type { AlertRow } from '../../parts/rows.ts';
import { verdictsOn } from '../../parts/verdict.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** More of them are on the page of alerts. */
const MOST = 2;

/** The alerts that still hold, each with its facts drawn. */
export function findingsSection(visit: Visit, { alerts, comparisons }: OverviewData): Html | null {
  if (alerts.length === 0) return null;
  const more = alerts.length - MOST;
  return html`<section aria-label="What changed">
${alerts.slice(0, MOST).map((alert) => finding(visit, alert, comparisons))}
${more > 0 && onlyLink(visit.to('alerts'), `${more} more ${more === 1 ? 'alert' : 'alerts'}`)}
</section>`;
}

function finding(visit: Visit, alert: AlertRow, comparisons: OverviewData['comparisons']): Html {
  const { id, title, created_at: at } = alert;
  return html`<article class="finding">
<h2><a class="plain" href="${visit.to(`alerts/${id}`)}">${title}</a></h2>
${drawn(visit, alert)}
<p class="row">${waysOn(visit, alert)}<span class="muted">Found ${dateText(new Date(at))}. ${standing(alert, comparisons)}</span></p>
</article>`;
}

/** An alert says what was found then. This is what the newest evaluation says of it, where that is another one. */
function standing(
  { id, kind, created_at: found }: AlertRow,
  comparisons: OverviewData['comparisons'],
): string | null {
  const [newest] = comparisons;
  if (!isComparedKind(kind) || newest === undefined || newest.evaluated_at <= found) return null;
  const { measure } = KIND_RULES[kind];
  const verdict = verdictsOn(comparisons).find(({ row }) => row.alert === id && row.measure === measure);
  const day = dateText(new Date(newest.evaluated_at));
  if (verdict?.kind === 'told') return `It still held on ${day}.`;
  if (verdict === undefined || verdict.heldBy === 'after') return `It was over by ${day}.`;
  return `On ${day}: ${gateWords(verdict.row).label.toLowerCase()}.`;
}

function drawn(visit: Visit, alert: AlertRow): Html {
  const facts = factsOf(alert);
  if (facts === null) return html`<p>${alert.detail}</p>`;
  const side = (name: 'current' | 'baseline') => ({
    ...facts[name],
    href: visit.answers({ alert: alert.id, side: name, figure: 'present' }),
  });
  return windowsFigure({
    event: eventIn(facts),
    current: side('current'),
    baseline: side('baseline'),
    change: facts.change,
  });
}

/** The kinds that are about answers which do not name the brand. */
const SILENCES: readonly ComparedKind[] = ['visibility_drop', 'engine_blackout'];

/** Where to go from an alert, by what it is about. */
function waysOn(visit: Visit, { id, kind }: AlertRow): Content {
  const open = html`<a href="${visit.to(`alerts/${id}`)}">Open the alert</a>`;
  if (!isComparedKind(kind)) return open;
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
