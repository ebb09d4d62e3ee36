import type { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';

/** Report rows that several pages use. */

/** A row of /brands. */
export type BrandRow = RowOf<typeof reports.brands>;

/** A row of /presence: how often an engine names a brand. */
export type PresenceRow = RowOf<typeof reports.presence>;

/** A row of /trend: the naming rate per day or week. */
export type TrendRow = RowOf<typeof reports.trend>;

/** A row of /events. */
export type EventRow = RowOf<typeof reports.events>;

/** A row of /why: part of a change. */
export type WhyRow = RowOf<typeof reports.why>;

/** A row of /changes. */
export type ChangeRow = RowOf<typeof reports.changes>;

/** A row of /alerts. */
export type AlertRow = RowOf<typeof reports.alerts>;

/** A row of /facts: an engine's statement about a fact. */
export type FactRow = RowOf<typeof reports.facts, 'facts'>;

/** A row of /sources: a cited site. */
export type SourceRow = RowOf<typeof reports.sources>;
