import type { EnvelopeOf } from '../reports/run/run-report.ts';
import type { Report } from '../reports/shape/report.ts';

/**
 * Several engines at once: a report is about one engine or about all. Where each of its rows is of one engine, a page shows those of the
 * chosen engines; nothing is counted together that the report does not count so.
 */

/** Whether the rows of some engines alone can be shown. A page of a longer list has not all of them. */
export function hasRowsOfEngines({ query, columns }: Report): boolean {
  const lists: readonly object[] = Object.values(columns);
  const isOfEngine = (list: object) =>
    'columns' in list && (list.columns as readonly { id: string }[]).some(({ id }) => id === 'engine');
  return 'engine' in query && !('cursor' in query) && lists.every(isOfEngine);
}

/** A report with the rows of these engines. @param engines with none, all */
export function ofEngines<R extends Report>(
  report: R,
  envelope: EnvelopeOf<R>,
  engines: readonly string[],
): EnvelopeOf<R> {
  if (engines.length < 2 || !hasRowsOfEngines(report)) return envelope;
  const chosen = (rows: unknown) =>
    Array.isArray(rows) ? rows.filter(({ engine }: { engine: string }) => engines.includes(engine)) : rows;
  const { data } = envelope;
  const lists = Object.entries(data).map(([name, rows]) => [name, chosen(rows)]);
  return { ...envelope, data: Array.isArray(data) ? chosen(data) : Object.fromEntries(lists) };
}
