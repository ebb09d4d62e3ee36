import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { weekBars } from '../../charts/week-bars.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { findForm, isFound } from '../../parts/bar/find-form.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { choices } from '../../parts/form/choices.ts';
import { KIND_CHOICES, kindWord } from '../../parts/form/site-kinds.ts';
import { columnMenu, hiddenIn } from '../../parts/table/column-menu.ts';
import { ownPagesSection } from '../../parts/table/own-pages.ts';
import { tablePage } from '../../parts/table/pagination.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { sortingOf } from '../../parts/table/sorting.ts';
import type { SourceRow } from '../../parts/words/rows.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { competitorLinks, siteLink } from './site-links.ts';
import { STATUS_CHOICES, STATUS_NAMES } from './site-status.ts';

export const siteListRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/sources', who: 'viewer', shared: 'sources', get: sitesPage },
];

/** Weeks of the overview's sparklines. */
const WEEKS = '13';

type Sources = EnvelopeOf<typeof reports.sources>;

/** Cited sites, with or without the brand. */
async function sitesPage(visit: Visit) {
  const [kind, status] = [visit.query.get('kind'), visit.query.get('status')];
  const asked = { kind: kind || undefined, status: status || undefined };
  const sources = await visit.figures(reports.sources, { ...asked, weeks: WEEKS });
  return page({
    title: `Sites · ${visit.brand.name}`,
    figures: [reports.sources],
    csv: [{ label: 'Sites', href: visit.to('csv/sources', { ...asked, weeks: WEEKS }) }],
    main: html`<header class="page-head">
<h1>Sites that engines cite</h1>
<p class="lead">${windowText(sources.meta)}</p>
</header>
<div class="filters">
${findForm(visit, `Find in ${sources.data.length} sites`, ['kind', 'status', 'sort', 'hide'])}
${choices(visit, { name: 'kind', label: 'Kind', all: 'All', of: KIND_CHOICES })}
${choices(visit, { name: 'status', label: 'Status', all: 'All', of: STATUS_CHOICES })}
</div>
${
  sources.data.length === 0
    ? emptyState(visit, emptyReason(visit), { text: 'Go to Engines and keys', page: 'collecting' })
    : table(visit, sources)
}
${await ownPagesSection(visit)}`,
  });
}

function emptyReason({ query }: Visit): string {
  const isFiltered = ['engine', 'kind', 'status'].some((name) => query.get(name));
  return isFiltered
    ? 'No answer cites such a site in this window.'
    : 'No answer cites a site in this window. Not every engine reports its sources.';
}

/** A domain's kind, and its owners unless it is only the brand's. */
export function ownerText({ kind, owners }: Pick<SourceRow, 'kind' | 'owners'>): Html {
  const named = kind === 'competitor' || owners.length > 1 ? html` <bdi>${owners.join(', ')}</bdi>` : null;
  return html`<span class="chip">${kindWord(kind)}</span>${named}`;
}

function table(visit: Visit, sources: Sources): Html {
  const { columns } = reports.sources.columns.rows;
  const found = sources.data.filter(({ domain, owners, competitors, note }) =>
    isFound(visit, [domain, note, ...owners, ...competitors.map(({ name }) => name)]),
  );
  const sorting = sortingOf(visit, columns, found);
  const slice = tablePage(visit, sorting.rows);
  if (slice.rows.length === 0) {
    return html`<p class="empty">None of these sites fits. <a href="${here(visit, { find: null })}">Show all ${sources.data.length}</a></p>`;
  }
  return html`<section aria-label="Sites">
${columnMenu(visit, columns)}
${reportTable(visit, reports.sources, sources, {
  caption: 'The sites that answers cite',
  rows: slice.rows,
  sorting,
  without: hiddenIn(visit, columns),
  instead: {
    domain: (row) => siteLink(visit, row.domain),
    kind: (row) => ownerText(row),
    competitors: (row) => competitorLinks(visit, sources.meta, row.competitors, { cites: row.domain }),
    status: ({ status, note }) =>
      html`${STATUS_NAMES[status]}${note !== null && html` <small><bdi>${note}</bdi></small>`}`,
  },
  more: {
    label: `${WEEKS} weeks`,
    cell: ({ domain, weeks = [] }) => weekBars(`Answers citing ${domain}`, weeks),
  },
})}
${slice.pager}
<p class="help">${noteUnder(reports.sources, sources)} Bars: answers citing it in each of ${WEEKS} weeks; the tallest is its maximum. <a class="not-printed" href="${visit.to('pages')}">Every cited page</a></p>
</section>`;
}
