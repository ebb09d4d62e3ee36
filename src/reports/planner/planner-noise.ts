import {
  type AlertKind,
  type AlertSettings,
  alertKindsOf,
  BASELINE_DAYS,
  CURRENT_DAYS,
} from '../../domain/alerts/alert-rules.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { DAYS_PER_MONTH } from '../../domain/figures/month-budget.ts';
import { type ComparedDay, countComparedDays } from '../../panel/counts/compared.ts';
import { listPromptDays } from '../../panel/counts/spreads/days-answered.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { chanceFindingsADay, hasTooFewAnswers } from '../../stats/alerts/chance-findings.ts';
import {
  type Effects,
  kindsOf,
  leastAnswers,
  MEASURES,
  type Measure,
  type Thresholds,
} from '../../stats/alerts/gates.ts';
import { independentTrials, leastDifference } from '../../stats/alerts/least-difference.ts';
import {
  lastReportedDay,
  type NoiseDay,
  noiseDayOf,
  noiseDays,
  noisePeriod,
} from '../../stats/alerts/noise-days.ts';
import { bootstrapPaths, floorPoints, tenthsUp } from '../../stats/alerts/noise-floor.ts';
import { listOpenings } from '../../storage/watch/openings.ts';
import type { ReportContext } from '../shape/report.ts';
import type { PlannedEngine } from './panel-plan.ts';
import type { NO_NOISE_FLOOR, Plan } from './planner-schema.ts';

type NoiseRow = Plan['noise'][number];
type Floor = Pick<NoiseRow, 'noise_floor_points' | 'proposed_min_delta_points' | 'null_because'>;
type NoiseOfEngine = Pick<NoiseRow, 'chance_findings_per_month' | 'measures' | 'measures_not_known'>;

interface Watched {
  /** The brand itself first. */
  readonly tracked: readonly TrackedBrand[];
  readonly thresholds: AlertSettings;
}

/** A measure with alerts, for the brand itself or a competitor. */
interface WatchedMeasure {
  readonly measure: Measure;
  readonly kinds: readonly AlertKind[];
  readonly daysOn: ReadonlyMap<string, readonly ComparedDay[]>;
}

type QuietDays = ReturnType<typeof noiseDays>;

/** Each engine's noise in the last quarter. */
export async function noiseRows(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { panel, period: { to }, only }: CountedAnswers,
  engines: readonly PlannedEngine[],
  { tracked, thresholds }: Watched,
): Promise<Plan['noise']> {
  const answers = { panel, only, period: noisePeriod(to) };
  const openings = await listOpenings(db, brand.id, { from: answers.period.from, to });
  const promptsOn = Map.groupBy(await listPromptDays(answers), ({ engine }) => engine);
  const daysOf = async (trackedId: number) =>
    Map.groupBy(await countComparedDays(answers, trackedId, panel.self), ({ engine }) => engine);
  const [naming, measures] = [await daysOf(panel.self), await measuresOf(tracked, thresholds, daysOf)];
  const rows: NoiseRow[] = [];
  for (const planned of engines) {
    const { slug, name } = planned.panel.engine;
    const daysIn = (measure: Measure, daysOn: WatchedMeasure['daysOn']) =>
      (daysOn.get(slug) ?? []).map(noiseDayOf(measure));
    const quiet = (measure: Measure, days: readonly NoiseDay[]) => {
      const since = lastReportedDay(openings, { engine: slug, measure, markets: only.markets });
      return noiseDays(days, promptsOn.get(slug) ?? [], since);
    };
    const floor = floorOf(planned, quiet('visibility', daysIn('visibility', naming)), thresholds);
    const often: (number | null)[] = [];
    for (const { measure, kinds, daysOn } of measures) {
      const days = daysIn(measure, daysOn);
      if (hasTooFewAnswers(days, thresholds)) continue;
      often.push(findingsADay(planned, kinds, quiet(measure, days), thresholds));
      await panel.breathe();
    }
    rows.push({ engine: slug, engine_name: name, ...floor, ...combinedNoise(often) });
  }
  return rows;
}

