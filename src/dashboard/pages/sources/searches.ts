import { reports } from '../../../reports/index.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { columnMenu, hiddenIn } from '../../parts/column-menu.ts';
import { nothing } from '../../parts/nothing.ts';
import { reportTable } from '../../parts/report-table.ts';
import { sliceOf } from '../../parts/slices.ts';
import { sortingOf } from '../../parts/sorting.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { areaNav } from './area.ts';

export const searchRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/searches', who: 'viewer', shared: 'sources', get: searchesPage },
];

/** A search takes several lines, so fewer of them make a page than of other tables. */
const MOST_SHOWN = 25;

/** What the engines searched for on the way to their answers. */
async function searchesPage(visit: Visit) {
  const searches = await visit.figures(reports.searches);
  const { columns } = reports.searches.columns.rows;
  const hidden = hiddenIn(visit, columns);
  const sorting = sortingOf(visit, columns, searches.data);
  const slice = sliceOf(visit, sorting.rows, MOST_SHOWN);
  return page({
    title: `Searches · ${visit.brand.name}`,
    tab: 'sources',
    figures: [reports.searches],
    csv: [{ label: 'Searches', href: visit.to('csv/searches') }],
    main: html`<header class="page-head">
<h1>What the engines searched for</h1>
<p class="lead">${windowText(searches.meta)}</p>
</header>
${areaNav(visit, 'searches')}
${
  slice.rows.length === 0
    ? nothing(visit, 'No searches in this window. Not every engine says what it searches for.', {
        text: 'See what is collected',
        page: 'collecting',
      })
    : html`<section aria-label="Searches">
${columnMenu(visit, columns)}
${reportTable(visit, reports.searches, searches, {
  caption: 'Searches by engine',
  rows: slice.rows,
  sorting,
  without: visit.mayOpen('questions') ? hidden : [...hidden, 'prompts'],
})}
${slice.pager}
<p class="help">${visit.mayOpen('questions') ? null : 'The searches are in the words of the engines. This link does not show the questions. '}${noteUnder(reports.searches, searches)}</p>
</section>`
}`,
  });
}
