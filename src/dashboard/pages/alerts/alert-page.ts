import { SightlineError } from '../../../domain/errors.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { daysText, dayText } from '../../charts/days.ts';
import { type Change, pointsParts, windowsFigure } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { type AlertFacts, eventIn, factsOf } from '../../parts/words/alert-facts.ts';
import { KIND_LABELS } from '../../parts/words/kind-words.ts';
import type { AlertRow, ChangeRow } from '../../parts/words/rows.ts';
import { STATE_WORDS } from '../../parts/words/state-words.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { lineSection } from './alert-line.ts';
import { whySection } from './alert-why.ts';
import { markAlerts, readForm } from './read-form.ts';

export const alertPageRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/alerts/:alert',
    who: 'viewer',
    shared: 'alerts',
    opened: async (visit) => {
      await markAlerts(visit, [visit.params.alert ?? ''], true);
    },
    get: alertPage,
  },
];

async function alertPage(visit: Visit): Promise<Outcome> {
  const alert = await alertOf(visit);
  const facts = factsOf(alert);
  const change = await changeOf(visit, alert);
  return page({
    title: `${change?.sentence ?? alert.title} · ${visit.brand.name}`,
    main: html`<header class="page-head">
<div class="alert-top"><a href="${visit.to('alerts')}">Changes</a>${change && html`<span class="state ${change.state}">${STATE_WORDS[change.state]}</span>`}<span>${KIND_LABELS[alert.kind]}</span><span>alert of ${visit.times.of(alert.created_at)}</span>
${readForm(visit, [alert], { read: false, label: 'Mark as unread', back: visit.address('alerts') })}</div>
<h1><bdi>${change?.sentence ?? alert.title}</bdi></h1>
</header>
${
  facts === null || change === null
    ? html`<p><bdi>${alert.detail}</bdi></p>`
    : html`${drawn(visit, facts, change)}
${change.measure === 'visibility' && (await lineSection(visit, alert, facts, change.likely_start))}
${await whySection(visit, change)}
<div class="columns">
${await answersSection(visit, change)}
${await namedInstead(visit, change)}
${atAlert(visit, alert, facts, change)}
</div>
<details class="figures"><summary>The alert, as delivered</summary><p><b><bdi>${alert.title}</bdi></b></p><p><bdi>${alert.detail}</bdi></p></details>`
}`,
  });
}

/** @throws SightlineError `not_found`, also for another brand's alert */
async function alertOf(visit: Visit): Promise<AlertRow> {
  try {
    const { data } = await visit.report(reports.alerts, { alert: visit.params.alert ?? '' });
    const [alert] = data;
    if (alert) return alert;
  } catch (error) {
    if (!(error instanceof SightlineError && error.code === 'invalid_parameter')) throw error;
  }
  throw new SightlineError('not_found', 'There is no such alert.');
}

/** Whether engines name the brand less often. */
function isDrop({ measure, direction }: ChangeRow): boolean {
  return measure === 'visibility' && direction === 'fell';
}

/** The change that it reports; null for an alert without figures. */
async function changeOf(visit: Visit, alert: AlertRow): Promise<ChangeRow | null> {
  const { market } = await visit.ofOneMarket();
  const { data } = await visit.report(reports.changes, { id: alert.change, market });
  return data[0] ?? null;
}

/** The change's own measure over its own days. */
function drawn(visit: Visit, facts: AlertFacts, change: ChangeRow): Html {
  const side = (name: 'before' | 'since') => ({
    ...change[name],
    after: change[name].window.from,
    until: change[name].window.until,
    href: visit.answers({ change: change.id, side: name, figure: 'present' }),
  });
  const [current, baseline] = [side('since'), side('before')];
  const windows = { event: eventIn(facts), current, baseline, change: change.difference };
  const menu = copyMenu(visit, {
    name: 'windows',
    title: windows.event,
    csv: visit.to('csv/changes'),
    window: { from: baseline.after, until: current.until },
  });
  return html`<section class="alert-facts">${windowsFigure(windows, menu)}
<p>${beganText(change)}${besideLink(visit, change)}</p></section>`;
}

/** Where a competitor's rise is, over the same days. */
function besideLink(visit: Visit, { engine: on, competitor: beside }: ChangeRow): Html | null {
  const href = beside === null ? null : visit.to('competitors', { on, beside });
  return href === null ? null : html` <a href="${href}#beside">On which questions, and from which sites</a>`;
}

function beganText({ likely_start: start, found }: ChangeRow): string {
  if (start === null) return `It began by ${dayText(found)} at the latest.`;
  const days = daysText(start.from, start.until);
  const when = days.includes(' to ') ? `between ${days.replace(' to ', ' and ')}` : `on ${days}`;
  return `It most likely began ${when}. Answers of that time are on neither side.`;
}

