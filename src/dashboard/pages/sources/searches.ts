import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { findForm, isFound } from '../../parts/bar/find-form.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { tablePage } from '../../parts/table/pagination.ts';
import { figureLink } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { siteLink } from './site-links.ts';

export const searchRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/searches', who: 'viewer', shared: 'sources', get: searchesPage },
];

type Searches = EnvelopeOf<typeof reports.searches>;
type SearchRow = RowOf<typeof reports.searches>;

/** One query's rows by engine, most answers first. */
type Query = readonly [SearchRow, ...SearchRow[]];

/** A question with its most frequent queries; null for queries without a known question. */
interface Asked {
  readonly question: SearchRow['prompts'][number] | null;
  readonly queries: readonly Query[];
}

/** Questions per page. */
const QUESTIONS_A_PAGE = 25;

/** Engine searches by question. */
async function searchesPage(visit: Visit) {
  const searches = await visit.figures(reports.searches);
  const found = searches.data.filter(({ query, prompts, domains }) =>
    isFound(visit, [query, ...prompts.map(({ text }) => text), ...domains.map(({ domain }) => domain)]),
  );
  const slice = tablePage(visit, byQuestion(queriesIn(found)), QUESTIONS_A_PAGE);
  return page({
    title: `Searches · ${visit.brand.name}`,
    figures: [reports.searches],
    csv: [{ label: 'Searches', href: visit.to('csv/searches') }],
    main: html`<header class="page-head">
<h1>Searches by engines</h1>
<p class="lead">${windowText(searches.meta)}</p>
</header>
${
  searches.data.length === 0
    ? emptyState(visit, 'No searches in this window. Not every engine reports its searches.', {
        text: 'Go to Engines and keys',
        page: 'collecting',
      })
    : html`<div class="filters">${findForm(visit, `Find in ${searches.data.length} searches`, [])}</div>
${slice.rows.length === 0 ? html`<p class="empty">None of these searches fits. <a href="${here(visit, { find: null })}">Show all ${searches.data.length}</a></p>` : table(visit, searches, slice.rows)}
${slice.pager}
<p class="help">${visit.mayOpen('questions') ? 'Each search is under its most frequent question. ' : 'Searches in the engines’ words. This link does not show the questions. '}${noteUnder(reports.searches, searches)}</p>`
}`,
  });
}

/** Queries in report order; variants by case or engine stay together. */
function queriesIn(rows: readonly SearchRow[]): Query[] {
  const byQuery = Map.groupBy(rows, ({ query }) => query.toLowerCase());
  return [...byQuery.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

/** Questions with the most answers first. */
function byQuestion(queries: readonly Query[]): Asked[] {
  const groups = [...Map.groupBy(queries, ([{ prompts }]) => prompts[0]?.id ?? null).values()];
  return groups
    .map((own) => ({ question: own[0]?.[0].prompts[0] ?? null, queries: own }))
    .toSorted((a, b) => answersOf(b) - answersOf(a));
}

function answersOf({ queries }: Asked): number {
  return queries.flat().reduce((sum, { answers }) => sum + answers, 0);
}

const HEADS = ['Search', 'Answers naming you, by engine', 'Domains cited'];

function table(visit: Visit, searches: Searches, asked: readonly Asked[]): Html {
  return html`<section aria-label="Searches"><table class="cards searches"><caption class="unseen">Searches by question</caption>
<thead><tr>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
${asked.map(
  ({ question, queries }) => html`<tbody>
${question !== null && html`<tr class="group"><th scope="rowgroup" colspan="${HEADS.length}"><a class="plain" href="${visit.to(`questions/${question.id}`)}"><bdi>${question.text}</bdi></a></th></tr>`}
${queries.map((query) => rowOf(visit, searches, query))}</tbody>
`,
)}</table></section>`;
}

function rowOf(visit: Visit, searches: Searches, query: Query): Html {
  const [{ query: text, prompts_total: prompts, domains_total: all }] = query;
  const figure = (id: 'answers' | 'answers_naming_you', row: SearchRow) =>
    figureLink(visit, reports.searches, searches, id, row);
  const engines = query.map(
    (row) =>
      html`<span>${row.engine_name} ${figure('answers_naming_you', row)} of ${figure('answers', row)}</span> `,
  );
  const domains = [...new Set(query.flatMap((row) => row.domains.map(({ domain }) => domain)))].slice(
    0,
    MOST_DOMAINS,
  );
  const more = Math.max(0, all - domains.length);
  return html`<tr><th scope="row"><bdi>${text}</bdi>${prompts > 1 && visit.mayOpen('questions') && html` <small class="muted">and ${prompts - 1} more ${prompts === 2 ? 'question' : 'questions'}</small>`}</th>
<td data-label="Naming you"><span class="rivals">${engines}</span></td>
<td data-label="${HEADS[2]}"><small>${domains.map((domain) => html`${siteLink(visit, domain)} `)}${more > 0 && `and ${more} more`}</small></td></tr>
`;
}

const MOST_DOMAINS = 3;
