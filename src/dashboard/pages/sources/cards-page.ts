import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

export const cardRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/cards', who: 'viewer', shared: 'sources', get: cardsPage },
];

type CardRow = RowOf<typeof reports.cards, 'cards'>;

/** Advertisements and products beside answers. */
async function cardsPage(visit: Visit) {
  const cards = await visit.figures(reports.cards);
  const able = cards.data.engines.filter(
    ({ showing_ads: ads, showing_products: products }) => ads !== null || products !== null,
  );
  const newest = ({ newest_answer: id, newest_at: at }: CardRow) =>
    visit.mayOpen('answers')
      ? html`<a href="${visit.to(`answers/${id}`)}">${visit.times.short(at)}</a>`
      : visit.times.short(at);
  return page({
    title: `Ads and products · ${visit.brand.name}`,
    figures: [reports.cards],
    csv: [{ label: 'Ads and products', href: visit.to('csv/cards') }],
    main: html`<header class="page-head">
<h1>Advertisements and products</h1>
<p class="lead">${windowText(cards.meta)}</p>
</header>
${
  able.length > 0
    ? html`${reportTable(visit, reports.cards, cards, { list: 'engines', rows: able, caption: 'Answers with advertisements or products, by engine' })}
${reportTable(visit, reports.cards, cards, { list: 'cards', caption: 'Advertisements and products', instead: { seller, newest_at: newest } })}
<p class="help">${cards.meta.note} ${noteUnder(reports.cards, cards)}</p>`
    : emptyState(visit, 'No engine that can show advertisements or products answered in this window.', {
        text: 'Go to Engines and keys',
        page: 'collecting',
      })
}`,
  });
}

/** Advertisements without a printed advertiser are known by their domain. */
function seller({ seller, domain }: CardRow): Html {
  return html`<bdi>${seller ?? domain ?? '-'}</bdi>`;
}
