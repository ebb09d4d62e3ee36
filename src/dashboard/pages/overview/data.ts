import { type BrandHealth, healthOf } from '../../../pipeline/collect/health.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { factsOf } from '../../parts/words/alert-facts.ts';
import { type ObservedDays, observedIn } from '../../parts/words/observed.ts';
import type { AlertRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import { endOf, isUpToDate, resolvedWindow, windowBetween } from '../../visit/window.ts';

/** The overview's data, in the bar's window. */
export interface OverviewData {
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly trend: EnvelopeOf<typeof reports.trend>;
  /** Days that the trend misses. */
  readonly observed: ObservedDays;
  /** The trend's window, as a query parameter. */
  readonly weeks: string;
  /** Open alerts; for a past window, the alerts found in it. Read or unread. */
  readonly findings: readonly AlertRow[];
  readonly isNow: boolean;
  /** Null for readers without access to questions. */
  readonly gaps: EnvelopeOf<typeof reports.gaps> | null;
  /** Competitors against the brand by engine, for alerts about one; null without such alerts. */
  readonly engineGaps: EnvelopeOf<typeof reports.gaps> | null;
  /** Null for readers without access to sites. */
  readonly sites: EnvelopeOf<typeof reports.recommendations> | null;
  /** Sentences about the brand; empty for readers without access to answers. */
  readonly said: readonly Sentence[];
  /** Operational health; null for client links. */
  readonly health: BrandHealth | null;
}

type SaidRow = RowOf<typeof reports.said>;

export interface Sentence {
  readonly row: SaidRow;
  readonly quote: NonNullable<SaidRow['quotes']>[number];
}

/** Sparkline days: 13 whole weeks up to the window's end. */
const TREND_DAYS = 12 * 7 + 1;

/** The limit of /alerts. */
const MOST_ALERTS = 200;

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const weeks = windowBetween(`${TREND_DAYS}d`, endOf(visit.window, visit.now));
  const isNow = isUpToDate(visit.window, visit.now);
  const findings = await findingsOf(visit, isNow);
  const isBeside =
    visit.mayOpen('questions') && findings.some((alert) => (factsOf(alert)?.competitor ?? null) !== null);
  const trend = await visit.figures(reports.trend, {
    by: 'week',
    from: undefined,
    month: undefined,
    until: undefined,
    ...visit.windowOf(weeks),
  });
  return {
    presence: await visit.figures(reports.presence),
    trend,
    observed: await observedIn(visit, trend.meta.window),
    weeks,
    findings,
    isNow,
    gaps: visit.mayOpen('questions') ? await visit.figures(reports.gaps) : null,
    engineGaps: isBeside ? await visit.figures(reports.gaps, { by: 'engine', every: '1' }) : null,
    sites: visit.mayOpen('sources') ? await visit.figures(reports.recommendations) : null,
    said: visit.mayOpen('answers') ? await sentencesOf(visit) : [],
    health: await healthFor(visit),
  };
}

async function findingsOf(visit: Visit, isNow: boolean): Promise<readonly AlertRow[]> {
  const asked = { limit: String(MOST_ALERTS), ...(isNow && { state: 'holds' }) };
  const { data } = await visit.figures(reports.alerts, asked);
  const { from, to } = resolvedWindow(visit.window, visit.now).period;
  const isFoundIn = ({ created_at: at }: AlertRow) => Date.parse(at) >= from && Date.parse(at) < to;
  const { engines } = visit.choice;
  return data.filter(
    (alert) =>
      (isNow || isFoundIn(alert)) &&
      (engines.length === 0 || engines.some((each) => alert.facts.engine === each)),
  );
}

/** Reading order. */
const WAYS = ['negative', 'recommended', 'neutral'] as const;

/** For the theme with the most framings: each framing's newest sentence, from the engine with the most such answers. */
async function sentencesOf(visit: Visit): Promise<Sentence[]> {
  const most = (rows: readonly SaidRow[]) => rows.toSorted((a, b) => b.present - a.present)[0];
  const { data } = await visit.figures(reports.said, { about: 'self' });
  const theme = richest(data.filter(({ framing, present }) => framing !== 'any' && present > 0));
  if (theme === undefined) return [];
  const found = await visit.figures(reports.said, { about: 'self', theme });
  return WAYS.flatMap((way) => {
    const row = most(found.data.filter(({ framing, quotes = [] }) => framing === way && quotes.length > 0));
    const quote = row?.quotes?.[0];
    return row && quote ? [{ row, quote }] : [];
  });
}

/** The theme with the most framings; ties go to the first row. */
function richest(rows: readonly SaidRow[]): string | undefined {
  const framings = ([, own]: readonly [string, readonly SaidRow[]]) =>
    new Set(own.map(({ framing }) => framing)).size;
  const themes = [...Map.groupBy(rows, ({ theme }) => theme)];
  return themes.toSorted((a, b) => framings(b) - framings(a))[0]?.[0];
}

async function healthFor(visit: Visit): Promise<BrandHealth | null> {
  if (visit.viewer.kind !== 'user') return null;
  return await healthOf(visit.db, visit.brand.id, {
    now: visit.now,
    engines: await visit.deps.engines(visit.db),
  });
}
