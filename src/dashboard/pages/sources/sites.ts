import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choices } from '../../parts/choices.ts';
import { columnMenu, hiddenIn } from '../../parts/column-menu.ts';
import { nothing } from '../../parts/nothing.ts';
import { reportTable } from '../../parts/report-table.ts';
import { KIND_CHOICES, kindWord } from '../../parts/site-kinds.ts';
import { sliceOf } from '../../parts/slices.ts';
import { sortingOf } from '../../parts/sorting.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { areaNav } from './area.ts';

export const siteRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/sources', who: 'viewer', shared: 'sources', get: sitesPage },
];

/** The sites that engines cite, whether or not they name the brand then. */
async function sitesPage(visit: Visit) {
  const kind = visit.query.get('kind');
  const asked = { kind: kind || undefined };
  const sources = await visit.figures(reports.sources, asked);
  return page({
    title: `Sources · ${visit.brand.name}`,
    tab: 'sources',
    figures: [reports.sources],
    csv: [{ label: 'Sites', href: visit.to('csv/sources', asked) }],
    main: html`<header class="page-head">
<h1>What the engines read</h1>
<p class="lead">${windowText(sources.meta)}</p>
</header>
${areaNav(visit, 'sources')}
<div class="filters">
${choices(visit, { name: 'kind', label: 'Kind', all: 'All', of: KIND_CHOICES })}
</div>
${
  sources.data.length === 0
    ? nothing(visit, emptyReason(visit), { text: 'See what is collected', page: 'collecting' })
    : table(visit, sources)
}`,
  });
}

function emptyReason({ query }: Visit): string {
  const isFiltered = query.has('engine') || query.has('kind');
  return isFiltered
    ? 'No answer cites such a site in this window.'
    : 'No answer cites a site in this window. Not every engine says what it reads.';
}

/** The kind of a domain, and whose it is where that is not the brand itself alone. */
function whose({ kind, owners }: EnvelopeOf<typeof reports.sources>['data'][number]): Html {
  const named = kind === 'competitor' || owners.length > 1 ? html` <bdi>${owners.join(', ')}</bdi>` : null;
  return html`<span class="chip">${kindWord(kind)}</span>${named}`;
}

function table(visit: Visit, sources: EnvelopeOf<typeof reports.sources>): Html {
  const { columns } = reports.sources.columns.rows;
  const sorting = sortingOf(visit, columns, sources.data);
  const slice = sliceOf(visit, sorting.rows);
  return html`<section aria-label="Sites">
${columnMenu(visit, columns)}
${reportTable(visit, reports.sources, sources, {
  caption: 'The sites that answers cite',
  rows: slice.rows,
  sorting,
  without: hiddenIn(visit, columns),
  instead: {
    domain: (row) => html`<bdi>${row.domain}</bdi>`,
    kind: (row) => whose(row),
  },
  more: {
    label: 'Pages',
    cell: (row) =>
      html`<a href="${visit.to('pages', { site: row.site })}">Its pages<span class="unseen"> on ${row.site}</span></a>`,
  },
})}
${slice.pager}
<p class="help">${noteUnder(reports.sources, sources)}</p>
</section>`;
}
