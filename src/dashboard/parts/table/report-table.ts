import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import {
  type AnyColumn,
  type AnyRow,
  FIGURE_KINDS,
  filtersOfAnswers,
} from '../../../reports/shape/columns.ts';
import { ONLY_COMPARED } from '../../../reports/shape/compared.ts';
import type { ColumnIdOf, ListOf, Report, RowOf } from '../../../reports/shape/report.ts';
import { cellText, fieldsOf, type RateParts, rateParts } from '../../../reports/show/cells.ts';
import { hasCsv } from '../../../reports/show/csv.ts';
import { columnNamed, onScreen, type TableView, tableViews } from '../../../reports/show/table-view.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { NO_CHOICE } from '../../visit/choice.ts';
import { type AddressQuery, parametersIn, type Visit } from '../../visit/visit.ts';
import { copyMenu } from '../bar/copy-menu.ts';
import { type ComparedFigure, changeIn } from './change.ts';
import type { Sorting } from './sorting.ts';
import { breakable } from './web-page.ts';

/** Cell content. A method, so that options for one report's rows fit any rows. */
type CellOf<Row> = { of(row: Row): Content }['of'];

interface TableOptions<Row, Id extends string> {
  /** Caption for screen readers. */
  readonly caption: string;
  /** Only these rows of the report, in any order. */
  readonly rows?: readonly Row[];
  /** Columns to leave out. */
  readonly without?: readonly Id[];
  /** An extra last column, unless all its cells are null. */
  readonly more?: { readonly label: string; readonly cell: CellOf<Row> };
  /** Cell content to replace a column's plain figure or text. */
  readonly instead?: { readonly [Each in Id]?: CellOf<Row> };
  /** Headings to replace a column's label. */
  readonly labels?: { readonly [Each in Id]?: string };
  /** Sort links for column headings. */
  readonly sorting?: Pick<Sorting<AnyRow>, 'wayOf'>;
}

/** A report whose data is a list. */
type ReportOfRows = Report & { readonly columns: { readonly rows: object } };

/**
 * A report's list as a table with its columns, order, and formatter. Counts link to their answers. On phones, each row is a card with
 * labeled cells.
 */
export function reportTable<R extends Report, List extends ListOf<R> = ListOf<R> & 'rows'>(
  visit: Visit,
  report: R,
  envelope: EnvelopeOf<R>,
  options: TableOptions<RowOf<R, List>, ColumnIdOf<R, List>> & TheList<List>,
): Html {
  return tableOfAny(visit, report, envelope, options);
}

