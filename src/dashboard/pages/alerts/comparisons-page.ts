import { ALERT_KINDS } from '../../../domain/alerts/alert-rules.ts';
import { changeStart, changeWord } from '../../../domain/alerts/change-words.ts';
import { parseInstant } from '../../../domain/time/instant.ts';
import { type Comparison, closestOfEachChange } from '../../../reports/alerts/comparisons.ts';
import { reports } from '../../../reports/index.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';
import { daysText } from '../../charts/days.ts';
import { partsOf, type RateFigure } from '../../charts/rates.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import { rateContent } from '../../parts/table/report-table.ts';
import { gateWords, neededWords } from '../../parts/words/gate-words.ts';
import { KIND_LABELS, measureLabel } from '../../parts/words/kind-words.ts';
import { newestComparisons } from '../../parts/words/newest-comparisons.ts';
import type { ChangeRow } from '../../parts/words/rows.ts';
import { type Verdict, type VerdictKind, verdictsOn } from '../../parts/words/verdict.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

export const comparisonRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/comparisons',
    who: 'viewer',
    shared: 'alerts',
    get: async (visit) => {
      const evaluation = await evaluationAt(visit);
      const filters = filtersOf(visit);
      const shown = matching(evaluation.rows, filters, visit.choice.engines);
      const { market } = await visit.ofOneMarket();
      const { data: changes } = await visit.report(reports.changes, { market, limit: '200' });
      return page({
        title: `All checks · ${visit.brand.name}`,
        rowsOf: { engines: [...new Set(evaluation.rows.map(({ engine }) => engine))], market: true },
        csv: [{ label: 'Comparisons', href: visit.to('csv/comparisons', { window: '90d', limit: '200' }) }],
        main: html`<header class="page-head">
<h1>All checks</h1>
<p class="lead">Each engine with itself: the 7 days to ${evaluation.at === null ? 'now' : visit.times.of(evaluation.at)}, against the 28 days before. A change that an alert reported is shown over its own days. One that raised no alert may still be real.</p>
</header>
${evaluation.at === null ? html`<p class="empty">${evaluation.note}</p>` : body(visit, evaluation, { filters, shown, changes })}`,
      });
    },
  },
];

interface Evaluation {
  /** Null without an evaluation. */
  readonly at: string | null;
  readonly rows: readonly Comparison[];
  readonly note: string;
}

/** The newest evaluation at `as_of`, or now by default. */
async function evaluationAt(visit: Visit): Promise<Evaluation> {
  const asOf = visit.query.get('as_of');
  const isPast = asOf !== null && (parseInstant(asOf) ?? Number.POSITIVE_INFINITY) <= visit.now;
  const query = { days: '365', ...(isPast ? { until: asOf } : {}) };
  const { market } = await visit.ofOneMarket();
  const { data: rows, meta } = await newestComparisons(visit, { ...query, market });
  return { at: rows[0]?.evaluated_at ?? null, rows, note: meta.note };
}

interface Filters {
  readonly kind: string | null;
  /** `reported`: raised an alert; `held`: did not. */
  readonly state: string | null;
}

function filtersOf({ query }: Visit): Filters {
  const given = (name: string) => query.get(name) || null;
  return { kind: given('kind'), state: given('state') };
}

/** One row per change: its kind closest to an alert; or every row of one kind. */
function matching(
  rows: readonly Comparison[],
  { kind, state }: Filters,
  engines: readonly string[],
): readonly Comparison[] {
  const chosen = kind === null ? closestOfEachChange(rows) : rows.filter((row) => row.kind === kind);
  return chosen.filter(
    (row) =>
      (engines.length === 0 || engines.includes(row.engine)) &&
      (state === null || (state === 'reported') === isReported(row)),
  );
}

/** Whether this or an earlier alert reports the change. */
function isReported({ gate }: Comparison): boolean {
  return gate === null || gate === 'episode_open';
}

interface FilteredRows {
  readonly filters: Filters;
  readonly shown: readonly Comparison[];
  readonly changes: readonly ChangeRow[];
}

