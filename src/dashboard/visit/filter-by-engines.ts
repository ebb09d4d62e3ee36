import type { EnvelopeOf } from '../../reports/run/run-report.ts';
import type { Report } from '../../reports/shape/report.ts';

/**
 * A report covers one engine or all. Where every row belongs to one engine, a page can show several chosen engines without pooling them.
 */

/** Whether a report can show only some engines' rows. A paged list cannot: each page holds only part of the rows. */
export function hasRowsOfEngines({ query, columns }: Report): boolean {
  const lists: readonly object[] = Object.values(columns);
  const isOfEngine = (list: object) =>
    'columns' in list && (list.columns as readonly { id: string }[]).some(({ id }) => id === 'engine');
  return 'engine' in query && !('cursor' in query) && lists.every(isOfEngine);
}

/** Keeps the rows of these engines. @param engines empty for all */
export function filterByEngines<R extends Report>(
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
