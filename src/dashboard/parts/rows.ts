import type { reports } from '../../reports/index.ts';
import type { RowOf } from '../../reports/shape/report.ts';

/** Rows of reports that more than one page reads. */

/** A row of /brands. */
export type BrandRow = RowOf<typeof reports.brands>;

/** A row of /presence: how often an engine names a brand. */
export type PresenceRow = RowOf<typeof reports.presence>;

/** A row of /trend: the same in a day or week. */
export type TrendRow = RowOf<typeof reports.trend>;

/** A row of /events: what happened on a day. */
export type EventRow = RowOf<typeof reports.events>;

/** A row of /why: a part of a change. */
export type WhyRow = RowOf<typeof reports.why>;

/** A row of /recommendations: a site on which to be named. */
export type RecommendationRow = RowOf<typeof reports.recommendations>;

/** A row of /alerts. */
export type AlertRow = RowOf<typeof reports.alerts>;

/** A row of /facts: what an engine says of a fact. */
export type FactRow = RowOf<typeof reports.facts, 'facts'>;

/** A row of /sources: a site that answers cite. */
export type SourceRow = RowOf<typeof reports.sources>;
