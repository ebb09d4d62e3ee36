import type { Envelope, EnvelopeOf } from '../../reports/run/run-report.ts';
import { type AnyColumn, type AnyRow, FIGURE_KINDS, filtersBehind } from '../../reports/shape/columns.ts';
import { ONLY_COMPARED } from '../../reports/shape/compared.ts';
import type { ColumnIdOf, ListOf, Report, RowOf } from '../../reports/shape/report.ts';
import { cellText, fieldsOf, type RateParts, rateParts } from '../../reports/show/cells.ts';
import { hasCsv } from '../../reports/show/csv.ts';
import { columnNamed, onScreen, type ShownList, shownLists } from '../../reports/show/shown.ts';
import { NO_CHOICE } from '../choice.ts';
import type { Sheet } from '../drawing.ts';
import { type Content, type Html, html } from '../html.ts';
import { type AddressQuery, parametersIn, type Visit } from '../visit.ts';
import { type ComparedFigure, changeIn } from './change.ts';
import { copied } from './copied.ts';
import type { Sorting } from './sorting.ts';

/** What stands in a cell. A method, so that options of any report's rows can be handed on as options of any rows. */
type CellOf<Row> = { of(row: Row): Content }['of'];

interface TableOptions<Row, Id extends string> {
  /** What the table is of, for a reader who does not see it. */
  readonly caption: string;
  /** Only these rows. They are rows of the report, in any order. */
  readonly rows?: readonly Row[];
  /** Columns that the page shows in another way. */
  readonly without?: readonly Id[];
  /** A column of the page's own, after those of the report. */
  readonly more?: { readonly label: string; readonly cell: CellOf<Row> };
  /** What stands in the cells of a column instead of the figure or text alone. */
  readonly instead?: { readonly [Each in Id]?: CellOf<Row> };
  /** How the heads of columns sort the table. */
  readonly sorting?: Pick<Sorting<AnyRow>, 'wayOf'>;
}

/** A report whose data is a list. */
type ReportOfRows = Report & { readonly columns: { readonly rows: object } };

/**
 * A list of a report as a table: its columns, in its order, by the one formatter. Every figure that counts answers leads to
 * them. On a phone, each row is a card whose cells say their labels.
 */
export function reportTable<R extends Report, List extends ListOf<R> = ListOf<R> & 'rows'>(
  visit: Visit,
  report: R,
  envelope: EnvelopeOf<R>,
  options: TableOptions<RowOf<R, List>, ColumnIdOf<R, List>> & TheList<List>,
): Html {
  return tableOfAny(visit, report, envelope, options);
}

/** Which list of the report's data it is; that can be left out if the data is a list. */
type TheList<List extends string> = { readonly list?: List } & ([List] extends [never]
  ? { readonly list: List }
  : unknown);

