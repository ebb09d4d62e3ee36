import type { reports } from '../../../reports/index.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import { partsOf } from '../../charts/rates.ts';
import { type Html, html } from '../../html.ts';
import { rateContent } from '../../parts/report-table.ts';
import { here, type Visit } from '../../visit.ts';
import type { QuestionRow } from './questions-form.ts';

/** A question with its rates, and how often a day it is asked; null if as often as the brand's questions. */
export type RatedQuestion = Required<Omit<QuestionRow, 'markets' | 'compared'>> &
  Pick<QuestionRow, 'markets'> & { readonly samples: number | null };

/** The questions that the address asks for. */
export function wantedQuestions({ query }: Visit, rows: readonly QuestionRow[]): QuestionRow[] {
  const find = (query.get('find') ?? '').trim().toLowerCase();
  const state = query.get('state') ?? '';
  const found = rows.filter(
    (row) => row.text.toLowerCase().includes(find) && (state === '' || row.active === (state === 'asked')),
  );
  return sorted(found, query.get('sort'));
}

/** Without a sort that is known, the order of the report. What is not known comes last. */
function sorted(rows: QuestionRow[], sort: string | null): QuestionRow[] {
  switch (sort) {
    case 'text':
      return rows.sort((one, other) => one.text.localeCompare(other.text, 'en'));
    case 'answers':
      return rows.sort((one, other) => other.answers - one.answers);
    case 'volume':
      return rows.sort((one, other) => (other.web_search_volume ?? -1) - (one.web_search_volume ?? -1));
    default:
      return rows;
  }
}

export function questionsTable(
  visit: Visit,
  { meta }: EnvelopeOf<typeof reports.questions>,
  rows: readonly RatedQuestion[],
): Html {
  const { mayEdit } = visit;
  const head = (label: string, sort: string | null) =>
    sort === null
      ? html`<th scope="col">${label}</th>`
      : html`<th scope="col"${visit.query.get('sort') === sort && html` aria-sort="${sort === 'text' ? 'ascending' : 'descending'}"`}><a href="${here(visit, { sort, page: null })}">${label}</a></th>`;
  return html`<table class="cards questions">
<caption class="unseen">Questions with the rate of each engine</caption>
<thead><tr>${mayEdit && html`<th scope="col"><span class="unseen">Choose</span></th>`}${head('Question', 'text')}${head('Named, by engine', null)}${head('Answers', 'answers')}${head('Searches a month', 'volume')}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr${!row.active && html` class="paused"`}>
${mayEdit && html`<td class="choose"><input type="checkbox" name="q" value="${row.id}" aria-label="${row.text}"></td>`}
<th scope="row">${questionCell(visit, row)}</th>
<td data-label="Named, by engine">${ratesOf(visit, meta, row)}</td>
<td data-label="Answers" class="figure">${row.answers === 0 ? '0' : html`<a class="figure-link" href="${visit.answers({ prompt: row.id }, meta)}">${row.answers.toLocaleString('en-US')}</a>`}</td>
<td data-label="Searches a month" class="figure">${volumeText(row)}</td>
</tr>
`,
  )}</tbody></table>`;
}

function questionCell(visit: Visit, row: RatedQuestion): Html {
  const { id, text, tags, branded, active, markets, source, samples } = row;
  return html`<bdi>${text}</bdi><div class="about">${tags.map((tag) => html`<a class="chip" href="${here(visit, { tag, page: null })}"><bdi>${tag}</bdi></a> `)}
${branded !== 'none' && html`<span class="chip">${branded === 'self' ? 'Names you' : 'Names a competitor'}</span>`}
${!active && html`<span class="chip">${source === 'import' ? 'Only imported, not asked' : 'Paused'}</span>`}
${markets !== undefined && html`<span class="chip">Only in ${markets.join(', ')}</span>`}
${samples !== null && html`<span class="chip">${samples === 1 ? 'Once' : `${samples} times`} a day</span>`}
${visit.mayEdit && html`<a href="${visit.to(`questions/${id}`)}">Edit<span class="unseen"> ${text}</span></a>`}</div>`;
}

/** Engines without an answer are left out: each has nothing to say about the question yet. */
function ratesOf(visit: Visit, meta: Envelope['meta'], { id, engines }: RatedQuestion): Html {
  const answering = engines.filter(({ responses }) => responses > 0);
  if (answering.length === 0) return html`<span class="muted">No answers in this window</span>`;
  return html`<ul class="rates">${answering.map(
    (each) => html`<li><span>${each.engine_name}</span>
<a class="figure-link" href="${visit.answers({ prompt: id, engine: each.engine }, meta)}">${rateContent(partsOf(each))}</a></li>`,
  )}</ul>`;
}

/** Not checked, and looked up without a figure, are not zero. */
function volumeText({ web_search_volume: volume, volume_checked_at: checked }: RatedQuestion): Html {
  if (volume !== null) return html`${volume.toLocaleString('en-US')}`;
  return html`<span class="muted">${checked === null ? 'not checked' : 'no figure'}</span>`;
}
