import { reportNamed } from '../../../reports/index.ts';
import type { AnyRow } from '../../../reports/shape/columns.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choices } from '../../parts/choices.ts';
import { columnMenu, hiddenIn } from '../../parts/column-menu.ts';
import { engineFilter, engineIn } from '../../parts/engines.ts';
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

/** A row of /sources. */
interface SourceRow extends AnyRow {
  readonly domain: string;
  readonly site: string;
  readonly kind: string;
}

/** The sites that engines cite, whether or not they name the brand then. */
async function sitesPage(visit: Visit) {
  const kind = visit.query.get('kind');
  const asked = { ...visit.window, ...engineIn(visit), ...(kind ? { kind } : {}) };
  const [sources, presence] = await Promise.all([
    visit.report('sources', asked),
    visit.report('presence', { ...visit.window }),
  ]);
  const rows = sources.data as readonly SourceRow[];
  return page({
    title: `Sources · ${visit.brand.name}`,
    tab: 'sources',
    hasWindow: true,
    csv: [{ label: 'Sites', href: visit.to('csv/sources', asked) }],
    main: html`<header class="page-head">
<h1>What the engines read</h1>
<p class="lead">${windowText(sources.meta)}</p>
</header>
${areaNav(visit, 'sources')}
<div class="filters">
${engineFilter(visit, presence)}
${choices(visit, { name: 'kind', label: 'Kind', all: 'All', of: KIND_CHOICES })}
</div>
${
  rows.length === 0
    ? nothing(visit, emptyReason(visit), { text: 'See what is collected', page: 'collecting' })
    : table(visit, sources, rows)
}`,
  });
}

function emptyReason({ query }: Visit): string {
  const isFiltered = query.has('engine') || query.has('kind');
  return isFiltered
    ? 'No answer cites such a site in this window.'
    : 'No answer cites a site in this window. Not every engine says what it reads.';
}

function table(visit: Visit, sources: Parameters<typeof noteUnder>[1], rows: readonly SourceRow[]): Html {
  const report = reportNamed('sources');
  const columns = report.columns.rows?.columns ?? [];
  const sorting = sortingOf(visit, columns, rows);
  const slice = sliceOf(visit, sorting.rows);
  return html`<section aria-label="Sites">
${columnMenu(visit, columns)}
${reportTable(visit, 'sources', sources, {
  caption: 'The sites that answers cite',
  rows: slice.rows,
  sorting,
  without: hiddenIn(visit, columns),
  instead: {
    Domain: (row) => html`<bdi>${(row as SourceRow).domain}</bdi>`,
    Kind: (row) => html`<span class="chip">${kindWord(row.kind)}</span>`,
  },
  more: {
    label: 'Pages',
    cell: (row) =>
      html`<a href="${visit.to('pages', { ...engineIn(visit), site: (row as SourceRow).site })}">Its pages<span class="unseen"> on ${(row as SourceRow).site}</span></a>`,
  },
})}
${slice.pager}
<p class="help">${noteUnder(report, sources)}</p>
</section>`;
}
