import type { ChangeState } from '../../../domain/alerts/change.ts';
import { changeLine } from '../../../domain/alerts/change-words.ts';
import { reports } from '../../../reports/index.ts';
import { dayText } from '../../charts/days.ts';
import type { MarkKind, TrendMark } from '../../charts/trend.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Days, eventsOf } from './events.ts';
import type { OutsideChange } from './outside.ts';
import { STATE_WORDS } from './state-words.ts';

/** An alert, a brand event, or a change from outside, marked in charts over time and listed below them. */
export interface Mark extends TrendMark {
  /** Its engines; empty for all. */
  readonly engines: readonly string[];
  /** For alerts, whether their change holds; null for others. */
  readonly state: ChangeState | null;
  readonly href: string | null;
}

const ALERT_SIGN = '▼';

/** Maximum page size of /alerts. */
const MOST_ALERTS = '200';

/**
 * Alerts, events, and changes from outside in some days, oldest first, with numbered events and lettered changes. Alerts and events are
 * limited to pages that a client link includes.
 */
export async function marksIn(visit: Visit, days: Days, outside: readonly OutsideChange[]): Promise<Mark[]> {
  // A model's first answer is a change from outside.
  const noted = (await eventsOf(visit, days)).filter(
    (each) => each.source !== 'answers' || each.kind !== 'model',
  );
  const events = noted.toReversed().map(
    ({ day, text }, place): Mark => ({
      at: day,
      sign: String(place + 1),
      text,
      kind: 'event',
      engines: [],
      state: null,
      href: visit.to('events'),
    }),
  );
  return [...events, ...outside.map(outsideMark), ...(await alertsIn(visit, days))].sort((one, other) =>
    one.at < other.at ? -1 : 1,
  );
}

function outsideMark({ letter, what, day, names, engines, source }: OutsideChange): Mark {
  return {
    at: day,
    sign: letter,
    text: `${names.join(', ')}: ${what}`,
    kind: 'outside',
    engines,
    state: null,
    href: source,
  };
}

async function alertsIn(visit: Visit, { from, until }: Days): Promise<Mark[]> {
  if (!visit.mayOpen('alerts')) return [];
  const { market } = await visit.ofOneMarket();
  const asked = { limit: MOST_ALERTS, ...(market === undefined ? {} : { market }) };
  const { data } = await visit.report(reports.alerts, asked);
  const { data: changes } = await visit.report(reports.changes, asked);
  return data
    .filter(({ created_at: at }) => from <= at && at <= until)
    .map(({ id, title, state, facts, change, created_at: at }): Mark => {
      const engine = typeof facts.engine === 'string' ? facts.engine : null;
      const told = changes.find((each) => each.id === change);
      return {
        at,
        sign: ALERT_SIGN,
        text: told ? changeLine(told, { brand: visit.brand.name, now: visit.now }) : title,
        kind: 'alert',
        engines: engine === null ? [] : [engine],
        state,
        href: visit.to(`alerts/${id}`),
      };
    });
}

/** One engine's marks, and marks for all engines. */
export function marksOn(marks: readonly Mark[], engine: string): Mark[] {
  return marks.filter(({ engines }) => engines.length === 0 || engines.includes(engine));
}

/** The key to the chart marks. Client links without alerts have none. */
export function markList(visit: Visit, marks: readonly Mark[]): Html | null {
  if (visit.viewer.kind !== 'user' && marks.length === 0) return null;
  return html`<section aria-labelledby="marks"><h2 id="marks">Marks</h2>
<p class="help">They happened on these days; that does not mean that they caused a change.</p>
${
  marks.length === 0
    ? html`<p class="empty">No events, alerts, or known changes from outside in this window.</p>`
    : html`<table class="marks"><caption class="unseen">Alerts, events, and changes from outside in these days</caption><thead class="unseen"><tr><th scope="col">Sign</th><th scope="col">Day</th><th scope="col">What</th><th scope="col">State</th></tr></thead>
<tbody>${marks.map(markRow)}</tbody></table>`
}</section>`;
}

function markRow(mark: Mark): Html {
  const { at, kind, state } = mark;
  return html`<tr><td>${markSign(mark)}</td><td><time datetime="${at}">${dayText(at)}</time></td><td>${markLink(mark)}</td><td class="small muted">${kind === 'alert' ? state && STATE_WORDS[state] : KINDS[kind]}</td></tr>`;
}

const KINDS: Readonly<Record<Exclude<MarkKind, 'alert'>, string>> = {
  event: 'Event',
  outside: 'From outside',
};

const SIGNS: Readonly<Record<MarkKind, string>> = {
  alert: 'mark-sign alert-sign',
  event: 'mark-sign',
  outside: 'mark-sign letter',
};

export function markSign({ sign, kind }: Mark): Html {
  return html`<b class="${SIGNS[kind]}">${sign}</b>`;
}

export function markLink({ href, text, kind }: Mark): Html {
  return html`<a class="figure-link" href="${href}"${kind === 'outside' && html` rel="noopener nofollow"`}><bdi>${text}</bdi></a>`;
}
