import { reportNamed } from '../../reports/index.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import type { AnyRow, Column } from '../../reports/shape/columns.ts';
import { shownLists } from '../../reports/show/shown.ts';
import type { Visit } from '../visit.ts';
import { engineIn } from './engines.ts';

/** The column of a report that has this label. */
export function columnOf(report: string, label: string): Column<AnyRow> {
  const tables = shownLists(reportNamed(report), []);
  const found = tables.flatMap(({ table }) => table.columns).find((each) => each.label === label);
  if (!found) throw new Error(`The report ${report} has no column ${label}.`);
  return found;
}

/** A link to the answers behind a figure that is drawn instead of written; null where it counts none. */
export function answersBehind(
  visit: Visit,
  { meta }: Envelope,
  column: Column<AnyRow>,
  row: object,
): string | null {
  const filters = column.behind?.(row as AnyRow) ?? null;
  return filters === null ? null : visit.answers({ ...engineIn(visit), ...filters }, meta);
}
