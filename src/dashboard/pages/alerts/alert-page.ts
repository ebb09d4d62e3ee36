import { BASELINE_DAYS, CURRENT_DAYS } from '../../../domain/alerts/alert-rules.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { daysText, dayText } from '../../charts/days.ts';
import { type Change, pointsParts, windowsFigure } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { type AlertFacts, eventIn, factsOf, termsIn } from '../../parts/words/alert-facts.ts';
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
  facts === null
    ? html`<p><bdi>${alert.detail}</bdi></p>`
    : html`${change && drawn(visit, facts, change)}
${isOfNaming(facts) && (await lineSection(visit, alert, facts, change?.likely_start ?? null))}
${(await whySection(visit, alert, facts)) ?? parts(visit, alert)}
${await evidence(visit, alert, facts)}
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

/** Whether a chart of naming rates shows the change. */
function isOfNaming({ kind }: AlertFacts): boolean {
  return kind === 'visibility_drop' || kind === 'visibility_rise' || kind === 'engine_blackout';
}

function isDrop({ kind }: AlertRow): boolean {
  return kind === 'visibility_drop' || kind === 'engine_blackout';
}

type Side = 'current' | 'baseline';

/** One window's answers: all, or only those that the alert counts. */
function answersOf(visit: Visit, { id }: AlertRow, side: Side, figure: 'present' | 'responses') {
  return visit.answers({ alert: id, side, figure });
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
<p>${beganText(change)}</p></section>`;
}

function beganText({ likely_start: start, found }: ChangeRow): string {
  if (start === null) return `It began by ${dayText(found)} at the latest.`;
  const days = daysText(start.from, start.until);
  const when = days.includes(' to ') ? `between ${days.replace(' to ', ' and ')}` : `on ${days}`;
  return `It most likely began ${when}. Answers of that time are on neither side.`;
}

/** Links to the answers, most useful first. */
function answerLinks(
  visit: Visit,
  alert: AlertRow,
  facts: AlertFacts,
): { text: string; href: string | null }[] {
  const { current, baseline } = facts;
  const counted = (side: Side, days: string) => ({
    text: `The ${facts[side].present} of ${facts[side].responses} in ${days}`,
    href: answersOf(visit, alert, side, 'present'),
  });
  const missing = current.responses - current.present;
  const without = {
    text: `${missing} ${missing === 1 ? 'answer does' : 'answers do'} not name ${facts.brand}`,
    href: visit.answers({ alert: alert.id, side: 'current', figure: 'responses', names_not: 'self' }),
  };
  return [
    ...(isDrop(alert) && missing > 0 ? [without] : []),
    ...(current.present > 0 ? [counted('current', `the ${CURRENT_DAYS} days`)] : []),
    ...(baseline.present > 0 ? [counted('baseline', `the ${BASELINE_DAYS} days before`)] : []),
  ];
}

/** The alert's tests with their figures. */
function tests(visit: Visit, alert: AlertRow, facts: AlertFacts): Html {
  const { current, baseline, change, change_with_same_mix: sameMix } = facts;
  const both = Math.abs(change.points - sameMix.points) >= 0.05;
  const rows: readonly (readonly [string, string])[] = [
    [
      'Enough answers',
      `${current.responses} and ${baseline.responses}, each at least ${facts.min_sample_each_side}`,
    ],
    ['Large enough', `${pointsParts(change).points} points, at least ${facts.min_delta_points} either way`],
    ['Larger than noise', `95% interval ${pointsParts(change).range} points, without zero`],
    [
      'Like with like',
      `the ${facts.shared_prompts} questions asked in both windows; ${both ? `weighted alike in both, ${changeText(sameMix)}` : 'weighted alike in both, the change is the same'}`,
    ],
    ['Lasting', `in ${facts.held_on_evaluations} daily checks in a row`],
  ];
  return html`<section><h2>Tests it passed</h2>
<ul class="answer-links">${answerLinks(visit, alert, facts).map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}</ul>
<dl class="tests">${rows.map(([name, text]) => html`<div><dt>${name}</dt><dd><span class="passed" aria-hidden="true">✓</span> ${text}</dd></div>`)}</dl></section>`;
}

function parts(visit: Visit, alert: AlertRow): Html | null {
  const terms = termsIn(alert.facts);
  if (terms.length === 0 || !visit.mayOpen('questions')) return null;
  const address = (question: string) =>
    visit.answers({ alert: alert.id, side: 'current', figure: 'responses', prompt: question });
  return html`<section><h2>Where the change is</h2>
<p class="help">Its largest parts beyond noise. They locate the change; they do not explain its cause.</p>
<dl class="tests">${terms.map(
    ({ term, question, ...change }) =>
      html`<div><dt>${question === null ? term.replaceAll('_', ' ') : html`<a href="${address(question.id)}"><bdi>${question.text}</bdi></a>`}</dt><dd>${changeText(change)}</dd></div>`,
  )}</dl></section>`;
}

function changeText(change: Change): string {
  const { points, range } = pointsParts(change);
  return `${points} points (${range})`;
}

async function evidence(visit: Visit, alert: AlertRow, facts: AlertFacts): Promise<Html> {
  const isAboutNames = ['visibility_drop', 'engine_blackout', 'competitor_overtook'].includes(alert.kind);
  return html`<div class="columns">
${await answersSection(visit, alert, { isDrop: isDrop(alert), all: null })}
${tests(visit, alert, facts)}
${isAboutNames && (await namedInstead(visit, facts))}
</div>`;
}

/** Competitors named in the alert's window, in answers to every question, as in /competitors. */
async function namedInstead(visit: Visit, { brand, engine, current }: AlertFacts): Promise<Html | null> {
  const query = { engine, days: String(CURRENT_DAYS), until: current.until };
  const { data, meta } = await visit.report(reports.competitors, query);
  const rows = data.filter(({ answers_naming_them: named }) => named > 0);
  if (rows.length === 0) return null;
  const link = (count: number, names: Readonly<Record<string, string>>) =>
    count === 0
      ? '0'
      : html`<a class="figure-link" href="${visit.answers({ engine, ...names }, meta)}">${count}</a>`;
  return html`<section><h2>Who was named instead</h2>
<p class="help">In the same ${CURRENT_DAYS} days, in answers to every question</p>
<table class="cards"><thead><tr><th scope="col">Competitor</th><th scope="col" class="figure">Named in</th><th scope="col" class="figure">without ${brand}</th></tr></thead>
<tbody>${rows.map(
    ({ competitor, answers_naming_them: named, answers_without_you: alone, answers }) =>
      html`<tr><th scope="row"><bdi>${competitor}</bdi></th><td class="figure" data-label="Named in"><span>${link(named, { names: competitor })} of ${answers}</span></td><td class="figure" data-label="without ${brand}">${link(alone, { names: competitor, names_not: 'self' })}</td></tr>`,
  )}</tbody></table></section>`;
}

type AnswerRow = RowOf<typeof reports.answers>;

/** The newest answers as evidence: without the brand for a drop, otherwise the counted answers. */
async function answersSection(
  visit: Visit,
  alert: AlertRow,
  { isDrop, all }: { readonly isDrop: boolean; readonly all: Html | null },
): Promise<Html | null> {
  if (!visit.mayOpen('answers')) return null;
  const shown = isDrop
    ? ({ figure: 'responses', names_not: 'self' } as const)
    : ({ figure: 'present' } as const);
  const { data } = await visit.report(reports.answers, {
    alert: alert.id,
    side: 'current',
    limit: '3',
    ...shown,
  });
  if (data.length === 0) return null;
  return html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">The newest answers</h2>${all}</div>
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
