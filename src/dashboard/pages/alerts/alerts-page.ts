import { CHANGE_STATES, type ChangeState } from '../../../domain/alerts/change.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { counted } from '../../../domain/text.ts';
import { alertsReadBy } from '../../../pipeline/watch/read-alerts.ts';
import { reports } from '../../../reports/index.ts';
import { rateText } from '../../charts/rates.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import type { Elsewhere } from '../../parts/words/engines-now.ts';
import { KIND_LABELS } from '../../parts/words/kind-words.ts';
import { elsewhereLines, marketsOf } from '../../parts/words/markets.ts';
import type { AlertRow, ChangeRow } from '../../parts/words/rows.ts';
import { STATE_WORDS } from '../../parts/words/state-words.ts';
import { readable, shortDay } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, here, parametersIn, type Visit } from '../../visit/visit.ts';
import { markAlerts, readForm } from './read-form.ts';

/** The limit of /changes and /alerts. */
const MOST = '200';

/** More than any form of this page sends. */
const MOST_MARKED = 1000;

export const alertListRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/alerts', who: 'viewer', shared: 'alerts', get: changesPage, post: markFromForm },
];

async function changesPage(visit: Visit): Promise<Outcome> {
  const { changes, elsewhere, others, note } = await changesOf(visit);
  const { engines, slice } = visit.choice;
  const ofEngines = changes.filter(({ engine }) => engines.length === 0 || engines.includes(engine));
  const state = CHANGE_STATES.find((each) => each === visit.query.get('state')) ?? null;
  const shown = ofEngines.filter((change) => state === null || change.state === state);
  return page({
    title: `Changes · ${visit.brand.name}`,
    rowsOf: {
      engines: [...new Set(changes.map(({ engine }) => engine))],
      market: slice.market !== undefined,
    },
    csv: [
      { label: 'Changes', href: visit.to('csv/changes', { limit: MOST }) },
      {
        // /alerts takes no engine.
        label: engines.length > 0 ? 'Alerts of every engine' : 'Alerts',
        href: visit.to('csv/alerts', { limit: MOST }),
      },
    ],
    main: html`<header class="page-head">
<h1>${headline(ofEngines)}</h1>
<p class="lead">Changes that exceed their margin of error and lasted for three daily checks, each over its own days.</p>
${elsewhereLines(visit, elsewhere)}
</header>
${
  changes.length + others.length === 0
    ? emptyList(visit, note)
    : html`${stateChips(visit, ofEngines, state)}
${listOf(visit, shown, await readBy(visit))}
${others.length > 0 && html`<section aria-labelledby="others"><h2 id="others">Other alerts</h2><ul class="plain-list">${others.map(({ id, title, created_at: at }) => html`<li><a href="${visit.to(`alerts/${id}`)}"><bdi>${title}</bdi></a> <small>${shortDay(at)}</small></li>`)}</ul></section>`}
<p class="help">${readable(note, visit.times)}</p>`
}`,
  });
}

interface ListedChange extends ChangeRow {
  /** Its market, if changes of several are listed. */
  readonly where?: string;
  /** Its alerts, newest first. */
  readonly raised: readonly AlertRow[];
}

/** Changes in the chosen market, or in every active market, newest start first, with the first market's note. */
async function changesOf(visit: Visit): Promise<{
  readonly changes: readonly ListedChange[];
  /** Markets left out, with changes that hold. */
  readonly elsewhere: Elsewhere;
  /** Alerts of older changes, or without figures. */
  readonly others: readonly AlertRow[];
  readonly note: string;
}> {
  const chosen = visit.choice.slice.market;
  const active = (await marketsOf(visit)).filter((each) => each.active);
  const markets = chosen === undefined && active.length > 0 ? active.map(({ name }) => name) : [chosen];
  const changes: ListedChange[] = [];
  const several = markets.length > 1;
  let elsewhere: Elsewhere = [];
  const others: AlertRow[] = [];
  let note = '';
  for (const market of markets) {
    const asked = { limit: MOST, market };
    const [found, { data: alerts, meta }] = await Promise.all([
      visit.report(reports.changes, asked),
      visit.report(reports.alerts, asked),
    ]);
    note ||= meta.note;
    if (chosen !== undefined) elsewhere = found.meta.elsewhere;
    for (const change of found.data)
      changes.push({
        ...change,
        ...(several && { where: change.market }),
        raised: alerts.filter((alert) => alert.change === change.id),
      });
    const ids = new Set(found.data.map(({ id }) => id));
    others.push(...alerts.filter(({ change }) => !ids.has(change)));
  }
  const startOf = ({ likely_start: start, found }: ListedChange) => start?.from ?? found;
  changes.sort((one, other) => (startOf(one) < startOf(other) ? 1 : -1));
  return { changes, elsewhere, others, note };
}

