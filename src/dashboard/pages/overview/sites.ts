import { engineNameOf } from '../../../domain/engine.ts';
import { reports } from '../../../reports/index.ts';
import { filtersBehind } from '../../../reports/shape/columns.ts';
import { columnOf } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import type { RecommendationRow } from '../../parts/rows.ts';
import { kindWord } from '../../parts/site-kinds.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** More of them are on the work list. */
const MOST = 4;

/** Sites that engines read when they name a competitor and not the brand, and that nobody has done with. */
export function sitesSection(visit: Visit, { sites }: OverviewData): Html | null {
  if (sites === null) return null;
  const open = sites.data.filter(
    ({ kind, status }) => kind !== 'own_page' && (status === 'open' || status === 'asked'),
  );
  const shown = open.toSorted((a, b) => b.answers - a.answers).slice(0, MOST);
  return html`<section aria-labelledby="sites">
<div class="section-head"><h2 id="sites">Sites to win${visit.choice.engines.length > 1 && html` <small class="muted">of all engines</small>`}</h2><a class="not-printed" href="${visit.to('work-list')}">All sites</a></div>
${
  shown.length === 0
    ? html`<p class="empty">No site is read where a competitor is named and not you.</p>`
    : html`<table class="cards sites">
<thead><tr><th scope="col">Site</th><th scope="col">Read by</th><th scope="col" class="figure">Answers without you</th></tr></thead>
<tbody>${shown.map((row) => siteRow(visit, sites.meta, row))}</tbody></table>`
}
</section>`;
}

/** By name as long as they fit on a line. */
function enginesText(engines: readonly string[]): string {
  return engines.length > 2 ? `${engines.length} engines` : engines.map(engineNameOf).join(', ');
}

const ANSWERS = columnOf(reports.recommendations, 'rows', 'answers');

function siteRow(
  visit: Visit,
  meta: NonNullable<OverviewData['sites']>['meta'],
  row: RecommendationRow,
): Html {
  const behind = filtersBehind(ANSWERS, row);
  return html`<tr><th scope="row"><bdi>${row.site}</bdi> <span class="chip">${kindWord(row.kind)}</span></th>
<td data-label="Read by"><small>${enginesText(row.engines)}</small></td>
<td data-label="Answers without you" class="figure"><a class="figure-link" href="${behind && visit.answers(behind, meta)}">${row.answers}</a></td></tr>
`;
}
