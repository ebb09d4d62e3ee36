import { reports } from '../../../reports/index.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { areaNav } from './area.ts';

export const adsRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/ads', who: 'viewer', shared: 'sources', get: adsPage },
];

/** Advertisements and products beside answers. */
async function adsPage(visit: Visit) {
  const [ads, products] = await Promise.all([visit.figures(reports.ads), visit.figures(reports.products)]);
  const hasAnswers = ads.data.engines.length > 0;
  const newest = ({
    newest_answer: id,
    newest_at: at,
  }: {
    readonly newest_answer: string;
    readonly newest_at: string;
  }) =>
    visit.mayOpen('answers')
      ? html`<a href="${visit.to(`answers/${id}`)}">${visit.times.of(at)}</a>`
      : visit.times.of(at);
  const options = { instead: { newest_at: newest } } as const;
  return page({
    title: `Ads and products · ${visit.brand.name}`,
    tab: 'sources',
    figures: [reports.ads, reports.products],
    csv: [
      { label: 'Advertisers', href: visit.to('csv/ads') },
      { label: 'Products', href: visit.to('csv/products') },
    ],
    main: html`<header class="page-head">
<h1>Advertisements and products</h1>
<p class="lead">${windowText(ads.meta)}</p>
</header>
${areaNav(visit, 'ads')}
${
  hasAnswers
    ? html`${section('ads', 'Advertisers', [
        reportTable(visit, reports.ads, ads, {
          list: 'engines',
          caption: 'Answers with advertisements, by engine',
        }),
        reportTable(visit, reports.ads, ads, { list: 'ads', caption: 'Advertisers', ...options }),
      ])}
${section('products', 'Products', [
  reportTable(visit, reports.products, products, {
    list: 'engines',
    caption: 'Answers with products, by engine',
  }),
  reportTable(visit, reports.products, products, { list: 'products', caption: 'Products', ...options }),
])}
<p class="help">${ads.meta.note} ${noteUnder(reports.ads, ads)}</p>`
    : emptyState(visit, 'No answers in this window.', { text: 'Go to Collecting', page: 'collecting' })
}`,
  });
}

function section(id: string, title: string, tables: readonly Html[]): Html {
  return html`<section aria-labelledby="${id}-head"><h2 id="${id}-head">${title}</h2>${tables}</section>`;
}
