import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

/** Source pages by path suffix. */
const PAGES = {
  sources: 'Sites',
  pages: 'Pages',
  'work-list': 'Where to be named',
  searches: 'Searches',
  ads: 'Ads and products',
} as const;

/** Navigation between source pages. */
export function areaNav(visit: Visit, current: keyof typeof PAGES): Html {
  const items = Object.entries(PAGES).map(
    ([page, label]) =>
      html`<li><a href="${visit.to(page)}"${page === current && html` aria-current="page"`}>${label}</a></li>`,
  );
  return html`<nav class="area" aria-label="Sources"><ul>${items}</ul></nav>`;
}
