import { reports } from '../../../reports/index.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { columnMenu, hiddenIn } from '../../parts/column-menu.ts';
import { findForm, isFound } from '../../parts/find-form.ts';
import { nothing } from '../../parts/nothing.ts';
import { reportTable } from '../../parts/report-table.ts';
import { sliceOf } from '../../parts/slices.ts';
import { sortingOf } from '../../parts/sorting.ts';
import { webPage } from '../../parts/web-page.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';
import { areaNav } from './area.ts';
import { pageLink } from './site-links.ts';

export const citedPageRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/pages', who: 'viewer', shared: 'sources', get: citedPages },
];

/** The pages that engines cite, of all sites or of one. */
async function citedPages(visit: Visit) {
  const site = visit.query.get('site');
  const asked = { site: site || undefined };
  const pages = await visit.figures(reports.pages, asked);
  const columns = reports.pages.columns.rows.columns.filter(({ id }) => id !== 'title');
  const found = pages.data.filter(({ url, title }) => isFound(visit, [url, title]));
  const sorting = sortingOf(visit, columns, found);
  const slice = sliceOf(visit, sorting.rows);
  return page({
    title: `${site ?? 'Pages'} · ${visit.brand.name}`,
    tab: 'sources',
    figures: [reports.pages],
    csv: [{ label: 'Pages', href: visit.to('csv/pages', asked) }],
    main: html`<header class="page-head">
<h1>${site ? html`Pages of <bdi>${site}</bdi>` : 'Pages that the engines read'}</h1>
<p class="lead">${windowText(pages.meta)}${site && html` · <a href="${here(visit, { site: null, page: null })}">all sites</a>`}</p>
</header>
${areaNav(visit, 'pages')}
${pages.data.length > 0 && html`<div class="filters">${findForm(visit, `Find in ${pages.data.length} pages`, ['site', 'sort', 'hide'])}</div>`}
${
  pages.data.length === 0
    ? nothing(visit, `No answer cites a page${site ? ` of ${site}` : ''} in this window.`, {
        text: 'See what is collected',
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
