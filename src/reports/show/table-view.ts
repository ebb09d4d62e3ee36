import { minuteText } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { lowerBoundsIn, lowerBoundsNote } from '../run/lower-bounds.ts';
import { leftOutNoteOf } from '../run/partial-answers-note.ts';
import type { Envelope } from '../run/run-report.ts';
import type { AnyColumn, AnyRow, Table } from '../shape/columns.ts';
import { importedNote } from '../shape/imported.ts';
import type { ColumnIdOf, ListOf, Report } from '../shape/report.ts';
import { cellText } from './cells.ts';

export interface TableView {
  /** The list's name in `data`; `rows` or `record` if it is `data` itself. */
  readonly name: string;
  readonly table: Table<AnyRow>;
  readonly rows: readonly AnyRow[];
}

export function tableViews({ columns }: Report, { data, meta }: ShownEnvelope): TableView[] {
  return Object.entries(columns).map(([name, table]) => ({
    name,
    table: { ...table, columns: columnsWith(table, meta) },
    rows: rowsOf(name, data),
  }));
}

type ShownEnvelope = { readonly data: unknown; readonly meta: object };

/** A table's columns in a report with this `meta`. */
export function columnsWith({ columns }: Table<AnyRow>, meta: object): readonly AnyColumn[] {
  return columns.filter(({ onlyWith }) => onlyWith === undefined || onlyWith in meta);
}

function rowsOf(name: string, data: unknown): readonly AnyRow[] {
  if (name === 'record') return [data as AnyRow];
  return (name === 'rows' ? data : (data as AnyRow)[name]) as readonly AnyRow[];
}

export function columnOf<R extends Report, List extends ListOf<R>>(
  report: R,
  list: List,
  id: ColumnIdOf<R, List>,
): AnyColumn {
  return columnNamed(report, list, id);
}

/** @throws Error for an unknown column, which is a bug */
export function columnNamed({ name, columns }: Report, list: string, id: string): AnyColumn {
  const found = columns[list]?.columns.find((each) => each.id === id);
  if (!found) throw new Error(`The report ${name} has no column ${id} in ${list}.`);
  return found;
}

/** A list as a screen shows it: CSV has more columns, and JSON and CSV can have more records. */
export function onScreen({ table, rows }: TableView): {
  readonly columns: readonly AnyColumn[];
  readonly rows: readonly AnyRow[];
} {
  return {
    columns: table.columns.filter(
      (column) => !column.csvOnly && (!column.whereVaried || varies(column, rows)),
    ),
    rows: table.compact?.(rows) ?? rows,
  };
}

function varies(column: AnyColumn, rows: readonly AnyRow[]): boolean {
  return new Set(rows.map((row) => cellText(column, row))).size > 1;
}

/** The note under a table; the envelope's note names fields. For an empty list, why it is empty. */
export function noteUnder(report: Report, { data, meta }: Envelope): string {
  const isEmpty = tableViews(report, { data, meta }).every(({ rows }) => rows.length === 0);
  if (isEmpty || report.tableNote === undefined) return meta.note;
  const notes = [
    report.tableNote,
    leftOutNoteOf(report, meta),
    importedNote(meta.imported),
    lowerBoundsNote(lowerBoundsIn(meta)),
  ];
  return notes.filter((each) => each !== '').join(' ');
}

/** The report's scope: `Acme (acme), 28 days from 2026-10-23 to 2026-11-19, at 2026-11-20 13:37 UTC`. */
export function headingOf({ meta }: Envelope): string {
  return `${meta.brand.name} (${meta.brand.id})${windowText(meta)}, at ${minuteText(meta.generated_at)}`;
}

function windowText({ window_days: days, window, generated_at }: Envelope['meta']): string {
  if (days === undefined || window === undefined) return '';
  const { from, until } = window;
  const isWhole = [Date.parse(from), Date.parse(until) + 1].every((at) => at % DAY_MS === 0);
  const [first, last] = [from, until].map((at) => at.slice(0, 'yyyy-mm-dd'.length));
  if (isWhole) return days === 1 ? `, ${first}` : `, ${days} days from ${first} to ${last}`;
  const length = days === 1 ? '24 hours' : `${days} days`;
  return until === generated_at ? `, last ${length}` : `, ${length} until ${minuteText(until)}`;
}
