import { ALERT_KINDS, type AlertKind } from '../../../domain/alert-rules.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { alertsReadBy, markAlerts } from '../../../pipeline/watch/read-alerts.ts';
import { reports } from '../../../reports/index.ts';
import { rateText } from '../../charts/rates.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, page, redirect } from '../../outcome.ts';
import { ownPath } from '../../own-path.ts';
import { type AlertFacts, factsOf } from '../../parts/alert-facts.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { choices } from '../../parts/choices.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { KIND_LABELS } from '../../parts/kind-words.ts';
import { marketsOf } from '../../parts/markets.ts';
import type { AlertRow } from '../../parts/rows.ts';
import { dateText, readable } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, here, parametersIn, type Visit } from '../../visit.ts';
import { readForm } from './read-form.ts';

/** As many as /alerts gives at once. */
const MOST = 200;

/** More than a form of this page has. */
const MOST_MARKED = 1000;

/** Every alert, unread first. */
export const alertListRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/alerts',
    who: 'viewer',
    shared: 'alerts',
    get: async (visit) => {
      const show = showIn(visit);
      const asked = askedFor(visit, show);
      const { all, note } = await alertsOf(visit, asked);
      const kind = ALERT_KINDS.find((each) => each === visit.query.get('kind')) ?? null;
      const { engines, slice } = visit.choice;
      const isOfThem = ({ facts }: AlertRow) =>
        engines.length === 0 || engines.some((each) => facts.engine === each);
      const shown = all.filter((alert) => (kind === null || alert.kind === kind) && isOfThem(alert));
      return page({
        title: `Alerts · ${visit.brand.name}`,
        tab: 'alerts',
        rowsOf: { engines: enginesIn(all), market: slice.market !== undefined },
        csv: [
          {
            label: engines.length > 0 ? 'Alerts of every engine' : 'Alerts',
            href: visit.to('csv/alerts', { limit: String(MOST), ...asked }),
          },
        ],
        main: html`<header class="page-head">
<h1>Alerts</h1>
<p class="lead">Changes that are larger than their margin of error, and that lasted. <a href="${visit.to('comparisons')}">Every comparison</a>, with what held back the others.${visit.viewer.kind === 'user' && html` <a href="${visit.to('claim')}">Check a claim</a>: whether a sentence may be said.`}</p>
</header>
${visit.viewer.kind === 'user' && choices(visit, { name: 'show', label: 'Show', all: 'All', of: SHOWN })}
${
  all.length === 0
    ? show === null
      ? emptyList(visit, note)
      : html`<p class="empty">${NONE[show]} <a href="${here(visit, { show: null })}">Show all</a></p>`
    : html`${filterForm(visit, all, kind)}
${listOf(visit, shown, await readBy(visit))}
<p class="help">${readable(note, visit.times)}</p>`
}`,
      });
    },
    post: markFromForm,
  },
];

/** The alerts of the chosen market, or of every active one, newest first: each is about one. The note is that of the first market. */
async function alertsOf(
  visit: Visit,
  asked: Asked,
): Promise<{ readonly all: readonly AlertRow[]; readonly note: string }> {
  const limit = String(MOST);
  const { market } = visit.choice.slice;
  const active = (await marketsOf(visit)).filter((each) => each.active);
  const others = market === undefined ? active.slice(1) : [];
  const first = await visit.report(reports.alerts, { limit, market, ...asked });
  const all = [...first.data];
  for (const { name } of others)
    all.push(...(await visit.report(reports.alerts, { limit, market: name, ...asked })).data);
  return {
    all: all.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at)),
    note: first.meta.note,
  };
}

/** Which alerts are shown, by what is done about them. */
const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'handled', label: 'Handled' },
] as const;
type Show = (typeof SHOWN)[number]['value'];

const NONE: Readonly<Record<Show, string>> = {
  open: 'Every alert is marked as handled.',
  mine: 'No open alert is assigned to you.',
  handled: 'No alert is marked as handled.',
};

/** Null: all of them, as for readers who are not told what is done about them. */
function showIn({ query, viewer }: Visit): Show | null {
  const found = SHOWN.find(({ value }) => value === query.get('show'));
  return viewer.kind === 'user' ? (found?.value ?? null) : null;
}

type Asked = Readonly<{ handled?: string; assigned_to?: string }>;

function askedFor(visit: Visit, show: Show | null): Asked {
  if (show === null) return {};
  return { handled: String(show === 'handled'), ...(show === 'mine' && { assigned_to: visit.user.id }) };
}

function enginesIn(alerts: readonly AlertRow[]): string[] {
  const engines = alerts.map(({ facts }) => facts.engine);
  return [...new Set(engines.filter((each) => typeof each === 'string'))];
}

