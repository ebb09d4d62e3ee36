import { html } from '../html.ts';
import { page } from '../outcome.ts';
import { reportTable } from '../parts/report-table.ts';
import { windowText } from '../parts/window-text.ts';
import type { PageRoute } from '../route.ts';

/** What the engines searched for on the way to their answers. */
export const searchRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/searches',
    who: 'viewer',
    shared: 'sources',
    get: async (visit) => {
      const envelope = await visit.report('searches', { ...visit.window });
      return page({
        title: `Searches · ${visit.brand.name}`,
        tab: 'sources',
        hasWindow: true,
        csv: [{ label: 'Searches', href: visit.to('csv/searches', { ...visit.window }) }],
        main: html`<header class="page-head">
<h1>What the engines searched for</h1>
<p class="lead">${windowText(envelope.meta)}</p>
</header>
${reportTable(visit, 'searches', envelope, { caption: 'Searches by engine, most frequent first' })}
<p class="help">${envelope.meta.note}</p>`,
      });
    },
  },
];
