import type { AlertKind } from '../../../domain/alert-rules.ts';
import { DAY_MS } from '../../../domain/period.ts';
import { type BrandHealth, healthOf, type Spend, spendOf } from '../../../pipeline/collect/health.ts';
import type { Comparison } from '../../../reports/comparisons.ts';
import type { Envelope } from '../../../reports/run/run-report.ts';
import type { Point } from '../../charts/plot.ts';
import type { RateFigure } from '../../charts/rates.ts';
import type { Visit } from '../../visit.ts';
import { type ChosenWindow, WINDOWS } from '../../window.ts';

/** A row of /brands. */
export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly configured: boolean;
  readonly active_prompts: number;
  readonly market: { readonly location_code: number | null; readonly language_code: string | null };
  readonly last_collected_at: string | null;
}

/** Of a row of /presence or /trend. */
export interface OnEngine extends RateFigure {
  readonly engine: string;
  readonly engine_name: string;
  readonly brand: string;
  readonly role: 'self' | 'competitor';
}

export interface TrendRow extends OnEngine, Point {}

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
export interface Told<Row> {
  readonly rows: readonly Row[];
  readonly meta: Envelope['meta'];
}

/** Everything on the overview of a brand that is set up. */
export interface OverviewData {
  readonly alertsEnabled: boolean;
  /** The newest evaluation's, or the newest one's up to the end of the window. */
  readonly comparisons: readonly Comparison[];
  /** Whether the figures are of the very answers that the comparisons are of. */
  readonly isAsCompared: boolean;
  readonly presence: Told<OnEngine>;
  readonly trend: Told<TrendRow>;
  /** What the reports of its figures were asked for, for the same figures as CSV. */
  readonly asked: Readonly<Record<'presence' | 'visibility' | 'trend', Readonly<Record<string, string>>>>;
  readonly alerts: readonly AlertRow[];
  /** What is nobody's business but the organization's: null to whoever has a share link. */
  readonly inside: { readonly health: BrandHealth; readonly spend: Spend } | null;
}

/** The weeks of a small trend, in days: whole weeks back from the one that the window ends in. */
const TREND_DAYS = 12 * 7 + 1;

const MOST_ALERTS = 20;

/** Runs a report of one brand. */
export type ReportOf = (name: string, query: Readonly<Record<string, string>>) => Promise<Envelope>;

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const reportOf: ReportOf = async (name, query) => await visit.report(name, query);
  const { until } = visit.window;
  const comparisons = await newestComparisons(reportOf, {
    days: '365',
    ...(until === undefined ? {} : { until }),
  });
  const window = windowAsCompared(visit, comparisons);
  const end: Partial<ChosenWindow> = window.until === undefined ? {} : { until: window.until };
  const weeks = { by: 'week', days: String(TREND_DAYS), ...end };
  return {
    alertsEnabled: await areAlertsEnabled(visit),
    comparisons,
    isAsCompared: isSameWindow(window, comparisons),
    presence: await rowsOf<OnEngine>(visit, 'presence', { ...window }),
    trend: await rowsOf<TrendRow>(visit, 'trend', weeks),
    asked: { presence: { ...window }, visibility: { ...window }, trend: weeks },
    alerts: (await rowsOf<AlertRow>(visit, 'alerts', { limit: String(MOST_ALERTS) })).rows,
    inside: await insideOf(visit),
  };
}

export async function rowsOf<Row>(
  visit: Visit,
  report: string,
  query: Readonly<Record<string, string>>,
): Promise<Told<Row>> {
  const { data, meta } = await visit.report(report, query);
  return { rows: data as readonly Row[], meta };
}

async function insideOf(visit: Visit): Promise<OverviewData['inside']> {
  if (visit.viewer.kind !== 'user') return null;
  return {
    health: await healthOf(visit.db, visit.brand.id, { now: visit.now, engines: visit.deps.engines }),
    spend: await spendOf(visit.db, visit.caller.organizationId, visit.now),
  };
}

async function areAlertsEnabled(visit: Visit): Promise<boolean> {
  const { data } = await visit.report('me');
  return (data as { reporting_rules: { alerts: { enabled: boolean } } }).reporting_rules.alerts.enabled;
}

/** One evaluation of ten engines and their competitors fits into a few pages. */
const MOST_PAGES = 5;

/** Every comparison of the newest evaluation in a window. */
export async function newestComparisons(
  reportOf: ReportOf,
  window: Readonly<Record<string, string>>,
): Promise<readonly Comparison[]> {
  const found: Comparison[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { ...window, limit: '200', ...(cursor === null ? {} : { cursor }) };
    const { data, meta }: Envelope = await reportOf('comparisons', query);
    const rows = data as readonly Comparison[];
    const [newest] = [...found, ...rows];
    const same = rows.filter((row) => row.evaluated_at === newest?.evaluated_at);
    found.push(...same);
    cursor = meta.next_cursor as string | null;
    if (cursor === null || same.length < rows.length) break;
  }
  return found;
}

/** An older evaluation than this says nothing about the present, so the window ends now. */
export const FRESH_DAYS = 2;

/**
 * The window of the page. Without a choice it is the current window of the newest evaluation, so that a figure, its verdict,
 * and a finding are of the same answers.
 */
export function windowAsCompared(
  { window, now }: Pick<Visit, 'window' | 'now'>,
  [newest]: readonly Comparison[],
): ChosenWindow {
  const isChosen = window.until !== undefined || window.days !== String(WINDOWS[0]);
  if (isChosen || newest === undefined) return window;
  return isFresh(newest, now) ? { ...window, until: newest.current.until } : window;
}

/** Whether an evaluation says something about the present. */
export function isFresh({ evaluated_at: at }: Comparison, now: number): boolean {
  return now - Date.parse(at) <= FRESH_DAYS * DAY_MS;
}

export function isSameWindow({ days, until }: ChosenWindow, [newest]: readonly Comparison[]): boolean {
  return newest !== undefined && until === newest.current.until && days === String(WINDOWS[0]);
}
