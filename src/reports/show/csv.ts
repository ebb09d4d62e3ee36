import { SightlineError } from '../../domain/errors.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/web/csv-line.ts';
import type { Envelope } from '../run/run-report.ts';
import type { AnyRow } from '../shape/columns.ts';
import type { Report } from '../shape/report.ts';
import { type Field, fieldsOf } from './cells.ts';
import { slicesOf } from './slices.ts';
import { columnsWith, tableViews } from './table-view.ts';

/** A report as CSV (see csvOf), written in several turns if it is long. */
export async function csvInTurns(report: Report, envelope: Envelope): Promise<string> {
  const parts = [csvHeader(report, envelope)];
  for await (const data of slicesOf(envelope.data)) parts.push(csvRows(report, { ...envelope, data }));
  return parts.join('');
}

/** As csvInTurns, with at most so many rows; a last one in the first column says if there are more. */
export async function csvOfMost(report: Report, envelope: Envelope, most: number): Promise<string> {
  const lines: string[] = [];
  let isWhole = typeof envelope.meta.next_cursor !== 'string';
  for await (const data of slicesOf(envelope.data)) {
    const next = csvLines(report, { ...envelope, data });
    if (lines.length + next.length > most) isWhole = false;
    lines.push(...next.slice(0, most - lines.length));
  }
  const header = csvHeader(report, envelope);
  if (isWhole) return header + lines.join('');
  const others = namesIn(report, envelope).slice(1);
  const more = `Only the first ${lines.length} rows: the report has more.`;
  return header + lines.join('') + csvLine([more, ...others.map(() => null)]);
}

/**
 * A report as CSV (RFC 4180, UTF-8): one row per record, or per item of its `lines`, under the field names. A report with several lists has
 * them one after the other, with a first field `list`. Data from `meta` follows its list.
 *
 * @throws SightlineError `not_acceptable` if the report has no list
 */
export function csvOf(report: Report, envelope: Envelope): string {
  return csvHeader(report, envelope) + csvRows(report, envelope);
}

/** The first line. @throws SightlineError `not_acceptable` if the report has no list */
export function csvHeader(report: Report, envelope: Envelope): string {
  return BYTE_ORDER_MARK + csvLine(namesIn(report, envelope));
}

function namesIn(report: Report, { meta }: Envelope): string[] {
  const names = namesOf(fieldsOfReport(report, meta));
  return hasSeveralLists(report) ? ['list', ...names] : names;
}

export function csvRows(report: Report, envelope: Envelope): string {
  return csvLines(report, envelope).join('');
}

function csvLines(report: Report, envelope: Envelope): string[] {
  const names = namesOf(fieldsOfReport(report, envelope.meta));
  const several = hasSeveralLists(report);
  return tableViews(report, envelope).flatMap(({ name, table, rows }) => {
    const own = new Map(table.columns.flatMap(fieldsOf).map((field) => [field.name, field]));
    const lines = rows.flatMap((row) => table.lines?.(row) ?? [row]);
    return lines.map((row) => csvLine([...(several ? [name] : []), ...valuesOf(names, own, row)]));
  });
}

/** Whether a report has CSV: only lists do. */
export function hasCsv({ columns }: Report): boolean {
  return !('record' in columns);
}

/** The file's name: brand, report, and window. */
export function csvFileName({ name }: Report, { brand, window, generated_at }: Envelope['meta']): string {
  const day = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);
  const when = window ? `${day(window.from)}-to-${day(window.until)}` : day(generated_at);
  return `${brand.id}-${name}-${when}.csv`;
}

/** Every field in every list, each name once. */
function fieldsOfReport(report: Report, meta: object): Field[] {
  if (!hasCsv(report)) {
    throw new SightlineError('not_acceptable', `/${report.name} is not a list, so it has no CSV.`);
  }
  const fields = new Map<string, Field>();
  for (const table of Object.values(report.columns)) {
    for (const field of columnsWith(table, meta).flatMap(fieldsOf)) {
      if (!fields.has(field.name)) fields.set(field.name, field);
    }
  }
  return [...fields.values()];
}

function hasSeveralLists({ columns }: Report): boolean {
  return Object.keys(columns).length > 1;
}

function namesOf(fields: readonly Field[]): string[] {
  return fields.map(({ name }) => name);
}

/** A record's values in its own list; other lists' fields are empty. */
function valuesOf(names: readonly string[], own: ReadonlyMap<string, Field>, row: AnyRow) {
  return names.map((name) => own.get(name)?.valueIn(row) ?? null);
}