function body(visit: Visit, { at, rows }: Evaluation, { filters, shown, changes }: FilteredRows): Html {
  return html`<p>${resultsIn(rows)}</p>
${filterForm(visit, rows, filters)}
${shown.length === 0 ? html`<p class="empty">No comparison fits. <a href="${visit.to('comparisons', { as_of: visit.query.get('as_of') })}">Show all</a></p>` : groups(visit, shown, changes)}
${pagesOf(visit, at, filters)}
<p class="help">Open a line for its days and answers. Answers needed: the number that each side needs to tell a difference this large from noise.</p>`;
}

/** Result counts: `36 comparisons: 3 part of an alert, 12 within noise.` */
function resultsIn(rows: readonly Comparison[]): string {
  const changes = closestOfEachChange(rows);
  const results = Map.groupBy(changes, (row) => gateWords(row).label.toLowerCase());
  const parts = [...results].map(([label, of]) => `${of.length} ${label}`);
  return `${changes.length} ${changes.length === 1 ? 'comparison' : 'comparisons'}: ${parts.join(', ')}.`;
}

const STATES = { reported: 'Raised an alert', held: 'No alert' } as const;

function filterForm(visit: Visit, rows: readonly Comparison[], { kind, state }: Filters): Html {
  const asOf = visit.query.get('as_of');
  const kinds = ALERT_KINDS.filter((each) => rows.some((row) => row.kind === each));
  const select = (
    name: string,
    label: string,
    all: string,
    options: readonly Option[],
    chosen: string | null,
  ) =>
    html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${optionList([['', all], ...options], chosen)}</select></div>`;
  return html`<form class="filter-form" method="get" action="${visit.path}">${choiceFields(visit)}
${asOf !== null && html`<input type="hidden" name="as_of" value="${asOf}">`}
${select(
  'kind',
  'Kind',
  'Each change once',
  kinds.map((each) => [each, KIND_LABELS[each]]),
  kind,
)}
${select('state', 'Result', 'Every result', Object.entries(STATES), state)}
<button>Show</button>
</form>`;
}

/** A comparison with its verdict. */
interface Judged {
  readonly row: Comparison;
  readonly verdict: Verdict | null;
  /** The change that its alert reported; null for none. */
  readonly told: ChangeRow | null;
}

/** Changes beyond noise come first; those with too few answers are folded. */
function groups(visit: Visit, rows: readonly Comparison[], changes: readonly ChangeRow[]): Html {
  const judged = rows.map(
    (row): Judged => ({
      row,
      verdict: verdictsOn([row])[0] ?? null,
      told: (isReported(row) && changes.find((each) => isOf(row, each))) || null,
    }),
  );
  const of = (...kinds: readonly VerdictKind[]) =>
    judged.filter(({ verdict }) => verdict !== null && kinds.includes(verdict.kind));
  const [larger, noise] = [of('reported', 'held'), of('noise')];
  const few = judged.filter((each) => !larger.includes(each) && !noise.includes(each));
  return html`${larger.length > 0 && group(visit, 'Larger than noise', larger)}
${noise.length > 0 && group(visit, 'Not larger than noise', noise)}
${
  few.length > 0 &&
  html`<details class="figures"${larger.length + noise.length === 0 && html` open`}><summary>${few.length} with too few answers</summary>${linesOf(visit, few)}</details>`
}`;
}

function group(visit: Visit, title: string, judged: readonly Judged[]): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${linesOf(visit, judged)}</section>`;
}

function linesOf(visit: Visit, judged: readonly Judged[]): Html {
  return html`<ul class="comparisons">${judged.map((each) => lineOf(visit, each))}</ul>`;
}

/** Whether a comparison's alert is the change's, and about the same share. */
function isOf({ alert, measure, brand }: Comparison, change: ChangeRow): boolean {
  const isSame = change.measure === measure && (change.competitor ?? brand) === brand;
  return isSame && change.alerts.some((id) => id === alert);
}

