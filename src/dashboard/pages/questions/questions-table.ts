import { tagKey } from '../../../domain/tags.ts';
import { reports } from '../../../reports/index.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type EngineColumn, engineColumns, hiddenIn } from '../../parts/column-menu.ts';
import { matrixCell } from '../../parts/matrix-cell.ts';
import { answersBehind } from '../../parts/report-table.ts';
import { here, type Visit } from '../../visit.ts';
import type { QuestionRow } from './questions-form.ts';

type Gaps = EnvelopeOf<typeof reports.gaps>;
export type GapRow = RowOf<typeof reports.gaps>;
type OnEngine = NonNullable<QuestionRow['engines']>[number];

/** A question with its rates, its largest gap, and how often a day it is asked; null if as often as the brand's questions. */
export interface RatedQuestion extends QuestionRow {
  readonly gap: GapRow | null;
  readonly samples: number | null;
  /** The question that it is most alike; undefined where that was not asked for, or it is like none. */
  readonly like?: Like | undefined;
}

/** Another question whose answers are nearly those of this one, and the place of the pair among all. */
export interface Like {
  readonly other: string;
  readonly place: number;
}

/** What a list of questions can be narrowed to, by `state` in the address. */
export const STATES = ['', 'lost', 'changed', 'few', 'asked', 'paused'] as const;
export type State = (typeof STATES)[number];

export function isIn(state: State, row: RatedQuestion): boolean {
  switch (state) {
    case '':
      return true;
    case 'lost':
      return row.gap?.stands_out === true && (row.gap.gap?.points ?? 0) > 0;
    case 'changed':
      return told(row) !== null;
    case 'few':
      return row.active && (row.engines ?? []).every(({ rate }) => rate === null);
    case 'asked':
      return row.active;
    case 'paused':
      return !row.active;
  }
}

