import { showsCards } from '../../../reports/run/caller-brands.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

/** Source pages by path suffix. */
const PAGES = {
  'your-pages': 'Your pages',
  sources: 'Sites',
  pages: 'Pages',
  'work-list': 'Where to be named',
  searches: 'Searches',
  cards: 'Ads and products',
} as const;

/** Navigation between source pages that the reader may open; to cards only if the brand has some. */
export async function areaNav(visit: Visit, current: keyof typeof PAGES): Promise<Html> {
  const hasCards = current === 'cards' || (await showsCards(visit.db, visit.caller, visit.brand.id));
  const items = Object.entries(PAGES).map(
    ([page, label]) =>
      visit.mayOpen(page) &&
      (page !== 'cards' || hasCards) &&
      html`<li><a href="${visit.to(page)}"${page === current && html` aria-current="page"`}>${label}</a></li>`,
  );
  return html`<nav class="area" aria-label="Sources"><ul>${items}</ul></nav>`;
}
