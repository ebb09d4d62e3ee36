import { type BrandHealth, healthOf, type Spend, spendOf } from '../../../pipeline/collect/health.ts';
import type { Comparison } from '../../../reports/comparisons.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { isSameWindow, newestComparisons, windowAsCompared } from '../../parts/as-compared.ts';
import type { AlertRow } from '../../parts/rows.ts';
import type { AddressQuery, Visit } from '../../visit.ts';
import { endOf } from '../../window.ts';

/** Everything on the overview of a brand that is set up. */
export interface OverviewData {
  readonly alertsEnabled: boolean;
  /** The newest evaluation's, or the newest one's up to the end of the window. */
  readonly comparisons: readonly Comparison[];
  /** Whether the figures are of the very answers that the comparisons are of. */
  readonly isAsCompared: boolean;
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly trend: EnvelopeOf<typeof reports.trend>;
  /** What the reports of its figures were asked for, for the same figures as CSV. */
  readonly asked: Readonly<Record<'presence' | 'visibility' | 'trend', AddressQuery>>;
  /** Those that still hold, whether they were read or not. */
  readonly alerts: readonly AlertRow[];
  /** What is nobody's business but the organization's: null to whoever has a share link. */
  readonly inside: { readonly health: BrandHealth; readonly spend: Spend } | null;
}

/** The weeks of a small trend, in days: whole weeks back from the one that the window ends in. */
const TREND_DAYS = 12 * 7 + 1;

const MOST_ALERTS = 20;

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const slice = await visit.ofOneMarket();
  const { market, ...chosen } = slice;
  const ofMarket = market === undefined ? {} : { market };
  const { data: comparisons } = await newestComparisons(visit, {
    days: '365',
    ...endOf(visit.window, visit.now),
    ...ofMarket,
  });
  const window = windowAsCompared(visit, comparisons);
  const weeks = { by: 'week', days: String(TREND_DAYS), ...endOf(window, visit.now), ...slice };
  return {
    alertsEnabled: await areAlertsEnabled(visit),
    comparisons,
    isAsCompared: isSameWindow(window, comparisons) && Object.keys(chosen).length === 0,
    presence: await visit.report(reports.presence, { ...window, ...slice }),
    trend: await visit.report(reports.trend, weeks),
    asked: { presence: { ...window, ...slice }, visibility: { ...window, ...slice }, trend: weeks },
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