/** The questions that the bar and the search leave, in the order asked for: those with the largest gap first. */
export function wantedQuestions({ query, choice }: Visit, rows: readonly RatedQuestion[]): RatedQuestion[] {
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

/** What is not known comes last, and of what is alike, the order of the report stays. */
function sorted(rows: RatedQuestion[], sort: string | null): RatedQuestion[] {
  const by = (figureOf: (row: RatedQuestion) => number) =>
    rows.toSorted((one, other) => figureOf(other) - figureOf(one));
  const byGap = () => by(({ gap, active }) => (gap?.gap?.points ?? -200) + (active ? 0 : -400));
  switch (sort) {
    case 'text':
      return rows.toSorted((one, other) => one.text.localeCompare(other.text, 'en'));
    case 'change':
      return by((row) => Math.abs(told(row)?.compared?.change?.points ?? 0));
    case 'alike':
      // Both of a pair, one after the other.
      return byGap().toSorted((one, other) => placeOf(one) - placeOf(other));
    case 'volume':
      return by(({ web_search_volume: volume }) => volume ?? -1);
    default:
      return byGap();
  }
}

function placeOf({ like }: RatedQuestion): number {
  return like?.place ?? Number.MAX_SAFE_INTEGER;
}

/** The engine on which a change of the question exceeds noise most; null for none. */
function told({ engines = [] }: QuestionRow): OnEngine | null {
  const all = engines.filter(({ compared }) => compared?.exceeds_noise);
  const size = ({ compared }: OnEngine) => Math.abs(compared?.change?.points ?? 0);
  return all.toSorted((one, other) => size(other) - size(one))[0] ?? null;
}

/** The engines that answered any of these questions, in the order of the report, with how many answers. */
function answeringEngines(rows: readonly QuestionRow[]): EngineColumn[] {
  const answers = new Map<string, number>();
  for (const { engines = [] } of rows)
    for (const { engine, responses } of engines) answers.set(engine, (answers.get(engine) ?? 0) + responses);
  return (rows[0]?.engines ?? []).map(({ engine, engine_name: name }) => ({
    ...{ slug: engine, name },
    answers: answers.get(engine) ?? 0,
  }));
}

/** The columns of the table, of which all but the first may be hidden. */
export function questionColumns(rows: readonly QuestionRow[]) {
  return [
    { id: 'question', label: 'Question' },
    ...engineColumns(answeringEngines(rows)),
    { id: 'instead', label: 'Named instead' },
    { id: 'gap', label: 'Gap' },
    { id: 'change', label: 'Change' },
    { id: 'volume', label: 'Searches a month' },
  ];
}

/** Questions by engines, each cell with its rate, and beside them who is named instead. */
export function questionsTable(
  visit: Visit,
  { data, meta }: EnvelopeOf<typeof reports.questions>,
  gaps: Gaps,
  rows: readonly RatedQuestion[],
): Html {
  const { mayEdit } = visit;
  const sort = visit.query.get('sort') ?? '';
  const hidden = hiddenIn(visit, questionColumns(data));
  const engines = answeringEngines(data).filter(({ slug }) => !hidden.includes(slug));
  const has = (id: string) => !hidden.includes(id);
  const head = (label: string, key: string, style: string) =>
    html`<th scope="col" class="${style}"${key === sort && html` aria-sort="${key === 'text' ? 'ascending' : 'descending'}"`}><a href="${here(visit, { sort: key || null, page: null })}">${label}</a></th>`;
  return html`<table class="cards questions matrix">
<caption class="unseen">Questions with the rate of each engine, and who is named instead</caption>
<thead><tr>${mayEdit && html`<th scope="col"><span class="unseen">Choose</span></th>`}${head('Question', 'text', '')}${engines.map(({ name }) => html`<th scope="col" class="cell-head">${name}</th>`)}${has('instead') && html`<th scope="col">Named instead <small>only it / only you</small></th>`}${has('gap') && head('Gap, points', '', 'figure')}${has('change') && head('Change', 'change', 'figure')}${has('volume') && head('Searches a month', 'volume', 'figure')}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr${!row.active && html` class="paused"`}>
${mayEdit && html`<td class="choose"><input type="checkbox" name="q" value="${row.id}" aria-label="${row.text}"></td>`}
<th scope="row">${questionCell(visit, row)}</th>
${engines.map((engine) => engineCell(visit, meta, row, engine))}
${has('instead') && insteadCell(visit, gaps, row.gap)}
${has('gap') && gapCell(row.gap)}
${has('change') && html`<td data-label="Change" class="figure">${changeOf(row)}</td>`}
${has('volume') && html`<td data-label="Searches a month" class="figure">${volumeText(row)}</td>`}
</tr>
`,
  )}</tbody></table>`;
}

function questionCell(visit: Visit, row: RatedQuestion): Html {
  const { id, text, tags, branded, active, markets, source, samples, like } = row;
  return html`<a class="plain" href="${visit.to(`questions/${id}`)}"><bdi>${text}</bdi></a><div class="about">${tags.map((tag) => html`<a class="chip" href="${here(visit, { tag, page: null })}"><bdi>${tag}</bdi></a> `)}
${branded !== 'none' && html`<span class="chip">${branded === 'self' ? 'Names you' : 'Names a competitor'}</span>`}
${!active && html`<span class="chip">${source === 'import' ? 'Only imported, not asked' : 'Paused'}</span>`}
${markets !== undefined && html`<span class="chip">Only in ${markets.join(', ')}</span>`}
${samples !== null && html`<span class="chip">${samples === 1 ? 'Once' : `${samples} times`} a day</span>`}
${like !== undefined && html`<span>nearly the same as <bdi>${like.other}</bdi></span>`}</div>`;
}

/** An edge is a change that exceeds noise. */
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
    answersBehind(visit, reports.gaps, gaps, 'only_it', row),
    answersBehind(visit, reports.gaps, gaps, 'only_you', row),
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
  const found = told(row);
  const change = found?.compared?.change;
  if (found && change) {
    const isFall = change.points < 0;
    return html`<b class="${isFall ? 'worse' : 'better'}">${isFall ? '▼' : '▲'} ${pointsParts(change).points}</b><small class="counts">${found.engine_name}</small>`;
  }
  const judged = (row.engines ?? []).some(({ compared }) => compared?.change);
  return html`<span class="muted">${judged ? 'within noise' : 'too few'}</span>`;
}

/** Not checked, and looked up without a figure, are not zero. */
export function volumeText({ web_search_volume: volume, volume_checked_at: checked }: QuestionRow): Html {
  if (volume !== null) return html`${volume.toLocaleString('en-US')}`;
  return html`<span class="muted">${checked === null ? 'not checked' : 'no figure'}</span>`;
}
