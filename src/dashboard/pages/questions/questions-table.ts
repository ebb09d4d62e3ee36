import { tagKey } from '../../../domain/questions/tags.ts';
import { reports } from '../../../reports/index.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type EngineColumn, engineColumns, hiddenIn } from '../../parts/table/column-menu.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { QuestionRow } from './questions-form.ts';

type Gaps = EnvelopeOf<typeof reports.gaps>;
export type GapRow = RowOf<typeof reports.gaps>;
type OnEngine = NonNullable<QuestionRow['engines']>[number];

/** A question with rates, largest gap, and runs per day; null for the brand's default. */
export interface RatedQuestion extends QuestionRow {
  readonly gap: GapRow | null;
  readonly samples: number | null;
}

/** Values of `state` in the address. */
export const STATES = ['', 'lost', 'changed', 'few', 'asked', 'paused'] as const;
export type State = (typeof STATES)[number];

export function isIn(state: State, row: RatedQuestion): boolean {
  switch (state) {
    case '':
      return true;
    case 'lost':
      return row.gap?.stands_out === true && (row.gap.gap?.points ?? 0) > 0;
    case 'changed':
      return topChange(row) !== null;
    case 'few':
      return row.active && (row.engines ?? []).every(({ rate }) => rate === null);
    case 'asked':
      return row.active;
    case 'paused':
      return !row.active;
  }
}

/** Filtered questions in the requested order, largest gap first by default. */
export function filterQuestions({ query, choice }: Visit, rows: readonly RatedQuestion[]): RatedQuestion[] {
  const find = (query.get('find') ?? '').trim().toLowerCase();
  const { tag, tag_not: not, branded, question } = choice.slice;
  const has = (row: QuestionRow, tags: readonly string[]) =>
    row.tags.some((each) => tags.some((wanted) => tagKey(wanted) === tagKey(each)));
  const found = rows.filter(
    (row) =>
      row.text.toLowerCase().includes(find) &&
      (branded === undefined || row.branded === branded) &&
      (question === undefined || question.includes(row.id)) &&
      (tag === undefined || has(row, tag)) &&
      (not === undefined || !has(row, not)),
  );
  return sorted(found, query.get('sort'));
}

/** Unknown values come last; ties keep report order. */
function sorted(rows: RatedQuestion[], sort: string | null): RatedQuestion[] {
  const by = (figureOf: (row: RatedQuestion) => number) =>
    rows.toSorted((one, other) => figureOf(other) - figureOf(one));
  const byGap = () => by(({ gap, active }) => (gap?.gap?.points ?? -200) + (active ? 0 : -400));
  switch (sort) {
    case 'text':
      return rows.toSorted((one, other) => one.text.localeCompare(other.text, 'en'));
    case 'change':
      return by((row) => Math.abs(topChange(row)?.compared?.change?.points ?? 0));
    default:
      return byGap();
  }
}

/** The engine with the most significant change; null without one. */
function topChange({ engines = [] }: QuestionRow): OnEngine | null {
  const size = ({ compared }: OnEngine) => Math.abs(compared?.change?.points ?? 0);
  let most: OnEngine | null = null;
  for (const each of engines)
    if (each.compared?.exceeds_noise && (most === null || size(each) > size(most))) most = each;
  return most;
}

/** Engines with their total answers. Every question has the same engine order. */
export function answeringEngines(rows: readonly QuestionRow[]): EngineColumn[] {
  const engines = rows[0]?.engines ?? [];
  const answers = engines.map(() => 0);
  for (const row of rows)
    for (const [place, { responses }] of (row.engines ?? []).entries())
      answers[place] = (answers[place] ?? 0) + responses;
  return engines.map(({ engine: slug, engine_name: name }, place) => ({
    slug,
    name,
    answers: answers[place] ?? 0,
  }));
}

/** Columns; all but the first can be hidden. */
export function questionColumns(engines: readonly EngineColumn[]) {
  return [
    { id: 'question', label: 'Question' },
    ...engineColumns(engines),
    { id: 'instead', label: 'Named instead' },
    { id: 'gap', label: 'Gap' },
    { id: 'change', label: 'Change' },
  ];
}

