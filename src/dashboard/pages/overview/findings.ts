import { rateOf } from '../../../domain/rate.ts';
import { type Change, type WindowSide, windowsFigure } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../html.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import type { AlertRow, OverviewData } from './data.ts';

/** More of them are on the page of alerts. */
const MOST = 3;

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
  const { id, title, detail, created_at: at } = alert;
  const compared = sidesOf(visit, alert);
  const heading = html`<h2><a class="plain" href="${visit.to(`alerts/${id}`)}">${title}</a></h2>`;
  return html`<article class="finding">
${heading}
${compared === null ? html`<p>${detail}</p>` : windowsFigure({ caption: detail, ...compared })}
<p class="row">${waysOn(visit, alert)}<span class="muted">Found ${dateText(new Date(at))}</span></p>
</article>`;
}

/** Where to go from an alert, by what it is about. */
function waysOn(visit: Visit, { id, kind }: AlertRow): Content {
  const open = html`<a href="${visit.to(`alerts/${id}`)}">Open the alert</a>`;
  const isAboutNaming = kind === 'visibility_drop' || kind === 'engine_blackout';
  const answers = isAboutNaming
    ? html`<a href="${visit.answers({ alert: id, side: 'current', names_not: 'self' })}">The answers that do not name you</a>`
    : html`<a href="${visit.answers({ alert: id, side: 'current', figure: 'present' })}">The answers behind it</a>`;
  return [
    answers,
    isAboutNaming && html`<a href="${visit.to('competitors')}">Who is named instead</a>`,
    open,
  ];
}

/** The two windows of an alert as its facts have them; null if the facts are of another form. */
function sidesOf(visit: Visit, { id, facts }: AlertRow) {
  const [current, baseline] = [sideIn(facts.current), sideIn(facts.baseline)];
  if (current === null || baseline === null) return null;
  const href = (side: string) => visit.answers({ alert: id, side, figure: 'present' });
  return {
    current: { ...current, href: href('current') },
    baseline: { ...baseline, href: href('baseline') },
    change: (facts.change ?? null) as Change | null,
  };
}

function sideIn(fact: unknown): Omit<WindowSide, 'href'> | null {
  const { present, responses, after, until } = (fact ?? {}) as Partial<WindowSide>;
  if (present === undefined || responses === undefined || after === undefined || until === undefined)
    return null;
  return { ...rateOf(present, responses), after, until };
}
