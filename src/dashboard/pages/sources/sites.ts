import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { weekBars } from '../../charts/week-bars.ts';
import { type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choices } from '../../parts/choices.ts';
import { columnMenu, hiddenIn } from '../../parts/column-menu.ts';
import { findForm, isFound } from '../../parts/find-form.ts';
import { nothing } from '../../parts/nothing.ts';
import { reportTable } from '../../parts/report-table.ts';
import type { SourceRow } from '../../parts/rows.ts';
import { KIND_CHOICES, kindWord } from '../../parts/site-kinds.ts';
import { sliceOf } from '../../parts/slices.ts';
import { sortingOf } from '../../parts/sorting.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';
import { areaNav } from './area.ts';
import { rivalLinks, siteLink } from './site-links.ts';
import { STATUS_CHOICES, STATUS_NAMES } from './site-status.ts';

export const siteListRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/sources', who: 'viewer', shared: 'sources', get: sitesPage },
];

/** As many as a small trend of the overview has. */
const WEEKS = '13';

type Sources = EnvelopeOf<typeof reports.sources>;

/** The sites that engines cite, whether or not they name the brand then. */
async function sitesPage(visit: Visit) {
  const [kind, status] = [visit.query.get('kind'), visit.query.get('status')];
  const asked = { kind: kind || undefined, status: status || undefined };
  const sources = await visit.figures(reports.sources, { ...asked, weeks: WEEKS });
  return page({
    title: `Sites · ${visit.brand.name}`,
    tab: 'sources',
    figures: [reports.sources],
    csv: [{ label: 'Sites', href: visit.to('csv/sources', { ...asked, weeks: WEEKS }) }],
    main: html`<header class="page-head">
<h1>What the engines read</h1>
<p class="lead">${windowText(sources.meta)}</p>
</header>
${areaNav(visit, 'sources')}
<div class="filters">
${findForm(visit, `Find in ${sources.data.length} sites`, ['kind', 'status', 'sort', 'hide'])}
${choices(visit, { name: 'kind', label: 'Kind', all: 'All', of: KIND_CHOICES })}
${choices(visit, { name: 'status', label: 'Status', all: 'All', of: STATUS_CHOICES })}
</div>
${
  sources.data.length === 0
    ? nothing(visit, emptyReason(visit), { text: 'See what is collected', page: 'collecting' })
    : table(visit, sources)
}`,
  });
}

function emptyReason({ query }: Visit): string {
  const isFiltered = ['engine', 'kind', 'status'].some((name) => query.get(name));
  return isFiltered
    ? 'No answer cites such a site in this window.'
    : 'No answer cites a site in this window. Not every engine says what it reads.';
}

/** The kind of a domain, and whose it is where that is not the brand itself alone. */
export function whose({ kind, owners }: Pick<SourceRow, 'kind' | 'owners'>): Html {
  const named = kind === 'competitor' || owners.length > 1 ? html` <bdi>${owners.join(', ')}</bdi>` : null;
  return html`<span class="chip">${kindWord(kind)}</span>${named}`;
}

function table(visit: Visit, sources: Sources): Html {
  const { columns } = reports.sources.columns.rows;
  const found = sources.data.filter(({ domain, owners, competitors, note }) =>
    isFound(visit, [domain, note, ...owners, ...competitors.map(({ name }) => name)]),
  );
  const sorting = sortingOf(visit, columns, found);
  const slice = sliceOf(visit, sorting.rows);
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
    kind: (row) => whose(row),
    competitors: (row) => rivalLinks(visit, sources.meta, row.competitors, { cites: row.domain }),
    status: ({ status, note }) =>
      html`${STATUS_NAMES[status]}${note !== null && html` <small><bdi>${note}</bdi></small>`}`,
  },
  more: {
    label: `${WEEKS} weeks`,
    cell: ({ domain, weeks = [] }) => weekBars(`Answers citing ${domain}`, weeks),
  },
})}
${slice.pager}
<p class="help">${noteUnder(reports.sources, sources)} Bars: answers citing it in each of ${WEEKS} weeks, the tallest its most.</p>
</section>`;
}
