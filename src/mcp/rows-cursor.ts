import { SightlineError } from '../domain/errors.ts';
import type { Envelope } from '../reports/run/run-report.ts';
import type { Report } from '../reports/shape/report.ts';

/** The next position in a report without pages of its own: the rows already sent, and the end of their window, so that the same list goes on. */
export interface RowsCursor {
  readonly rows: number;
  readonly until: string | null;
}

/** The first row, in the window that ends now. */
export const START: RowsCursor = { rows: 0, until: null };

/** Whether a report has rows, but no pages for them. */
export function needsRowsCursor({ query, columns }: Report): boolean {
  return !('cursor' in query) && !('record' in columns);
}

/** @returns null if it is not a cursor that was given */
export function parseRowsCursor(given: unknown): RowsCursor | null {
  if (given === undefined || given === null) return START;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const [, rows, until = null] = /^(\d{1,7})(?:@(\d{4}-\d\d-\d\dT[\d:.]+Z))?$/.exec(text) ?? [];
  const isInstant = until === null || !Number.isNaN(Date.parse(until));
  return rows === undefined || !isInstant ? null : { rows: Number(rows), until };
}

export function formatRowsCursor(rows: number, { meta }: Envelope): string {
  const until = meta.window?.until;
  return `${rows}${until === undefined ? '' : `@${until}`}`;
}

/** Every list in the report without the rows that came before. */
export function afterRows(data: unknown, rows: number): unknown {
  return mapLists(data, (list) => list.slice(rows));
}

/** A report's data with each of its lists changed. */
export function mapLists(data: unknown, change: (rows: readonly unknown[]) => readonly unknown[]): unknown {
  const changed = (each: unknown) => (Array.isArray(each) ? change(each) : each);
  if (Array.isArray(data)) return changed(data);
  return Object.fromEntries(Object.entries(data as object).map(([name, each]) => [name, changed(each)]));
}

export function badRowsCursor(): SightlineError {
  return new SightlineError('bad_cursor', '`cursor` is not from `meta.cut` of this tool.');
}
