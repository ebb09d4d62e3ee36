import { type BrandHealth, healthOf, type Spend, spendOf } from '../../../pipeline/collect/health.ts';
import type { Comparison } from '../../../reports/comparisons.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { newestComparisons } from '../../parts/as-compared.ts';
import type { AlertRow } from '../../parts/rows.ts';
import type { Visit } from '../../visit.ts';
import { endOf, parametersOfWindow, windowBetween } from '../../window.ts';

/** Everything on the overview of a brand that is set up. */
export interface OverviewData {
  readonly alertsEnabled: boolean;
  /** The newest evaluation's, or the newest one's up to the end of the window. */
  readonly comparisons: readonly Comparison[];
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly trend: EnvelopeOf<typeof reports.trend>;
  /** The window of its trend, as the bar says windows. */
  readonly weeks: string;
  /** Those that still hold, whether they were read or not. */
  readonly alerts: readonly AlertRow[];
  /** What is nobody's business but the organization's: null to whoever has a share link. */
  readonly inside: { readonly health: BrandHealth; readonly spend: Spend } | null;
}

/** The weeks of a small trend, in days: whole weeks back from the one that the window ends in. */
const TREND_DAYS = 12 * 7 + 1;

const MOST_ALERTS = 20;

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const { market } = await visit.ofOneMarket();
  const ofMarket = market === undefined ? {} : { market };
  const { data: comparisons } = await newestComparisons(visit, {
    days: '365',
    ...endOf(visit.window, visit.now),
    ...ofMarket,
  });
  const weeks = windowBetween(`${TREND_DAYS}d`, endOf(visit.window, visit.now).until ?? '');
  return {
    alertsEnabled: await areAlertsEnabled(visit),
    comparisons,
    presence: await visit.figures(reports.presence),
    trend: await visit.figures(reports.trend, {
      by: 'week',
      ...{ from: undefined, month: undefined, until: undefined },
      ...parametersOfWindow(weeks, visit.now),
    }),
    weeks,
    alerts: (await visit.report(reports.alerts, { limit: String(MOST_ALERTS), holds: 'true', ...ofMarket }))
      .data,
    inside: await insideOf(visit),
  };
}

async function insideOf(visit: Visit): Promise<OverviewData['inside']> {
  if (visit.viewer.kind !== 'user') return null;
  return {
    health: await healthOf(visit.db, visit.brand.id, { now: visit.now, engines: visit.deps.engines }),
    spend: await spendOf(visit.db, visit.caller.organizationId, visit.now),
  };
}

async function areAlertsEnabled(visit: Visit): Promise<boolean> {
  const { data } = await visit.report(reports.me);
  return data.reporting_rules.alerts.enabled;
}
