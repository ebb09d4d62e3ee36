import { reports } from '../../../reports/index.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { findForm, isFound } from '../../parts/bar/find-form.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { columnMenu, hiddenIn } from '../../parts/table/column-menu.ts';
import { tablePage } from '../../parts/table/pagination.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { sortingOf } from '../../parts/table/sorting.ts';
import { webPage } from '../../parts/table/web-page.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { pageLink } from './site-links.ts';

export const citedPageRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/pages', who: 'viewer', shared: 'sources', get: citedPages },
];

/** Cited pages, of all sites or of one. */
async function citedPages(visit: Visit) {
  const site = visit.query.get('site');
  const asked = { site: site || undefined };
  const pages = await visit.figures(reports.pages, asked);
  const columns = reports.pages.columns.rows.columns.filter(({ id }) => id !== 'title');
  const found = pages.data.filter(({ url, title }) => isFound(visit, [url, title]));
  const sorting = sortingOf(visit, columns, found);
  const slice = tablePage(visit, sorting.rows);
  return page({
    title: `${site ?? 'Pages'} · ${visit.brand.name}`,
    figures: [reports.pages],
    csv: [{ label: 'Pages', href: visit.to('csv/pages', asked) }],
    main: html`<header class="page-head">
<h1>${site ? html`Pages of <bdi>${site}</bdi>` : 'Pages that engines cite'}</h1>
<p class="lead">${windowText(pages.meta)}${site && html` · <a href="${here(visit, { site: null, page: null })}">all sites</a>`}</p>
</header>
${pages.data.length > 0 && html`<div class="filters">${findForm(visit, `Find in ${pages.data.length} pages`, ['site', 'sort', 'hide'])}</div>`}
${
  pages.data.length === 0
    ? emptyState(visit, `No answer cites a page${site ? ` of ${site}` : ''} in this window.`, {
        text: 'Go to Engines and keys',
        page: 'collecting',
      })
    : slice.rows.length === 0
      ? html`<p class="empty">None of these pages fits. <a href="${here(visit, { find: null })}">Show all ${pages.data.length}</a></p>`
      : html`<section aria-label="Pages">
${columnMenu(visit, columns)}
${reportTable(visit, reports.pages, pages, {
  caption: 'The pages that answers cite',
  rows: slice.rows,
  sorting,
  without: ['title', ...hiddenIn(visit, columns)],
  instead: { url: webPage },
  more: { label: 'Details', cell: ({ url }) => pageLink(visit, url) },
})}
${slice.pager}
<p class="help">${noteUnder(reports.pages, pages)}</p>
</section>`
}`,
  });
}
