import { wholeNumberIn } from '../../domain/web/figure-cells.ts';
import { belongsTo, hostOf } from '../../domain/web/host.ts';
import { pageKeyOf } from '../../domain/web/page.ts';
import { isNothing, type Sample, shareIn } from './columns.ts';
import { type DayReader, dayReader } from './days.ts';
import type { Cells, Column, Field, GivenReport, GivenRow } from './given-table.ts';
import { quoted, refused } from './refused.ts';
import type { TableRow } from './tables.ts';

/** Hosts of the brand's sites; `site` stands in where pages are paths. */
export interface OwnPages {
  readonly own: readonly string[];
  readonly site: string;
}

const LONGEST_TEXT = 500;

interface ReadRow {
  /** The day it names. */
  readonly day: number | null;
  /** Null for a row that is left out: a total, another site's page, a source that is no AI product. */
  readonly kept: GivenRow | null;
}

/** Reads a table's rows one by one. @throws SightlineError `invalid_file` for a row that it can't read */
export function rowReader(
  report: GivenReport,
  columns: readonly Column[],
  { headers, rows }: Sample,
  site: OwnPages,
): (row: TableRow) => ReadRow {
  const dated = columns.find(({ field }) => field === 'date');
  const days = dayReader(
    dated === undefined ? [] : rows.map((row) => row[dated.at] ?? ''),
    report.monthFirst,
  );
  const cellsOf = cellReader(report, columns, days);
  return (row) => {
    if (isTotal(report, columns, row)) return { day: null, kept: null };
    const { date = null, page = null, ...others } = cellsOf(row, headers.length);
    const day = typeof date === 'number' ? date : null;
    const key = page === null ? null : pageIn(String(page), site);
    const known = page !== null && key === null ? null : report.rowOf(others);
    const label = known?.label?.slice(0, LONGEST_TEXT).toWellFormed() ?? null;
    return { day, kept: known && { day, page: key, label, figures: known.figures } };
  };
}

/** A row that names nothing is a total. */
function isTotal({ fields }: GivenReport, columns: readonly Column[], { cells }: TableRow): boolean {
  const naming = columns.filter(({ field }) =>
    fields.some(({ id, type, isNeeded }) => id === field && isNeeded && type !== 'count'),
  );
  return naming.length > 0 && naming.some(({ at }) => isNothing(cells[at] ?? ''));
}

type CellReader = (row: TableRow, width: number) => Cells;

function cellReader({ fields }: GivenReport, columns: readonly Column[], dayIn: DayReader): CellReader {
  const known = columns.flatMap((column) => {
    const field = fields.find(({ id }) => id === column.field);
    return field === undefined ? [] : [{ ...column, field }];
  });
  return ({ line, cells, isOpen }, width) => {
    if (isOpen) throw refused(`Line ${line} has a quotation mark that does not end.`);
    if (cells.length !== width)
      throw refused(`Line ${line} has ${cells.length} cells, and the first row ${width}.`);
    const read = known.map(
      ({ field, at }) => [field.id, valueIn(field, cells[at] ?? '', dayIn, line)] as const,
    );
    return Object.fromEntries(read);
  };
}

function valueIn({ id, type }: Field, cell: string, dayIn: DayReader, line: number): string | number | null {
  if (isNothing(cell)) {
    if (type === 'day') throw refused(`Line ${line} has no day.`);
    return null;
  }
  if (type === 'page' || type === 'text' || type === 'source')
    return cell.toWellFormed().slice(0, LONGEST_TEXT * 4);
  const value = type === 'day' ? dayIn(cell) : type === 'count' ? wholeNumberIn(cell) : shareIn(cell);
  if (value !== null && Number.isSafeInteger(Math.floor(value))) return value;
  // Below a limit is not known.
  if (type !== 'day' && /^[<≤~]/.test(cell)) return null;
  const what = { day: 'day', count: 'whole number', share: 'percentage' }[type];
  throw refused(`Line ${line}: ${quoted(cell)}, in the column for ${id}, is no ${what}.`);
}

/** The key of an own page. */
function pageIn(address: string, { own, site }: OwnPages): string | null {
  const url = /^https?:\/\//i.test(address)
    ? address
    : `https://${address.startsWith('/') ? site : ''}${address}`;
  const host = hostOf(url);
  if (host === null || !belongsTo(host, own)) return null;
  return pageKeyOf(url)?.slice(0, LONGEST_TEXT).toWellFormed() ?? null;
}

export const keyOf = ({ day, page, label }: GivenRow): string => JSON.stringify([day, page, label]);

/** Rows alike as one. What one of them has no figure of has none. */
export function merged({ alike }: GivenReport, rows: readonly GivenRow[]): readonly GivenRow[] {
  if (alike !== 'parts') return rows;
  const sums = new Map<string, GivenRow>();
  for (const row of rows) {
    const known = sums.get(keyOf(row));
    sums.set(keyOf(row), known === undefined ? row : { ...row, figures: added(known.figures, row.figures) });
  }
  return [...sums.values()];
}

function added(one: Cells, other: Cells): Cells {
  const sums = Object.entries(other).map(([field, value]): [string, string | number | null] => {
    const known = one[field];
    return [
      field,
      known === undefined ? value : known === null || value === null ? null : Number(known) + Number(value),
    ];
  });
  return { ...one, ...Object.fromEntries(sums) };
}