/** The comparisons on each engine: the brand's own, and one kind for each competitor. */
async function measuresOf(
  [self, ...competitors]: readonly TrackedBrand[],
  settings: AlertSettings,
  daysOf: (trackedId: number) => Promise<WatchedMeasure['daysOn']>,
): Promise<WatchedMeasure[]> {
  const enabled = alertKindsOf(settings);
  const found: WatchedMeasure[] = [];
  for (const measure of MEASURES) {
    const kinds = kindsOf(measure).filter((kind) => enabled.includes(kind));
    const subjects = measure === 'overtaken' ? competitors : self === undefined ? [] : [self];
    for (const { id } of kinds.length === 0 ? [] : subjects) {
      found.push({ measure, kinds, daysOn: await daysOf(id) });
    }
  }
  return found;
}

/** A measure's daily false findings; null if unknown. */
function findingsADay(
  { panel }: PlannedEngine,
  kinds: readonly AlertKind[],
  days: QuietDays,
  thresholds: Thresholds,
): number | null {
  if (typeof days === 'string') return null;
  return chanceFindingsADay(days, { kinds, thresholds, effects: effectsOf(panel) });
}

/** The design effects in both windows of an alert. */
function effectsOf({ effectOf }: PlannedEngine['panel']): Effects {
  return { current: effectOf(CURRENT_DAYS), baseline: effectOf(BASELINE_DAYS) };
}

function combinedNoise(often: readonly (number | null)[]): NoiseOfEngine {
  const known = often.filter((each) => each !== null);
  const findings = known.reduce((sum, each) => sum + each, 0);
  return {
    chance_findings_per_month: known.length === 0 ? null : hundredths(DAYS_PER_MONTH * findings),
    measures: known.length,
    measures_not_known: often.length - known.length,
  };
}

const hundredths = (value: number) => Math.round(100 * value) / 100;

/** The expected false findings on all engines, in a sentence; empty if unknown. */
export function noiseWords(rows: Plan['noise']): string {
  const sum = (of: (row: NoiseRow) => number | null) => rows.reduce((all, row) => all + (of(row) ?? 0), 0);
  const [known, unknown] = [sum(({ measures }) => measures), sum((row) => row.measures_not_known)];
  if (known === 0) return '';
  const often = hundredths(sum((row) => row.chance_findings_per_month));
  const measures = known === 1 ? 'the one measure' : `all ${known} measures`;
  const rest = unknown === 0 ? '' : `, with too little known about ${unknown} more`;
  return (
    `Chance alone makes ${often} changes in 30 days that are large enough for an alert, over ${measures}${rest}, ` +
    'if the next quarter is like the last. Noise floors hold most back.'
  );
}

function floorOf(planned: PlannedEngine, days: QuietDays, thresholds: Thresholds): Floor {
  const gate = gatePoints(planned, thresholds);
  if (gate === null) return without('too_few_answers');
  if (typeof days === 'string') return without(days);
  const floor = floorPoints(bootstrapPaths(days));
  return {
    noise_floor_points: floor,
    proposed_min_delta_points: Math.ceil(Math.max(floor, gate)),
    null_because: null,
  };
}

function without(reason: (typeof NO_NOISE_FLOOR)[number]): Floor {
  return { noise_floor_points: null, proposed_min_delta_points: null, null_because: reason };
}

/** The brand's smallest visibility change above noise, in points; null if there are too few answers for an alert. */
function gatePoints({ panel, kinds }: PlannedEngine, thresholds: Thresholds): number | null {
  const [named] = kinds;
  if (named === undefined || Math.round(CURRENT_DAYS * named.perDay) < leastAnswers(thresholds)) return null;
  const { total, perDay } = named;
  const trials = independentTrials(perDay, effectsOf(panel));
  const least = leastDifference(total.events / total.trials, trials);
  return least === null ? null : tenthsUp(100 * least);
}
