import { type Html, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';

/** One page of a long table's rows, with links to the others. */
export interface TablePage<Row> {
  readonly rows: readonly Row[];
  readonly pager: Html | null;
}

/** Reads `page=2` from the address; the first page if it does not exist. */
export function tablePage<Row>(visit: Visit, rows: readonly Row[], size = 50): TablePage<Row> {
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
