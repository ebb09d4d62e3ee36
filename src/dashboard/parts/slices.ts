import { type Html, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';

/** The rows of one page of a long table, and the way to the others. */
export interface Slice<Row> {
  readonly rows: readonly Row[];
  readonly pager: Html | null;
}

/** Takes the page that the address asks for: `page=2`. The first, if it asks for none that exists. */
export function sliceOf<Row>(visit: Visit, rows: readonly Row[], size = 50): Slice<Row> {
  const pages = Math.ceil(rows.length / size);
  const asked = Number(visit.query.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= pages ? asked : 1;
  const from = (page - 1) * size;
  const shown = rows.slice(from, from + size);
  if (pages <= 1) return { rows, pager: null };
  const link = (to: number, rel: string, text: string) =>
    to >= 1 &&
    to <= pages &&
    html`<a class="button" rel="${rel}" href="${here(visit, { page: String(to) })}">${text}</a>`;
  const pager = html`<nav class="pager row" aria-label="Pages of the table">
${link(page - 1, 'prev', 'Previous')}
<span>${from + 1} to ${from + shown.length} of ${rows.length}</span>
${link(page + 1, 'next', 'Next')}
</nav>`;
  return { rows: shown, pager };
}
