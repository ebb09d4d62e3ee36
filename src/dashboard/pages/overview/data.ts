import { type BrandHealth, healthOf } from '../../../pipeline/collect/health.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { factsOf } from '../../parts/alert-facts.ts';
import type { AlertRow } from '../../parts/rows.ts';
import type { Visit } from '../../visit.ts';
import { endOf, parametersOfWindow, resolvedWindow, windowBetween } from '../../window.ts';

/** Everything on the overview of a brand that is set up. All figures are of the window of the bar. */
export interface OverviewData {
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly trend: EnvelopeOf<typeof reports.trend>;
  /** The window of its trend, as the bar says windows. */
  readonly weeks: string;
  /** What holds now; of a window that ended before, what was found in it. Whether it was read or not. */
  readonly findings: readonly AlertRow[];
  /** Whether the window goes on until now. */
  readonly isNow: boolean;
  /** Null to a reader who may not see questions. */
  readonly gaps: EnvelopeOf<typeof reports.gaps> | null;
  /** Each competitor beside the brand on each engine, for findings that are about one. Null where there are none. */
  readonly engineGaps: EnvelopeOf<typeof reports.gaps> | null;
  /** Null to a reader who may not see sites. */
  readonly sites: EnvelopeOf<typeof reports.recommendations> | null;
  /** Sentences about the brand; empty for a reader who may not see answers. */
  readonly said: readonly Sentence[];
  /** What is nobody's business but the organization's: null to whoever has a share link. */
  readonly health: BrandHealth | null;
}

type SaidRow = RowOf<typeof reports.said>;

/** The newest sentence of a row of /said. */
export interface Sentence {
  readonly row: SaidRow;
  readonly quote: NonNullable<SaidRow['quotes']>[number];
}

/** The weeks of a small trend, in days: whole weeks back from the one that the window ends in. */
const TREND_DAYS = 12 * 7 + 1;

/** As many as /alerts gives. */
const MOST_ALERTS = 200;

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const weeks = windowBetween(`${TREND_DAYS}d`, endOf(visit.window, visit.now).until ?? '');
  const isNow = resolvedWindow(visit.window, visit.now).moving !== 'neither';
  const findings = await findingsOf(visit, isNow);
  const isBeside =
    visit.mayOpen('questions') && findings.some((alert) => (factsOf(alert)?.competitor ?? null) !== null);
  return {
    presence: await visit.figures(reports.presence),
    trend: await visit.figures(reports.trend, {
      by: 'week',
      ...{ from: undefined, month: undefined, until: undefined },
      ...parametersOfWindow(weeks, visit.now),
    }),
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
  const asked = { limit: String(MOST_ALERTS), ...(isNow && { holds: 'true' }) };
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

/** In the order in which a reader wants to know them. */
const WAYS = ['negative', 'recommended', 'neutral'] as const;

/** Of the theme that is spoken of in most ways: in each framing, the newest sentence of the engine with most such answers. */
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

/** The theme that is spoken of in most framings, of several the one whose row comes first. */
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
