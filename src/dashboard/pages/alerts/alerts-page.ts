import { ALERT_KINDS, type AlertKind } from '../../../domain/alerts/alert-rules.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { alertsReadBy } from '../../../pipeline/watch/read-alerts.ts';
import { reports } from '../../../reports/index.ts';
import { rateText } from '../../charts/rates.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import { type AlertFacts, factsOf } from '../../parts/words/alert-facts.ts';
import { KIND_LABELS } from '../../parts/words/kind-words.ts';
import { marketsOf } from '../../parts/words/markets.ts';
import type { AlertRow } from '../../parts/words/rows.ts';
import { dateText, readable } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, here, parametersIn, type Visit } from '../../visit/visit.ts';
import { markAlerts, readForm } from './read-form.ts';

/** The limit of /alerts. */
const MOST = 200;

/** More than any form of this page sends. */
const MOST_MARKED = 1000;

export const alertListRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/alerts',
    who: 'viewer',
    shared: 'alerts',
    get: async (visit) => {
      const { all, note } = await alertsOf(visit);
      const kind = ALERT_KINDS.find((each) => each === visit.query.get('kind')) ?? null;
      const { engines, slice } = visit.choice;
      const isOfThem = ({ facts }: AlertRow) =>
        engines.length === 0 || engines.some((each) => facts.engine === each);
      const shown = all.filter((alert) => (kind === null || alert.kind === kind) && isOfThem(alert));
      return page({
        title: `Alerts · ${visit.brand.name}`,
        rowsOf: { engines: enginesIn(all), market: slice.market !== undefined },
        csv: [
          {
            label: engines.length > 0 ? 'Alerts of every engine' : 'Alerts',
            href: visit.to('csv/alerts', { limit: String(MOST) }),
          },
        ],
        main: html`<header class="page-head">
<h1>Alerts</h1>
<p class="lead">Changes that exceed their margin of error and last. <a href="${visit.to('comparisons')}">See every comparison</a> and why the others raised no alert.${visit.viewer.kind === 'user' && html` <a href="${visit.to('claim')}">Check a claim</a> against your answers.`}</p>
</header>
${
  all.length === 0
    ? emptyList(visit, note)
    : html`${filterForm(visit, all, kind)}
${listOf(visit, shown, await readBy(visit))}
<p class="help">${readable(note, visit.times)}</p>`
}`,
      });
    },
    post: markFromForm,
  },
];

/** Alerts in the chosen market, or in every active market, newest first, with the first market's note. */
async function alertsOf(visit: Visit): Promise<{ readonly all: readonly AlertRow[]; readonly note: string }> {
  const limit = String(MOST);
  const { market } = visit.choice.slice;
  const active = (await marketsOf(visit)).filter((each) => each.active);
  const others = market === undefined ? active.slice(1) : [];
  const first = await visit.report(reports.alerts, { limit, market });
  const all = [...first.data];
  for (const { name } of others)
    all.push(...(await visit.report(reports.alerts, { limit, market: name })).data);
  return {
    all: all.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at)),
    note: first.meta.note,
  };
}

function enginesIn(alerts: readonly AlertRow[]): string[] {
  const engines = alerts.map(({ facts }) => facts.engine);
  return [...new Set(engines.filter((each) => typeof each === 'string'))];
}

function filterForm(visit: Visit, all: readonly AlertRow[], kind: AlertKind | null): Html {
  const kinds = ALERT_KINDS.filter((each) => all.some((alert) => alert.kind === each));
  const options = kinds.map((each): Option => [each, KIND_LABELS[each]]);
  return html`<form class="filter-form" method="get" action="${visit.path}">
${choiceFields(visit)}
<div><label for="kind">Kind</label><select id="kind" name="kind">${optionList([['', 'Every kind'], ...options], kind)}</select></div>
<button>Show</button>
</form>`;
}

/** Whether the user has read an alert. Without a read state, every alert counts as read. */
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
<p class="alert-meta">${!read && html`<span class="unread-mark">New</span>`}<span>${KIND_LABELS[kind]}</span><time datetime="${at}">${dateText(new Date(at))}</time></p>
<h3><a href="${visit.to(`alerts/${id}`)}"><bdi>${title}</bdi></a></h3>
${inShort(facts)}
<details class="alert-detail"><summary>In words</summary><p><bdi>${detail}</bdi></p></details>
${readForm(visit, [{ id }], { read: !read, label, back })}
</li>`;
}

function inShort(facts: AlertFacts | null): Html | null {
  if (facts === null) return null;
  const { change, current, baseline } = facts;
  const { points, range } = pointsParts(change);
  return html`<p class="alert-short"><b>${points} points</b> <span class="muted">(${range})</span> <span class="muted">${rateText(current)}; before ${rateText(baseline)}</span></p>`;
}

/** The empty state, with the number of comparisons made. */
function emptyList(visit: Visit, note: string): Html {
  return html`<div class="empty">
<p><strong>No alerts.</strong> ${readable(note, visit.times)}</p>
<p><a href="${visit.to('comparisons')}">See every comparison</a> and why it raised no alert.</p>
</div>`;
}

/** Every reader of an alert may mark it as read. */
async function markFromForm(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const ids = [...new Set(form.getAll('alert'))].slice(0, MOST_MARKED);
  const found = await markAlerts(visit, ids, form.get('read') !== 'false');
  if (ids.length > 0 && found === 0) throw new SightlineError('not_found', 'There is no such alert.');
  const back = form.get('back');
  return redirect(back === null ? visit.address('alerts') : ownPath(back));
}
