import { engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import { filtersOfAnswers } from '../../../reports/shape/columns.ts';
import { columnOf } from '../../../reports/show/table-view.ts';
import { type Html, html } from '../../markup/html.ts';
import { kindWord } from '../../parts/form/site-kinds.ts';
import type { RecommendationRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData } from './data.ts';

/** The work list has the rest. */
const MOST = 4;

/** Open sites in answers that name a competitor but not the brand. */
export function sitesSection(visit: Visit, { sites }: OverviewData): Html | null {
  if (sites === null) return null;
  const open = sites.data.filter(
    ({ kind, status }) => kind !== 'own_page' && (status === 'open' || status === 'taken'),
  );
  const shown = open.toSorted((a, b) => b.answers - a.answers).slice(0, MOST);
  return html`<section aria-labelledby="sites">
<div class="section-head"><h2 id="sites">Sites to win${visit.choice.engines.length > 1 && html` <small class="muted">on all engines</small>`}</h2><a class="not-printed" href="${visit.to('work-list')}">All sites</a></div>
${
  shown.length === 0
    ? html`<p class="empty">No answer that names only competitors cites a site.</p>`
    : html`<table class="cards sites">
<thead><tr><th scope="col">Site</th><th scope="col">Cited by</th><th scope="col" class="figure">Answers without you</th></tr></thead>
<tbody>${shown.map((row) => siteRow(visit, sites.meta, row))}</tbody></table>`
}
</section>`;
}

/** Engine names while they fit on a line. */
function enginesText(engines: readonly string[]): string {
  return engines.length > 2 ? `${engines.length} engines` : engines.map(engineNameOf).join(', ');
}

const ANSWERS = columnOf(reports.recommendations, 'rows', 'answers');

function siteRow(
  visit: Visit,
  meta: NonNullable<OverviewData['sites']>['meta'],
  row: RecommendationRow,
): Html {
  const answerFilters = filtersOfAnswers(ANSWERS, row);
  return html`<tr><th scope="row"><bdi>${row.site}</bdi> <span class="chip">${kindWord(row.kind)}</span></th>
<td data-label="Cited by"><small>${enginesText(row.engines)}</small></td>
<td data-label="Answers without you" class="figure"><a class="figure-link" href="${answerFilters && visit.answers(answerFilters, meta)}">${row.answers}</a></td></tr>
`;
}
