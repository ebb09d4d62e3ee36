import { tagKey } from '../../../domain/questions/tags.ts';
import { reports } from '../../../reports/index.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { type EngineColumn, engineColumns, hiddenIn } from '../../parts/table/column-menu.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { QuestionRow } from './questions-form.ts';

type Gaps = EnvelopeOf<typeof reports.gaps>;
export type GapRow = RowOf<typeof reports.gaps>;

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
      return (row.engines ?? []).some(({ compared }) => compared?.exceeds_noise);
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
  switch (sort) {
    case 'text':
      return rows.toSorted((one, other) => one.text.localeCompare(other.text, 'en'));
    default:
      return by(({ gap, active }) => (gap?.gap?.points ?? -200) + (active ? 0 : -400));
  }
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
    { id: 'gap', label: 'Named instead' },
  ];
}

interface Columns {
  readonly engines: readonly EngineColumn[];
  readonly columns: ReturnType<typeof questionColumns>;
}

/** Questions by engine, with rates and the leading competitor. */
export function questionsTable(
  visit: Visit,
  { meta }: EnvelopeOf<typeof reports.questions>,
  gaps: Gaps,
  rows: readonly RatedQuestion[],
  { engines: answering, columns }: Columns,
): Html {
  const { mayEdit } = visit;
  const sort = visit.query.get('sort') ?? '';
  const hidden = hiddenIn(visit, columns);
  const engines = answering.filter(({ slug }) => !hidden.includes(slug));
  const has = (wanted: string) => columns.some(({ id }) => id === wanted) && !hidden.includes(wanted);
  const head = (label: string, key: string, style: string) =>
    html`<th scope="col" class="${style}"${key === sort && html` aria-sort="${key === 'text' ? 'ascending' : 'descending'}"`}><a href="${key === sort ? null : here(visit, { sort: key || null, page: null })}">${label}</a></th>`;
  return html`<table class="cards questions matrix">
<caption class="unseen">Questions with each engine’s rate, and the brand named instead</caption>
<thead><tr>${mayEdit && html`<th scope="col"><span class="unseen">Choose</span></th>`}${head('Question', 'text', '')}${engines.map(({ name }) => html`<th scope="col" class="cell-head">${name}</th>`)}${has('gap') && head('Named instead', '', '')}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr${!row.active && html` class="paused"`}>
${mayEdit && html`<td class="choose"><input type="checkbox" name="q" value="${row.id}" aria-label="${row.text}"></td>`}
<th scope="row">${questionCell(visit, row)}</th>
${engines.map((engine) => engineCell(visit, meta, row, engine))}
${has('gap') && gapCell(visit, gaps, row.gap)}
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

/** A change beyond noise stands in the cell that it is of. */
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
    none: 'none',
    href: visit.answers({ prompt: id, engine: slug }, meta),
    edge: change && (change.points < 0 ? 'fell' : 'rose'),
    more:
      change &&
      html` <span class="beside"><b class="${change.points < 0 ? 'worse' : 'better'}">${change.points < 0 ? '▼' : '▲'} ${pointsParts(change).points}</b></span>`,
  });
}

/** The competitor furthest ahead, with the verdict on its lead. */
function gapCell(visit: Visit, gaps: Gaps, row: GapRow | null): Html {
  if (row === null) return html`<td data-label="Named instead"><span class="muted">–</span></td>`;
  const { competitor, engine_name: engine, only_it: it, only_you: you } = row;
  const link = (id: 'only_it' | 'only_you', text: string) =>
    html`<a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, id, row)}">${text}</a>`;
  return html`<td data-label="Named instead"><div class="cell"><bdi>${competitor}</bdi> <small>${engine}</small><br>${gapVerdict(row)}<small class="counts">${link('only_it', `${it} only it`)}, ${link('only_you', `${you} only you`)}</small></div></td>`;
}

/** A lead in points if it stands out; otherwise why not. */
export function gapVerdict({ gap, stands_out: standsOut }: GapRow): Html {
  if (gap === null) return html`<span class="few">too few to judge</span>`;
  if (!standsOut) return html`<span class="muted">not told from chance</span>`;
  const { points, range } = pointsParts(gap);
  return html`<b class="${gap.points > 0 ? 'worse' : 'better'}">${points} points</b> <small>${range}</small>`;
}