/** Questions by engine, with rates and the leading competitor. */
export function questionsTable(
  visit: Visit,
  { meta }: EnvelopeOf<typeof reports.questions>,
  gaps: Gaps,
  rows: readonly RatedQuestion[],
  answering: readonly EngineColumn[],
): Html {
  const { mayEdit } = visit;
  const sort = visit.query.get('sort') ?? '';
  const hidden = hiddenIn(visit, questionColumns(answering));
  const engines = answering.filter(({ slug }) => !hidden.includes(slug));
  const has = (id: string) => !hidden.includes(id);
  const head = (label: string, key: string, style: string) =>
    html`<th scope="col" class="${style}"${key === sort && html` aria-sort="${key === 'text' ? 'ascending' : 'descending'}"`}><a href="${key === sort ? null : here(visit, { sort: key || null, page: null })}">${label}</a></th>`;
  return html`<table class="cards questions matrix">
<caption class="unseen">Questions with each engine’s rate, and the brand named instead</caption>
<thead><tr>${mayEdit && html`<th scope="col"><span class="unseen">Choose</span></th>`}${head('Question', 'text', '')}${engines.map(({ name }) => html`<th scope="col" class="cell-head">${name}</th>`)}${has('instead') && html`<th scope="col">Named instead <small>only it / only you</small></th>`}${has('gap') && head('Gap, points', '', 'figure')}${has('change') && head('Change', 'change', 'figure')}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr${!row.active && html` class="paused"`}>
${mayEdit && html`<td class="choose"><input type="checkbox" name="q" value="${row.id}" aria-label="${row.text}"></td>`}
<th scope="row">${questionCell(visit, row)}</th>
${engines.map((engine) => engineCell(visit, meta, row, engine))}
${has('instead') && insteadCell(visit, gaps, row.gap)}
${has('gap') && gapCell(row.gap)}
${has('change') && html`<td data-label="Change" class="figure">${changeOf(row)}</td>`}
</tr>
`,
  )}</tbody></table>`;
}

function questionCell(visit: Visit, row: RatedQuestion): Html {
  const { id, text, tags, branded, active, markets, source, samples, every } = row;
  return html`<a class="plain" href="${visit.to(`questions/${id}`)}"><bdi>${text}</bdi></a><div class="about">${tags.map((tag) => html`<a class="chip" href="${here(visit, { tag, page: null })}"><bdi>${tag}</bdi></a> `)}
${branded !== 'none' && html`<span class="chip">${branded === 'self' ? 'Names you' : 'Names a competitor'}</span>`}
${!active && html`<span class="chip">${source === 'import' ? 'Imported only' : 'Paused'}</span>`}
${markets !== undefined && html`<span class="chip">Only in ${markets.join(', ')}</span>`}
${every === 'week' && html`<span class="chip">Once a week</span>`}
${samples !== null && html`<span class="chip">${samples === 1 ? 'Once' : `${samples} times`} a day</span>`}
</div>`;
}

/** An edge marks a significant change. */
function engineCell(
  visit: Visit,
  meta: Envelope['meta'],
  { id, engines = [] }: RatedQuestion,
  { slug, name }: EngineColumn,
): Html {
  const figure = engines.find(({ engine }) => engine === slug);
  const change = figure?.compared?.exceeds_noise ? (figure.compared.change ?? null) : null;
  return matrixCell({
    label: name,
    figure,
    href: visit.answers({ prompt: id, engine: slug }, meta),
    edge: change && (change.points < 0 ? 'fell' : 'rose'),
    more: change && html`<span class="unseen">, ${pointsParts(change).points} points, more than noise</span>`,
  });
}

function insteadCell(visit: Visit, gaps: Gaps, row: GapRow | null): Html {
  if (row === null) return html`<td data-label="Named instead"><span class="muted">–</span></td>`;
  const { competitor, engine_name: engine, only_it: it, only_you: you } = row;
  const [onlyIt, onlyYou] = [
    linkToAnswers(visit, reports.gaps, gaps, 'only_it', row),
    linkToAnswers(visit, reports.gaps, gaps, 'only_you', row),
  ];
  return html`<td data-label="Named instead"><bdi>${competitor}</bdi><small class="counts">${engine} <span><a class="figure-link" href="${onlyIt}">${it}</a> / <a class="figure-link" href="${onlyYou}">${you}</a></span></small></td>`;
}

function gapCell(row: GapRow | null): Html {
  if (row === null) return html`<td data-label="Gap" class="figure"><span class="muted">–</span></td>`;
  const points = row.gap && pointsParts(row.gap);
  return html`<td data-label="Gap" class="figure">${
    points === null
      ? html`<span class="few">too few</span>`
      : html`${row.stands_out ? html`<b>${points.points}</b>` : points.points}<small class="counts">${points.range}</small>`
  }</td>`;
}

function changeOf(row: RatedQuestion): Content {
  const found = topChange(row);
  const change = found?.compared?.change;
  if (found && change) {
    const isFall = change.points < 0;
    return html`<b class="${isFall ? 'worse' : 'better'}">${isFall ? '▼' : '▲'} ${pointsParts(change).points}</b><small class="counts">${found.engine_name}</small>`;
  }
  const judged = (row.engines ?? []).some(({ compared }) => compared?.change);
  return html`<span class="muted">${judged ? 'within noise' : 'too few'}</span>`;
}