/** One line that opens to both sides' counts, the reason, and the answers needed. A reported change has its own figures. */
function lineOf(visit: Visit, { row, verdict, told }: Judged): Html {
  const needed = neededWords(row);
  const change = told === null ? row.change : told.difference;
  const [now, before] = told === null ? [row.current, row.baseline] : [told.since, told.before];
  const points = change && pointsParts(change);
  const style = change === null ? 'few' : excludesZero(change) ? 'beyond' : 'within';
  return html`<li><details class="comparison"><summary>
<b class="verdict ${verdict?.kind ?? 'few'}">${verdict === null ? gateWords(row).label : verdictWord(verdict)}</b>
<span class="what"><b>${row.engine_name}</b> <bdi>${measureLabel(row, visit.brand.name)}</bdi>${told && html` <small>${changeStart(told, visit.now)}</small>`}</span>
<span>${percentOf(now)} <small>from ${percentOf(before)}</small></span>
<span class="${style}">${points === null ? 'no rate to compare' : html`<b>${points.points}</b> <small>${points.range}</small>`}</span>
</summary>
<dl>
${told && (['since', 'before'] as const).map((side) => html`<div><dt>${daysText(told[side].window.from, told[side].window.until)}</dt><dd><a class="figure-link" href="${visit.answers({ change: told.id, side, figure: 'present' })}">${rateContent(partsOf(told[side]))}</a></dd></div>`)}
${(['current', 'baseline'] as const).map((side) => html`<div><dt>${told && 'This check: '}${daysText(row[side].after, row[side].until)}</dt><dd>${sideOf(visit, row, side)}</dd></div>`)}
<div><dt>Why</dt><dd>${gateWords(row).why}${row.alert !== null && html` <a href="${visit.to(`alerts/${row.alert}`)}">The alert</a>`}</dd></div>
${needed !== null && html`<div><dt>Answers needed</dt><dd>${needed.answers}${needed.pace && html` <small>${needed.pace}</small>`}</dd></div>`}
</dl></details></li>
`;
}

function percentOf(figure: RateFigure): string {
  const { percent, counts } = partsOf(figure);
  return percent ?? counts;
}

function sideOf(visit: Visit, row: Comparison, side: 'current' | 'baseline'): Html {
  const figure: RateFigure = row[side];
  const content = rateContent(partsOf(figure));
  if (figure.responses === 0) return html`<div>${content}${othersText(row, side)}</div>`;
  const shown = figure.present > 0 ? 'present' : 'responses';
  return html`<a class="figure-link" href="${visit.answers({ comparison: row.id, side, figure: shown })}">${content}</a>${othersText(row, side)}`;
}

/** Answers to questions of one window only. The result includes them in "answers needed"; the rate does not. */
function othersText(row: Comparison, side: 'current' | 'baseline'): Html | null {
  const others = row[side].responses_to_all_prompts - row[side].responses;
  if (row.gate !== 'too_few_answers' || others === 0) return null;
  return html` <small>plus ${others} to questions asked in only one window</small>`;
}

/** Links to earlier evaluations and to the newest. */
function pagesOf(visit: Visit, at: string | null, filters: Filters): Html {
  const before = at === null ? null : new Date(Date.parse(at) - 1).toISOString();
  const isNewest = visit.query.get('as_of') === null;
  return html`<nav class="row" aria-label="Evaluations">
${!isNewest && html`<a href="${visit.to('comparisons', { ...filters })}">Newest evaluation</a>`}
${before !== null && html`<a href="${visit.to('comparisons', { ...filters, as_of: before })}">Earlier evaluation</a>`}
</nav>`;
}

/** A verdict in one to three words, with an arrow if it has a direction. */
function verdictWord({ kind, direction, row }: Verdict): string {
  const sign = direction < 0 ? '▼' : '▲';
  if (kind === 'reported') {
    return `${sign} ${changeWord({ state: 'holds', measure: row.measure, direction: direction < 0 ? 'fell' : 'rose' })}`;
  }
  const { label } = gateWords(row);
  return kind === 'held' ? `${sign} ${label}` : label;
}
