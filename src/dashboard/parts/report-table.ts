import { reportNamed } from '../../reports/index.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import type { AnyColumn, AnyRow } from '../../reports/shape/columns.ts';
import type { Report } from '../../reports/shape/report.ts';
import { cellText, type RateParts, rateParts } from '../../reports/show/cells.ts';
import { onScreen, type ShownList, shownLists } from '../../reports/show/shown.ts';
import { type Content, type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';
import { engineIn } from './engines.ts';
import type { Sorting } from './sorting.ts';

interface TableOptions {
  /** Which list of the report's data; the first by default. */
  readonly list?: string;
  /** What the table is of, for a reader who does not see it. */
  readonly caption: string;
  /** Only these rows. They are rows of the report, in any order. */
  readonly rows?: readonly AnyRow[];
  /** Columns by label that the page shows in another way. */
  readonly without?: readonly string[];
  /** A column of the page's own, after those of the report. */
  readonly more?: { readonly label: string; readonly cell: (row: AnyRow) => Content };
  /** What stands in the cells of a column, by its label, instead of the figure or text alone. */
  readonly instead?: Readonly<Record<string, (row: AnyRow) => Content>>;
  /** How the heads of columns sort the table. */
  readonly sorting?: Sorting;
}

/**
 * A list of a report as a table: its columns, in its order, by the one formatter. Every figure that counts answers leads to
 * them. On a phone, each row is a card whose cells say their labels.
 */
export function reportTable(visit: Visit, name: string, envelope: Envelope, options: TableOptions): Html {
  const report = reportNamed(name);
  const list = shownList(report, envelope, options.list);
  const shown = onScreen(list);
  const columns = shown.columns.filter(({ label }) => !options.without?.includes(label));
  const rows = options.rows ?? shown.rows;
  if (rows.length === 0) return html`<p class="empty">${list.table.none}</p>`;
  const { more } = options;
  const cellOf = (column: AnyColumn, row: AnyRow) =>
    options.instead?.[column.label]?.(row) ?? figureLink(visit, envelope, column, row);
  return html`<table class="report cards" data-report="${name}" data-list="${list.name}">
<caption class="unseen">${options.caption}</caption>
<thead><tr>${columns.map((column) => headCell(column, options.sorting))}${more && html`<th scope="col">${more.label}</th>`}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${columns.map((column, index) => bodyCell(cellOf(column, row), column, index === 0))}${
    more && html`<td data-label="${more.label}">${more.cell(row)}</td>`
  }</tr>
`,
)}</tbody>
</table>`;
}

function shownList(report: Report, { data }: Envelope, wanted: string | undefined): ShownList {
  const lists = shownLists(report, data);
  const list = wanted === undefined ? lists[0] : lists.find(({ name }) => name === wanted);
  if (!list) throw new Error(`The report ${report.name} has no list ${wanted}.`);
  return list;
}

const FIGURES: readonly AnyColumn['kind'][] = ['count', 'rate', 'share', 'money', 'points', 'position'];

/** Kinds with a look of their own: what is not broken over lines where there is room for columns, and what takes several. */
const STYLED: readonly AnyColumn['kind'][] = ['engine', 'instant', 'list'];

function styleOf(kind: AnyColumn['kind']): string | undefined {
  return FIGURES.includes(kind) ? 'figure' : STYLED.find((each) => each === kind);
}

function headCell(column: AnyColumn, sorting: Sorting | undefined): Html {
  const { label, kind } = column;
  const style = styleOf(kind);
  const styled = style && html` class="${style}"`;
  const way = sorting?.wayOf(column) ?? null;
  if (way === null) return html`<th scope="col"${styled}>${label}</th>`;
  const { href, direction } = way;
  const sign = direction === null ? null : direction === 'ascending' ? ' ↑' : ' ↓';
  return html`<th scope="col"${styled}${direction && html` aria-sort="${direction}"`}><a href="${href}">${label}${
    sign && html`<span aria-hidden="true">${sign}</span>`
  }</a></th>`;
}

function bodyCell(content: Content, { label, kind }: AnyColumn, isFirst: boolean): Html {
  if (isFirst) return html`<th scope="row" data-label="${label}">${content}</th>`;
  const style = styleOf(kind);
  return html`<td data-label="${label}"${style && html` class="${style}"`}>${content}</td>`;
}

/**
 * A cell's figure as a link to the answers that it counts; plain where it counts none. Where the page is of one engine, so
 * are they.
 */
export function figureLink(visit: Visit, { meta }: Envelope, column: AnyColumn, row: AnyRow): Html {
  const content = cellContent(column, row);
  const filters = column.behind?.(row) ?? null;
  if (filters === null) return content;
  return html`<a class="figure-link" href="${visit.answers({ ...engineIn(visit), ...filters }, meta)}">${content}</a>`;
}

function cellContent(column: AnyColumn, row: AnyRow): Html {
  if (column.kind === 'rate') return rateContent(rateParts(column, row));
  const text = cellText(column, row);
  if (column.kind !== 'link' || !/^https?:/i.test(text)) return html`<bdi>${text}</bdi>`;
  return html`<a href="${text}" rel="noopener nofollow" class="away"><bdi>${text}</bdi></a>`;
}

/** The percent first, then its interval and its counts; below the floor the counts, and why there is no rate. */
export function rateContent({ counts, percent, aside }: RateParts): Html {
  if (percent === null) return html`<span class="few">${counts}</span> <small>${aside}</small>`;
  return html`<b>${percent}</b> <small>${aside}</small> <small class="counts">${counts}</small>`;
}