function tableOfAny(
  visit: Visit,
  report: Report,
  envelope: Envelope,
  options: TableOptions<AnyRow, string> & { readonly list?: string },
): Html {
  const list = listNamed(report, envelope, options.list ?? 'rows');
  const shown = onScreen(list);
  const { columns, isTold } = withOneChange(
    shown.columns.filter(({ id }) => !options.without?.includes(id)),
    options.rows ?? shown.rows,
  );
  const rows = options.rows ?? shown.rows;
  if (rows.length === 0) return html`<p class="empty">${list.table.none}</p>`;
  const { more } = options;
  const cellOf = (column: AnyColumn, row: AnyRow) =>
    options.instead?.[column.id]?.(row) ?? linkedCell(visit, envelope, column, row);
  const { id, menu } = copied(visit, {
    name: `${report.name}-${list.name}`,
    title: options.caption,
    csv: hasCsv(report) ? visit.to(`csv/${report.name}`, askedOf(visit, report)) : null,
    window: envelope.meta.window ?? null,
  })({ sheet: sheetOf(columns, rows) });
  return html`<table class="report cards" id="${id}" data-report="${report.name}" data-list="${list.name}">
<caption class="unseen">${options.caption}</caption>
<thead><tr>${columns.map((column) => headCell(column, options.sorting))}${isTold && html`<th scope="col" class="figure">${CHANGE}</th>`}${more && html`<th scope="col">${more.label}</th>`}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${columns.map((column, index) => bodyCell(cellOf(column, row), column, index === 0))}${
    isTold && html`<td data-label="${CHANGE}" class="figure">${changeIn(comparedIn(row))}</td>`
  }${more && html`<td data-label="${more.label}">${more.cell(row)}</td>`}</tr>
`,
)}</tbody>
</table>
${menu}`;
}

/** What the address asks of a report beside the choice of the bar. */
function askedOf(visit: Visit, { query }: Report): AddressQuery {
  const own = Object.entries(parametersIn(visit.query));
  return Object.fromEntries(own.filter(([name]) => name in query && !(name in NO_CHOICE)));
}

/** Its figures as every door writes them. */
function sheetOf(columns: readonly AnyColumn[], rows: readonly AnyRow[]): Sheet {
  return {
    heads: columns.map(({ label, kind }) => ({ label, isFigure: FIGURE_KINDS.has(kind) && kind !== 'rate' })),
    rows: rows.map((row) => columns.map((column) => cellText(column, row))),
  };
}

const CHANGE = 'Change';

/**
 * A file has a column for each figure of the earlier window. A page has one cell for the change and what holds it back; and what the
 * figure was, where there is none, as with counts of several engines, which have no rate.
 */
function withOneChange(
  all: readonly AnyColumn[],
  rows: readonly AnyRow[],
): { readonly columns: readonly AnyColumn[]; readonly isTold: boolean } {
  const [before] = all.filter(isCompared);
  const compared = rows.flatMap((row) => comparedIn(row) ?? []);
  const isTold = before !== undefined && compared.some(({ gate }) => gate !== 'several_engines');
  const isShown = compared.length > 0 && !isTold;
  const columns = all.filter((column) => !isCompared(column) || (column === before && isShown));
  return { columns, isTold };
}

function isCompared({ onlyWith }: AnyColumn): boolean {
  return onlyWith === ONLY_COMPARED.onlyWith;
}

function comparedIn(row: AnyRow): ComparedFigure | undefined {
  return (row as { readonly compared?: ComparedFigure }).compared;
}

function listNamed(report: Report, envelope: Envelope, wanted: string): ShownList {
  const list = shownLists(report, envelope).find(({ name }) => name === wanted);
  if (!list) throw new Error(`The report ${report.name} has no list ${wanted}.`);
  return list;
}

/** Kinds with a look of their own: what is not broken over lines where there is room for columns, and what takes several. */
const STYLED: readonly AnyColumn['kind'][] = ['engine', 'instant', 'list'];

function styleOf(kind: AnyColumn['kind']): string | undefined {
  return FIGURE_KINDS.has(kind) ? 'figure' : STYLED.find((each) => each === kind);
}

function headCell(column: AnyColumn, sorting: TableOptions<AnyRow, string>['sorting']): Html {
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

/** A figure of a row of a report, as its table shows it. */
export function figureLink<R extends ReportOfRows>(
  visit: Visit,
  report: R,
  envelope: EnvelopeOf<R>,
  id: ColumnIdOf<R, ListOf<R> & 'rows'>,
  row: RowOf<R, ListOf<R> & 'rows'>,
): Html {
  return linkedCell(visit, envelope, columnNamed(report, 'rows', id), row);
}

/** A link to the answers behind a figure that is drawn instead of written; null where it counts none. */
export function answersBehind<R extends ReportOfRows>(
  visit: Visit,
  report: R,
  envelope: EnvelopeOf<R>,
  id: ColumnIdOf<R, ListOf<R> & 'rows'>,
  row: RowOf<R, ListOf<R> & 'rows'>,
): string | null {
  return hrefOf(visit, envelope, columnNamed(report, 'rows', id), row);
}

/** A cell's figure as a link to the answers that it counts; plain where it counts none. */
function linkedCell(visit: Visit, envelope: Envelope, column: AnyColumn, row: AnyRow): Html {
  const content = cellContent(visit, column, row);
  const href = hrefOf(visit, envelope, column, row);
  return href === null ? content : html`<a class="figure-link" href="${href}">${content}</a>`;
}

/** Where the page is of one engine, so are the answers. A page is of one market, that of its address or the first, as the answers are. */
function hrefOf(visit: Visit, { meta }: Envelope, column: AnyColumn, row: AnyRow): string | null {
  const filters = filtersBehind(column, row);
  if (filters === null) return null;
  const { market: _, ...ofRow } = filters;
  return visit.answers(ofRow, meta);
}

function cellContent({ times }: Visit, column: AnyColumn, row: AnyRow): Html {
  if (column.kind === 'instant' && column.day === undefined) {
    const at = fieldsOf(column)[0]?.valueIn(row);
    if (typeof at === 'string') return times.of(at);
  }
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