function headline(changes: readonly ListedChange[]): string {
  const holding = changes.filter(({ state }) => state === 'holds').length;
  return holding === 0
    ? 'No change holds'
    : `${counted(holding, 'change')} ${holding === 1 ? 'holds' : 'hold'}`;
}

/** Whether the user has read an alert. Without a read state, every alert counts as read. */
async function readBy(visit: Visit): Promise<(alert: AlertRow) => boolean> {
  if (visit.viewer.kind !== 'user') return () => true;
  const own = await alertsReadBy(visit.db, visit.brand.id, visit.user.id);
  return ({ id }) => own.has(id);
}

function stateChips(visit: Visit, changes: readonly ListedChange[], current: ChangeState | null): Html {
  const chip = (state: ChangeState | null, count: number) =>
    count > 0 &&
    html`<a class="choice" href="${here(visit, { state })}"${state === current && html` aria-current="true"`}>${state === null ? 'All' : STATE_WORDS[state]} <span>${count}</span></a>`;
  const of = (state: ChangeState) => changes.filter((each) => each.state === state).length;
  return html`<p class="choices">${chip(null, changes.length)}${CHANGE_STATES.map((state) => chip(state, of(state)))}</p>`;
}

function listOf(visit: Visit, shown: readonly ListedChange[], isRead: (alert: AlertRow) => boolean): Html {
  if (shown.length === 0)
    return html`<p class="empty">No such change on this engine. <a href="${here(visit, { state: null, engine: null })}">Show all</a></p>`;
  const back = addressOf(visit.path, parametersIn(visit.query));
  const unread = shown.flatMap(({ raised }) => raised).filter((alert) => !isRead(alert));
  return html`${unread.length > 0 && html`<div class="section-head"><p class="unread-mark">${counted(unread.length, 'new alert')}</p>${readForm(visit, unread, { read: true, label: 'Mark all as read', back })}</div>`}
<ul class="alerts">${shown.map((change) => item(visit, change, isRead))}</ul>`;
}

function item(visit: Visit, change: ListedChange, isRead: (alert: AlertRow) => boolean): Html {
  const { sentence, state, before, since, difference, raised, where } = change;
  const [newest] = raised;
  const isNew = raised.some((alert) => !isRead(alert));
  const title = html`<bdi>${sentence}</bdi>`;
  const side = (name: 'before' | 'since') =>
    html`<a class="figure-link" href="${visit.answers({ change: change.id, side: name, figure: 'present' })}">${rateText(change[name])}</a>`;
  return html`<li class="alert${isNew && ' is-unread'}">
<h2>${newest === undefined ? title : html`<a href="${visit.to(`alerts/${newest.id}`)}">${title}</a>`}</h2>
<p class="alert-short"><span class="state ${state}">${STATE_WORDS[state]}</span> ${where && html`<bdi>${where}</bdi> `}${difference && html`<b>${pointsParts(difference).points} points</b> <span class="muted">${pointsParts(difference).range}</span>`} <span class="muted">${since.responses > 0 && html`${side('since')}; `}before ${before.responses > 0 ? side('before') : 'none'}</span></p>
<ul class="alert-meta">${raised.map((alert) => html`<li>${!isRead(alert) && html`<b class="unread-mark">New</b> `}<a href="${visit.to(`alerts/${alert.id}`)}">Alert of ${shortDay(alert.created_at)}</a>: ${KIND_LABELS[alert.kind].toLowerCase()}</li>`)}</ul>
</li>`;
}

/** The empty state, with the number of comparisons made. */
function emptyList(visit: Visit, note: string): Html {
  return html`<div class="empty">
<p><strong>No changes.</strong> ${readable(note, visit.times)}</p>
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
