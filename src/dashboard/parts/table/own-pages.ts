import { ownPages } from '../../../pipeline/site/stored-pages.ts';
import { pageFactsRows } from '../../../reports/shape/page-facts.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { pageFactsSection } from './page-facts.ts';

/** The last fetch of the brand's own pages, with a button to fetch them; null for viewers who may do neither. */
export async function ownPagesSection(visit: Visit): Promise<Html | null> {
  if (visit.viewer.kind !== 'user') return null;
  const { pages, tracked } = await ownPages(visit.db, visit.brand.id);
  const rowOf = pageFactsRows(tracked);
  const rows = pages.map((page) => ({ url: page.url, ...rowOf(page) }));
  const times = rows.map((each) => each.fetched_at).sort();
  const [first, last] = [times[0], times.at(-1)];
  const hasSite = tracked.some(({ role, hosts }) => role === 'self' && hosts.length > 0);
  if (first !== undefined && last !== undefined) {
    return pageFactsSection(visit, rows, {
      fetchedAt: [first, last],
      action: fetchForm(visit, 'Fetch them again'),
    });
  }
  if (!hasSite || !visit.mayEdit) return null;
  return html`<section aria-labelledby="facts-head"><div class="section-head"><h2 id="facts-head">Crawler access</h2>${fetchForm(visit, 'Fetch your pages')}</div>
<p class="help">Sightline fetches up to 30 pages: your site and your most cited pages, as robots.txt allows.</p></section>`;
}

function fetchForm(visit: Visit, text: string): Html | false {
  return (
    visit.mayEdit &&
    html`<form method="post" action="${visit.address('fetch-pages')}"><button>${text}</button></form>`
  );
}
