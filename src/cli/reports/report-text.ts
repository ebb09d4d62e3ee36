import stringWidth from 'string-width';
import type { Envelope } from '../../reports/run/run-report.ts';
import {
  type AnyColumn,
  type AnyRow,
  type Column,
  FIGURE_KINDS,
  valueAt,
} from '../../reports/shape/columns.ts';
import type { Report } from '../../reports/shape/report.ts';
import { cellText } from '../../reports/show/cells.ts';
import { headingOf, noteUnder, onScreen, type TableView, tableViews } from '../../reports/show/table-view.ts';
import { paragraph, table, tableRows } from '../shared/table.ts';
import { printable } from '../shared/terminal.ts';

/** Print options: the terminal's columns, null for none; in full, or shortened. */
export interface Printed {
  readonly columns: number | null;
  readonly full: boolean;
}

export function reportText(
  report: Report,
  envelope: Envelope,
  { columns, full }: Printed = { columns: null, full: true },
): string {
  const whole = tableViews(report, envelope);
  const lists = full ? whole : whole.flatMap(inShort);
  const parts = [
    paragraph(headingOf(envelope), columns),
    ...lists.map((list) => titledText(list, columns)),
    ...moreText(envelope.meta.next_cursor),
    ...(full || !hasMore(report) ? [] : ['More with --full.\n']),
    paragraph(noteUnder(report, envelope), columns),
  ];
  return parts.join('\n');
}

/** Whether a report has more than it prints without `--full`. */
export function hasMore({ columns: tables }: Pick<Report, 'columns'>): boolean {
  return Object.values(tables).some(
    ({ brief, columns }) => brief !== undefined || columns.some(({ fullOnly }) => fullOnly),
  );
}

/** A list's short form without `--full`; none if that would be empty. */
function inShort(list: TableView): TableView[] {
  const { table, rows } = list;
  const brief = table.brief?.(rows) ?? rows;
  if (brief.length === 0 && table.brief !== undefined) return [];
  const columns = table.columns.filter(({ fullOnly }) => !fullOnly);
  return [{ ...list, rows: brief, table: { ...table, columns } }];
}

function titledText(list: TableView, columns: number | null): string {
  const { title } = list.table;
  return title === undefined
    ? listText(list, columns)
    : `${paragraph(title, columns)}\n${listText(list, columns)}`;
}

function listText(list: TableView, columns: number | null): string {
  const shown = onScreen(list);
  const { rows } = shown;
  const read = shown.columns.filter(
    (column) => !isBelow(column) && (column.kind !== 'prose' || rows.some((row) => hasText(column, row))),
  );
  const [first] = rows;
  if (first === undefined) return paragraph(list.table.none, columns);
  if (list.name === 'record') return recordText(read, first);
  if (read.some(({ kind }) => kind === 'prose')) return proseText(read, rows, columns);
  const aligned = list.table.grouped ? groupedText(read, rows, columns) : alignedText(read, rows, columns);
  const below = shown.columns.filter(isBelow).map((column) => belowText(column, read[0], rows, columns));
  return [aligned, ...below].join('');
}

function alignedText(
  read: readonly Column<AnyRow>[],
  rows: readonly AnyRow[],
  columns: number | null,
): string {
  return rowsOf(read, rows, columns).join('');
}

/** The header and each row. Columns that do not fit continue below their row, each with its label. */
function rowsOf(read: readonly Column<AnyRow>[], rows: readonly AnyRow[], columns: number | null): string[] {
  const lined = (shown: readonly Column<AnyRow>[]) =>
    tableRows(
      shown.map(({ label }) => label),
      rows.map((row) => shown.map((column) => cellText(column, row))),
      columns,
      shown.map(isWhole),
    );
  let [count, lines] = [read.length, lined(read)];
  for (; columns !== null && count > 1 && lines.some((text) => isWider(text, columns)); count -= 1) {
    lines = lined(read.slice(0, count - 1));
  }
  const rest = read.slice(count);
  const [header = '', ...texts] = lines;
  return [header, ...texts.map((text, index) => `${text}${restText(rest, rows[index] ?? {}, columns)}`)];
}

