import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { DAYS_PER_MONTH } from '../domain/month-budget.ts';
import { independent } from '../domain/proportion.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { countComparedDays } from '../panel/counts/compared.ts';
import { listPromptDays } from '../panel/counts/days-answered.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import { leastAnswers, type Thresholds } from '../stats/gates.ts';
import { leastDifference } from '../stats/least-difference.ts';
import { lastTold, noiseDayOf, noiseDays, noisePeriod } from '../stats/noise-days.ts';
import { findingsADay, floorPoints, quietCourses, tenthsUp } from '../stats/noise-floor.ts';
import { listOpenings } from '../storage/watch/openings.ts';
import type { PlannedEngine } from './panel-plan.ts';
import type { NO_NOISE_FLOOR, Plan } from './planner-schema.ts';
import type { ReportContext } from './shape/report.ts';

type Noise = Omit<Plan['noise'][number], 'engine' | 'engine_name'>;

interface Watched {
  readonly self: TrackedBrand | null;
  readonly thresholds: Thresholds;
}

/** What the last quarter says of each engine's noise. */
export async function noiseRows(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { panel, period: { to }, only }: CountedAnswers,
  engines: readonly PlannedEngine[],
  { self, thresholds }: Watched,
): Promise<Plan['noise']> {
  const answers = { panel, only, period: noisePeriod(to) };
  const openings = await listOpenings(db, brand.id, { from: answers.period.from, to });
  const days = self === null ? [] : await countComparedDays(answers, self.id);
  const daysOn = Map.groupBy(days, ({ engine }) => engine);
  const promptsOn = Map.groupBy(await listPromptDays(answers), ({ engine }) => engine);
  const rows: Plan['noise'][number][] = [];
  for (const planned of engines) {
    const { slug, name } = planned.panel.engine;
    const since = lastTold(openings, { engine: slug, measure: 'visibility', markets: only.markets });
    const quiet = noiseDays(
      (daysOn.get(slug) ?? []).map(noiseDayOf('visibility')),
      promptsOn.get(slug) ?? [],
      since,
    );
    rows.push({ engine: slug, engine_name: name, ...noiseOf(planned, quiet, thresholds) });
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

function noiseOf(planned: PlannedEngine, days: ReturnType<typeof noiseDays>, thresholds: Thresholds): Noise {
  const gate = gatePoints(planned, thresholds);
  if (gate === null) return without('too_few_answers');
  if (typeof days === 'string') return without(days);
  const courses = quietCourses(days);
  const floor = floorPoints(courses);
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