/** The list's name in the report's data; omit it if the data is a list. */
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
  const { columns, isClear } = withOneChange(
    shown.columns
      .filter(({ id }) => !options.without?.includes(id))
      .map((column) => ({ ...column, label: options.labels?.[column.id] ?? column.label })),
    options.rows ?? shown.rows,
  );
  const rows = options.rows ?? shown.rows;
  if (rows.length === 0) return html`<p class="empty">${list.table.none}</p>`;
  const more = rows.some((row) => (options.more?.cell(row) ?? null) !== null) && options.more;
  const cellOf = (column: AnyColumn, row: AnyRow) =>
    options.instead?.[column.id]?.(row) ?? linkedCell(visit, envelope, column, row);
  const { id, menu } = copyMenu(visit, {
    name: `${report.name}-${list.name}`,
    title: options.caption,
    csv: hasCsv(report) ? visit.to(`csv/${report.name}`, askedOf(visit, report)) : null,
    window: envelope.meta.window ?? null,
  });
  return html`<table class="report cards" id="${id}" data-report="${report.name}" data-list="${list.name}">
<caption class="unseen">${options.caption}</caption>
<thead><tr>${columns.map((column) => headCell(column, options.sorting))}${isClear && html`<th scope="col" class="figure">${CHANGE}</th>`}${more && html`<th scope="col">${more.label}</th>`}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${columns.map((column, index) => bodyCell(cellOf(column, row), column, index === 0))}${
    isClear && html`<td data-label="${CHANGE}" class="figure">${changeIn(comparedIn(row))}</td>`
  }${more && html`<td data-label="${more.label}">${more.cell(row)}</td>`}</tr>
`,
)}</tbody>
</table>
${menu}`;
}

/** The report's own parameters, without the bar's. */
function askedOf(visit: Visit, { query }: Report): AddressQuery {
  const own = Object.entries(parametersIn(visit.query));
  return Object.fromEntries(own.filter(([name]) => name in query && !(name in NO_CHOICE)));
}

const CHANGE = 'Change';

/**
 * Files have a column per earlier figure. Pages have one cell with the change and its caveat, or the earlier figure where there is no
 * change, as for counts over several engines.
 */
function withOneChange(
  all: readonly AnyColumn[],
  rows: readonly AnyRow[],
): { readonly columns: readonly AnyColumn[]; readonly isClear: boolean } {
  const [before] = all.filter(isCompared);
  const compared = rows.flatMap((row) => comparedIn(row) ?? []);
  const isClear = before !== undefined && compared.some(({ gate }) => gate !== 'several_engines');
  const isShown = compared.length > 0 && !isClear;
  const columns = all.filter((column) => !isCompared(column) || (column === before && isShown));
  return { columns, isClear };
}

function isCompared({ onlyWith }: AnyColumn): boolean {
  return onlyWith === ONLY_COMPARED.onlyWith;
}

function comparedIn(row: AnyRow): ComparedFigure | undefined {
  return (row as { readonly compared?: ComparedFigure }).compared;
}

function listNamed(report: Report, envelope: Envelope, wanted: string): TableView {
  const list = tableViews(report, envelope).find(({ name }) => name === wanted);
  if (!list) throw new Error(`The report ${report.name} has no list ${wanted}.`);
  return list;
}

/** Column kinds with their own style: no wrapping where columns fit, and several lines. */
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

/** A report figure, as its table shows it. */
export function figureLink<R extends ReportOfRows>(
  visit: Visit,
  report: R,
  envelope: EnvelopeOf<R>,
  id: ColumnIdOf<R, ListOf<R> & 'rows'>,
  row: RowOf<R, ListOf<R> & 'rows'>,
): Html {
  return linkedCell(visit, envelope, columnNamed(report, 'rows', id), row);
}

/** A link to the answers behind a drawn figure; null if it counts none. */
export function linkToAnswers<R extends ReportOfRows>(
  visit: Visit,
  report: R,
  envelope: EnvelopeOf<R>,
  id: ColumnIdOf<R, ListOf<R> & 'rows'>,
  row: RowOf<R, ListOf<R> & 'rows'>,
): string | null {
  return hrefOf(visit, envelope, columnNamed(report, 'rows', id), row);
}

/** A figure, with a link to the answers that it counts, if any. */
function linkedCell(visit: Visit, envelope: Envelope, column: AnyColumn, row: AnyRow): Html {
  const content = cellContent(visit, column, row);
  const href = hrefOf(visit, envelope, column, row);
  return href === null ? content : html`<a class="figure-link" href="${href}">${content}</a>`;
}

/** Uses the page's engine, and the market in the address or the first. */
function hrefOf(visit: Visit, { meta }: Envelope, column: AnyColumn, row: AnyRow): string | null {
  const filters = filtersOfAnswers(column, row);
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
  const shown = ADDRESS.test(text) ? breakable(text) : html`<bdi>${text}</bdi>`;
  if (column.kind !== 'link' || !/^https?:/i.test(text)) return shown;
  return html`<a href="${text}" rel="noopener nofollow" class="away">${shown}</a>`;
}

/** Addresses and hosts, also several. */
const ADDRESS = /^[^\s.]+\.\S+(?:, [^\s.]+\.\S+)*$/;

/** The percentage, interval, and counts. Below the floor, the counts and the reason. */
export function rateContent({ counts, percent, aside }: RateParts): Html {
  if (percent === null) return html`<span class="few">${counts}</span> <small>${aside}</small>`;
  return html`<b>${percent}</b> <small>${aside}</small> <small class="counts">${counts}</small>`;
}
