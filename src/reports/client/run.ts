import type { EnvelopeOf } from '../run/run-report.ts';
import type { Report } from '../shape/report.ts';

/** Runs a report for one client report: in its snapshot, for its brand. */
export type Run = <R extends Report>(
  report: R,
  query: Readonly<Record<string, unknown>>,
) => Promise<EnvelopeOf<R>>;

/** UTC days, such as `2026-11-18`; the last one included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** A frozen rate's fields. */
export const RATE_FIELDS = [
  ...(['present', 'responses', 'rate', 'min_sample', 'interval'] as const),
  ...(['range_of_questions', 'questions', 'design_effect'] as const),
] as const;

export function picked<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): Pick<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>;
}