function isWider(text: string, columns: number): boolean {
  return text.split('\n').some((line) => stringWidth(line) > columns);
}

function restText(rest: readonly Column<AnyRow>[], row: AnyRow, columns: number | null): string {
  const said = rest
    .map((column) => ({ label: column.label, text: cellText(column, row) }))
    .filter(({ text }) => text !== '-' && text !== '')
    .map(({ label, text }) => `${label}: ${text}`);
  return said.length === 0 ? '' : paragraph(said.join('; '), columns, INSIDE.repeat(2));
}

/** The first column as a heading above its rows, with the others indented. */
function groupedText(
  [first, ...rest]: readonly Column<AnyRow>[],
  rows: readonly AnyRow[],
  columns: number | null,
): string {
  if (first === undefined) return '';
  const [header = '', ...lines] = rowsOf(rest, rows, columns === null ? null : columns - INSIDE.length).map(
    (text) => text.replace(/^/gm, INSIDE).replace(/^ +$/gm, ''),
  );
  const names = rows.map((row) => cellText(first, row));
  const grouped = lines.map((text, index) => {
    const name = names[index] ?? '';
    return name === names[index - 1] ? text : `${paragraph(name, columns)}${text}`;
  });
  return `${header}${grouped.join('')}`;
}

const INSIDE = '  ';

type ListColumn = Extract<Column<AnyRow>, { kind: 'list' }>;

function isBelow(column: Column<AnyRow>): column is ListColumn {
  return column.kind === 'list' && column.below === true;
}

/** Each record's sentences, if any, under its name from the first column. */
function belowText(
  column: ListColumn,
  first: Column<AnyRow> | undefined,
  rows: readonly AnyRow[],
  columns: number | null,
): string {
  return rows
    .map((row) => ({ name: first ? cellText(first, row) : '', items: column.items(row) }))
    .filter(({ items }) => items.length > 0)
    .map(({ name, items }) => [
      `${printable(name)}\n`,
      ...items.map((item) => paragraph(item, columns, '  ')),
    ])
    .map((texts) => `\n${texts.join('')}`)
    .join('');
}

/** A truncated figure would be another figure. */
const WHOLE: ReadonlySet<AnyColumn['kind']> = new Set([...FIGURE_KINDS, 'instant', 'flag']);

/** Half an engine's name does not identify it. */
function isWhole(column: Column<AnyRow>): boolean {
  return (
    column.whole === true || WHOLE.has(column.kind) || (column.kind === 'list' && column.of === 'engines')
  );
}

function recordText(columns: readonly Column<AnyRow>[], row: AnyRow): string {
  return table(
    ['', ''],
    columns.map((column) => [column.label, cellText(column, row)]),
  ).replace(/^.*\n/, '');
}

/** The short columns as a table, with the long texts below each row. */
function proseText(read: readonly Column<AnyRow>[], rows: readonly AnyRow[], columns: number | null): string {
  const [prose, short] = [true, false].map((is) => read.filter(({ kind }) => (kind === 'prose') === is));
  const [header, ...lines] = rowsOf(short ?? [], rows, columns);
  const below = (row: AnyRow) =>
    prose
      ?.filter((column) => hasText(column, row))
      .map((column) => paragraph(cellText(column, row), columns, '  '))
      .join('');
  return [header, ...rows.map((row, index) => `${lines[index]}${below(row)}`)].join('\n');
}

function hasText(column: Column<AnyRow>, row: AnyRow): boolean {
  return 'field' in column && valueAt(row, column.field) !== null;
}

function moreText(next: unknown): string[] {
  return typeof next === 'string' ? [`More: --cursor ${next}\n`] : [];
}