function filterForm(visit: Visit, all: readonly AlertRow[], kind: AlertKind | null): Html {
  const kinds = ALERT_KINDS.filter((each) => all.some((alert) => alert.kind === each));
  const options = kinds.map((each): Option => [each, KIND_LABELS[each]]);
  return html`<form class="filter-form" method="get" action="${visit.path}">
${choiceFields(visit)}${visit.query.has('show') && html`<input type="hidden" name="show" value="${visit.query.get('show')}">`}
<div><label for="kind">Kind</label><select id="kind" name="kind">${optionList([['', 'Every kind'], ...options], kind)}</select></div>
<button>Show</button>
</form>`;
}

/** What the user has read; all, for a reader of whom nothing is kept. */
async function readBy(visit: Visit): Promise<(alert: AlertRow) => boolean> {
  if (visit.viewer.kind !== 'user') return () => true;
  const own = await alertsReadBy(visit.db, visit.brand.id, visit.user.id);
  return ({ id }) => own.has(id);
}

function listOf(visit: Visit, shown: readonly AlertRow[], isRead: (alert: AlertRow) => boolean): Html {
  const back = addressOf(visit.path, parametersIn(visit.query));
  if (shown.length === 0) {
    return html`<p class="empty">No alert of this kind on this engine. <a href="${here(visit, { kind: null, engine: null })}">Show all</a></p>`;
  }
  const unread = shown.filter((alert) => !isRead(alert));
  const read = shown.filter(isRead);
  return html`${
    unread.length > 0 &&
    html`<section aria-labelledby="unread">
<div class="section-head"><h2 id="unread">Unread</h2>${readForm(visit, unread, { read: true, label: 'Mark all as read', back })}</div>
<ul class="alerts">${unread.map((alert) => item(visit, alert, { read: false, back }))}</ul>
</section>`
  }
${
  read.length > 0 &&
  html`<section aria-labelledby="read">
<h2 id="read">${unread.length > 0 ? 'Read' : 'All read'}</h2>
<ul class="alerts">${read.map((alert) => item(visit, alert, { read: true, back }))}</ul>
</section>`
}`;
}

function item(
  visit: Visit,
  alert: AlertRow,
  { read, back }: { readonly read: boolean; readonly back: string },
): Html {
  const { id, kind, title, detail, created_at: at } = alert;
  const facts = factsOf(alert);
  const label = html`Mark as ${read ? 'unread' : 'read'}<span class="unseen">: ${title}</span>`;
  return html`<li class="alert${!read && ' is-unread'}">
<p class="alert-meta">${!read && html`<span class="unread-mark">New</span>`}<span>${KIND_LABELS[kind]}</span><time datetime="${at}">${dateText(new Date(at))}</time>${workMark(alert)}</p>
<h3><a href="${visit.to(`alerts/${id}`)}"><bdi>${title}</bdi></a></h3>
${inShort(facts)}
<details class="alert-detail"><summary>In words</summary><p><bdi>${detail}</bdi></p></details>
${readForm(visit, [{ id }], { read: !read, label, back })}
</li>`;
}

/** Whether it is handled, or else who looks after it. */
function workMark({ handled, assigned_to: assignee }: AlertRow): Html | null {
  if (handled !== null)
    return html`<span class="chip">Handled${handled.by !== null && html` by <bdi>${handled.by}</bdi>`}</span>`;
  return assignee && html`<span>Assigned to <bdi>${assignee.name}</bdi></span>`;
}

/** The change with its interval, and the counts of both windows. */
function inShort(facts: AlertFacts | null): Html | null {
  if (facts === null) return null;
  const { change, current, baseline } = facts;
  const { points, range } = pointsParts(change);
  return html`<p class="alert-short"><b>${points} points</b> <span class="muted">(${range})</span> <span class="muted">${rateText(current)}; before ${rateText(baseline)}</span></p>`;
}

/** Where there is nothing yet: what that means, and what was looked at. */
function emptyList(visit: Visit, note: string): Html {
  return html`<div class="empty">
<p><strong>No alerts.</strong> ${readable(note, visit.times)}</p>
<p><a href="${visit.to('comparisons')}">See every comparison</a>, with what held it back.</p>
</div>`;
}

/** Whoever may read an alert may say that it was read. */
async function markFromForm(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const ids = [...new Set(form.getAll('alert'))].slice(0, MOST_MARKED);
  const read = form.get('read') !== 'false';
  const found = await markAlerts(visit.db, visit.brand.id, ids, { by: visit.user.id, read });
  if (ids.length > 0 && found === 0) throw new SightlineError('not_found', 'There is no such alert.');
  const back = form.get('back');
  return redirect(back === null ? visit.address('alerts') : ownPath(back));
}
