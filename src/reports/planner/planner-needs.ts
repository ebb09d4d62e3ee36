import { type AlertSettings, BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { DAYS_PER_MONTH } from '../../domain/figures/month-budget.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { MOST_SAMPLES } from '../../domain/questions/samples.ts';
import { Detectable } from '../../stats/alerts/detectable.ts';
import type { PlannedPrompt } from '../../storage/directory/brand/prompts.ts';
import type { PlannedEngine, PlannedKind } from './panel-plan.ts';
import { usd } from './planner-rows.ts';
import { NEEDED_SIZES, type Plan } from './planner-schema.ts';

type Need = Plan['needs'][number];

interface Panel {
  readonly prompts: readonly PlannedPrompt[];
  readonly thresholds: AlertSettings;
}

/** An engine's starting point: daily answers, daily questions, and prompts. */
interface Start {
  readonly answers: number;
  readonly questions: number;
  readonly prompts: number;
}

/** The answers needed for each size of change on an engine, including sizes that it can detect now. */
export function needRows(planned: PlannedEngine, { prompts, thresholds }: Panel): Need[] {
  const { panel, kinds } = planned;
  const [drop, rise] = kinds;
  if (drop === undefined || rise === undefined) return [];
  const isAssumed = drop.total.trials < MIN_SAMPLE;
  const share = isAssumed ? ASSUMED_SHARE : drop.total.events / drop.total.trials;
  const start = startOf(planned, drop, prompts);
  return NEEDED_SIZES.map((points) => {
    const planKind = 100 * share >= points ? drop : rise;
    const asksFor = { ...thresholds, minDeltaPoints: Math.min(thresholds.minDeltaPoints, half(points)) };
    const isSeen = (answers: number, samples: number) =>
      new Detectable(
        {
          kind: planKind.kind,
          perDay: answers,
          share,
          correlation: planKind.correlation ?? 0,
          effects: {
            current: panel.effectOf(CURRENT_DAYS, samples),
            baseline: panel.effectOf(BASELINE_DAYS, samples),
          },
        },
        asksFor,
      ).isCalled(points, CURRENT_DAYS);
    const { seen } = planKind;
    return {
      engine: panel.engine.slug,
      engine_name: panel.engine.name,
      points,
      kind: planKind.kind as Need['kind'],
      days_now: 'detectable' in seen ? seen.detectable.daysUntil(points) : null,
      ...neededFrom(start, isSeen, panel.price?.micros ?? null),
      min_delta_points: asksFor.minDeltaPoints,
      rate_assumed: isAssumed,
    };
  });
}

/** At this share, the number of answers varies most. */
const ASSUMED_SHARE = 0.5;

const half = (points: number) => Math.floor(points / 2);

/** An engine that is off starts with its existing answers; one without answers, with the panel's. */
function startOf(
  { panel }: PlannedEngine,
  { total, perDay }: PlannedKind,
  all: readonly PlannedPrompt[],
): Start {
  const questions = panel.questions || Math.max(1, Math.round(perDay));
  return {
    answers: total.trials < MIN_SAMPLE ? questions : perDay,
    questions,
    prompts: all.filter(({ active }) => active).length || Math.max(1, panel.cells.length),
  };
}

/** Asks the same prompts more or less often, up to the limit. If repeats make that insufficient, adds prompts of the same kind. */
function neededFrom(
  { answers, questions, prompts }: Start,
  isSeen: (answers: number, samples: number) => boolean,
  micros: number | null,
): Pick<Need, 'answers_per_day' | 'prompts' | 'times_a_day' | 'usd_per_month'> {
  const answersOf = (asked: number) => (answers * asked) / questions;
  const more = leastWhole((asked) => isSeen(answersOf(asked), asked / questions), MOST_SAMPLES * prompts);
  const asked = more ?? leastWhole((each) => isSeen(answersOf(each), 1), Number.POSITIVE_INFINITY) ?? 0;
  const timesNow = questions / prompts;
  const promptsThen = more === null ? Math.ceil(asked / timesNow) : prompts;
  return {
    answers_per_day: Math.ceil(answersOf(asked)),
    prompts: promptsThen,
    times_a_day: Math.ceil((10 * asked) / promptsThen) / 10,
    usd_per_month: micros === null ? null : usd(micros * asked * DAYS_PER_MONTH),
  };
}

/** The smallest sufficient whole number, by doubling and bisection; null if it exceeds the maximum. */
function leastWhole(isEnough: (count: number) => boolean, most: number): number | null {
  let [tooFew, enough] = [0, Math.min(most, 1)];
  while (!isEnough(enough)) {
    if (enough >= most) return null;
    [tooFew, enough] = [enough, Math.min(most, 2 * enough)];
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