/** The alert's own comparison, whose windows are other days than the change's, with the tests that it passed. */
function atAlert(visit: Visit, alert: AlertRow, facts: AlertFacts, change: ChangeRow): Html {
  const isFirst = change.alerts.at(-1) === alert.id;
  const side = (name: 'current' | 'baseline') => {
    const { present, responses, after, until } = facts[name];
    const counts = `${present} of ${responses}`;
    const figure = present > 0 ? 'present' : 'responses';
    return html`<a href="${visit.answers({ alert: alert.id, side: name, figure })}">${counts}</a> (${daysText(after, until)})`;
  };
  return html`<section aria-labelledby="at-alert"><h2 id="at-alert">${isFirst ? 'When it was first seen' : 'At this alert'}, ${dayText(alert.created_at)}</h2>
<p>${side('current')} against ${side('baseline')}: ${changeText(facts.change)}. An alert compares fixed days, the change above its own.</p>
<dl class="tests">${testsOf(facts).map(([name, text]) => html`<div><dt>${name}</dt><dd><span class="passed" aria-hidden="true">✓</span> ${text}</dd></div>`)}</dl></section>`;
}

/** The tests that the alert passed. */
function testsOf({ change_with_same_mix: sameMix, current, baseline, ...facts }: AlertFacts) {
  const { responses } = current;
  return [
    ['Enough answers', `${responses} and ${baseline.responses}, each at least ${facts.min_sample_each_side}`],
    ['Large enough', `at least ${facts.min_delta_points} points either way`],
    ['Larger than noise', 'its 95% interval excludes zero'],
    [
      'Like with like',
      `the ${facts.shared_prompts} questions asked in both windows; with equal weights, ${changeText(sameMix)}`,
    ],
    ['Lasting', `in ${facts.held_on_evaluations} daily checks in a row`],
  ] as const;
}

function changeText(change: Change): string {
  const { points, range } = pointsParts(change);
  return `${points} points (${range})`;
}

/** Competitors named since, in answers to every question, as in /competitors. */
async function namedInstead(visit: Visit, change: ChangeRow): Promise<Html | null> {
  if (!isDrop(change) && change.measure !== 'overtaken') return null;
  const { engine } = change;
  const { data, meta } = await visit.report(reports.competitors, { engine, ...change.since.window });
  const rows = data.filter(({ answers_naming_them: named }) => named > 0);
  if (rows.length === 0) return null;
  const link = (count: number, names: Readonly<Record<string, string>>) =>
    count === 0
      ? '0'
      : html`<a class="figure-link" href="${visit.answers({ engine, ...names }, meta)}">${count}</a>`;
  const without = `without ${visit.brand.name}`;
  return html`<section><h2>Who is named instead</h2>
<p class="help">${daysText(change.since.window.from, change.since.window.until)}, in answers to every question</p>
<table class="cards"><thead><tr><th scope="col">Competitor</th><th scope="col" class="figure">Named in</th><th scope="col" class="figure">${without}</th></tr></thead>
<tbody>${rows.map(
    ({ competitor, answers_naming_them: named, answers_without_you: alone, answers }) =>
      html`<tr><th scope="row"><bdi>${competitor}</bdi></th><td class="figure" data-label="Named in"><span>${link(named, { names: competitor })} of ${answers}</span></td><td class="figure" data-label="${without}">${link(alone, { names: competitor, names_not: 'self' })}</td></tr>`,
  )}</tbody></table></section>`;
}

type AnswerRow = RowOf<typeof reports.answers>;

/** The newest answers as evidence: without the brand for a drop, otherwise the counted answers. */
async function answersSection(visit: Visit, change: ChangeRow): Promise<Html | null> {
  if (!visit.mayOpen('answers')) return null;
  const asked = {
    ...{ change: change.id, side: 'since' },
    ...(isDrop(change) ? { figure: 'responses', names_not: 'self' } : { figure: 'present' }),
  };
  const { data } = await visit.report(reports.answers, { ...asked, limit: '3' });
  if (data.length === 0) return null;
  const all = isDrop(change) ? `Those that do not name ${visit.brand.name}` : 'All counted';
  return html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">The newest answers</h2><a href="${visit.answers(asked)}">${all}</a></div>
${data.map((answer) => quoted(visit, answer))}</section>`;
}

/** An answer's quote about the first brand it names, and the brands it names. */
function quoted(
  visit: Visit,
  { id, prompt, answer, mentions, collected_at: at, citations }: AnswerRow,
): Html {
  const named = mentions.filter(({ mentioned }) => mentioned);
  const snippet = named.find((mention) => mention.snippet !== null)?.snippet ?? null;
  const said = snippet === null ? (answer ?? '').slice(0, SHOWN) : snippet;
  const names = named.map(({ brand, rank }) => (rank === null ? brand : `${brand} #${rank}`));
  const [first] = citations;
  return html`<blockquote class="quote"><p>${renderEmphasis(said)}</p>
<footer><a href="${visit.to(`answers/${id}`)}"><bdi>${prompt}</bdi></a> · ${dateText(new Date(at))}${names.length > 0 && html` · <bdi>${names.join(' · ')}</bdi>`}${first && html` · cites <bdi>${first.domain}</bdi>`}</footer></blockquote>`;
}

/** Excerpt length for an answer without brands. */
const SHOWN = 160;

/** Renders `**` emphasis. Escapes everything else. */
function renderEmphasis(snippet: string): (Html | string)[] {
  return snippet
    .split(/\*\*(.+?)\*\*/s)
    .map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));
}
