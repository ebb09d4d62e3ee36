import type { AlertKind } from '../../domain/alert-rules.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import type { Point } from '../charts/plot.ts';
import type { RateFigure } from '../charts/rates.ts';
import type { Visit } from '../visit.ts';

/** Rows of reports that more than one page reads, as far as pages need them. */

/** A row of /brands. */
export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly configured: boolean;
  readonly active_prompts: number;
  readonly market: { readonly location_code: number | null; readonly language_code: string | null };
  readonly last_collected_at: string | null;
}

/** A row of /presence: how often an engine names a brand. */
export interface PresenceRow extends RateFigure {
  readonly engine: string;
  readonly engine_name: string;
  readonly brand: string;
  readonly role: 'self' | 'competitor';
}

/** A row of /trend: the same in a day or week. */
export interface TrendRow extends PresenceRow, Point {}

/** A row of /alerts. */
export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly title: string;
  readonly detail: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly read: boolean;
}

/** Rows of a report with what the report says about them. */
export interface ReportRows<Row> {
  readonly rows: readonly Row[];
  readonly meta: Envelope['meta'];
}

/** Runs a report of the visited brand whose data is a list. @param report its name */
export async function rowsOf<Row>(
  visit: Visit,
  report: string,
  query: Readonly<Record<string, string>>,
): Promise<ReportRows<Row>> {
  const { data, meta } = await visit.report(report, query);
  return { rows: data as readonly Row[], meta };
}
