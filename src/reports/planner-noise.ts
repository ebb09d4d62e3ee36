import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { medianOf } from '../domain/median.ts';
import { DAYS_PER_MONTH } from '../domain/month-budget.ts';
import { DAY_MS, dayOf, type Period } from '../domain/period.ts';
import { independent } from '../domain/proportion.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { listPromptDays, type PromptDays } from '../panel/counts/days-answered.ts';
import { countTrend, type TrendCount } from '../panel/counts/trend.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import { leastAnswers, type Thresholds } from '../stats/gates.ts';
import { generator } from '../stats/generator.ts';
import { leastDifference } from '../stats/least-difference.ts';
import {
  findingsADay,
  LEAST_NOISE_DAYS,
  NOISE_DAYS,
  noiseFloor,
  quietCourses,
} from '../stats/noise-floor.ts';
import type { PlannedEngine } from './panel-plan.ts';
import type { NO_NOISE_FLOOR, Plan } from './planner-schema.ts';

type Noise = Omit<Plan['noise'][number], 'engine' | 'engine_name'>;

/** The same answers always have the same noise. */
const SEED = 91;

interface Watched {
  readonly self: TrackedBrand | null;
  readonly thresholds: Thresholds;
}

/** What the last quarter says of each engine's noise. */
export async function noiseRows(
  { panel, period: { to }, only }: CountedAnswers,
  engines: readonly PlannedEngine[],
  { self, thresholds }: Watched,
): Promise<Plan['noise']> {
  const answers = { panel, only, period: daysBefore(to) };
  const days = (await countTrend(answers, 'day')).filter(({ trackedId }) => trackedId === self?.id);
  const daysOn = Map.groupBy(days, ({ engine }) => engine);
  const promptsOn = Map.groupBy(await listPromptDays(answers), ({ engine }) => engine);
  const rows: Plan['noise'][number][] = [];
  for (const planned of engines) {
    const { slug, name } = planned.panel.engine;
    const [own, prompts] = [usualDays(daysOn.get(slug) ?? []), promptsOn.get(slug) ?? []];
    rows.push({ engine: slug, engine_name: name, ...noiseOf(planned, own, prompts, thresholds) });
    await panel.breathe();
  }
  return rows;
}

/** What is rarer than once in 20 months is not worth saying. */
const WORTH_SAYING = 0.05;

/** A sentence on each engine on which chance alone changes the rate by as much as an alert asks for. */
export function noiseWords(rows: Plan['noise']): string {
  return rows
    .filter(({ chance_findings_per_month: often }) => often !== null && often >= WORTH_SAYING)
    .map(
      ({ engine_name: name, chance_findings_per_month: often }) =>
        `With nothing happening, ${name} would have had ${often} changes as large as an alert asks for in 30 days, if the next quarter is like the last.`,
    )
    .join(' ');
}

/** Whole UTC days: the last one that has begun is not over. */
function daysBefore(until: number): Period {
  const to = dayOf(until) * DAY_MS;
  return { from: to - NOISE_DAYS * DAY_MS, to };
}

/** Those with at least half as many answers as are usual, oldest first: what is left of an outage is another mix of questions. */
function usualDays(days: readonly TrendCount[]): TrendCount[] {
  const answered = days.filter(({ responses }) => responses > 0);
  const counts = Map.groupBy(answered, ({ responses }) => responses);
  const usual = medianOf(new Map([...counts].map(([responses, { length }]) => [responses, length]))) ?? 0;
  return answered
    .filter(({ responses }) => 2 * responses >= usual)
    .sort((one, other) => one.firstDay - other.firstDay);
}

function noiseOf(
  planned: PlannedEngine,
  days: readonly TrendCount[],
  prompts: readonly PromptDays[],
  thresholds: Thresholds,
): Noise {
  const gate = gatePoints(planned, thresholds);
  if (gate === null) return without('too_few_answers');
  if (days.length < LEAST_NOISE_DAYS) return without('too_few_days');
  if (hasChanged(prompts)) return without('panel_changed');
  const shares = days.map(({ present, responses }) => present / responses);
  const courses = quietCourses(shares, generator(SEED));
  const floor = tenthsUp(100 * noiseFloor(courses));
  const points = Math.max(thresholds.minDeltaPoints, gate);
  return {
    noise_floor_points: floor,
    proposed_min_delta_points: Math.ceil(Math.max(floor, gate)),
    chance_findings_per_month: Math.round(100 * DAYS_PER_MONTH * findingsADay(courses, points / 100)) / 100,
    null_because: null,
  };
}

function without(reason: (typeof NO_NOISE_FLOOR)[number]): Noise {
  return {
    ...{ noise_floor_points: null, proposed_min_delta_points: null, chance_findings_per_month: null },
    null_because: reason,
  };
}

/** The points below which no change of the brand's visibility is told from noise; null where there are too few answers for an alert. */
function gatePoints({ panel, kinds }: PlannedEngine, thresholds: Thresholds): number | null {
  const [named] = kinds;
  if (named === undefined || Math.round(CURRENT_DAYS * named.perDay) < leastAnswers(thresholds)) return null;
  const { total, perDay } = named;
  const told = (days: number) =>
    independent({ events: 0, trials: days * perDay }, panel.effectOf(days)).trials;
  const trials = { current: told(CURRENT_DAYS), baseline: told(BASELINE_DAYS) };
  const least = leastDifference(total.events / total.trials, trials);
  return least === null ? null : tenthsUp(100 * least);
}

/** Exact tenths stay as they are. */
function tenthsUp(points: number): number {
  return Math.ceil(10 * points - 1e-9) / 10;
}

/** Whether a question came or went: it has no answer in the first week of all of them, or none in the last. */
function hasChanged(prompts: readonly PromptDays[]): boolean {
  const first = Math.min(...prompts.map((each) => each.first));
  const last = Math.max(...prompts.map((each) => each.last));
  return prompts.some((each) => each.first - first >= CURRENT_DAYS || last - each.last >= CURRENT_DAYS);
}
