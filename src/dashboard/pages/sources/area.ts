import { type Html, html } from '../../html.ts';
import type { Visit } from '../../visit.ts';

/** The pages about what engines read, by the last part of their path. */
const PAGES = {
  sources: 'Sites',
  pages: 'Pages',
  'work-list': 'Where to be named',
  searches: 'Searches',
} as const;

/** The way between the pages about what engines read. */
export function areaNav(visit: Visit, current: keyof typeof PAGES): Html {
  const items = Object.entries(PAGES).map(
    ([page, label]) =>
      html`<li><a href="${visit.to(page)}"${page === current && html` aria-current="page"`}>${label}</a></li>`,
  );
  return html`<nav class="area" aria-label="Sources"><ul>${items}</ul></nav>`;
}
