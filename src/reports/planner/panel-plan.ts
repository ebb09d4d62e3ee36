import { type AlertKind, BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import type { AnswerPrice } from '../../domain/answers/answer-price.ts';
import type { Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { meanOfDay } from '../../domain/questions/weekly.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { ComparedCount } from '../../panel/counts/compared.ts';
import { Detectable, type NotCalled } from '../../stats/alerts/detectable.ts';
import { MEASURED_AS, type Measure, type Thresholds } from '../../stats/alerts/gates.ts';
import { correlationWithin } from '../../stats/rates/correlation.ts';
import type { PlannedPrompt } from '../../storage/directory/brand/prompts.ts';

/** A brand's panel on one engine, from which plans are made. */
export interface EnginePanel {
  readonly engine: Engine;
  readonly isAsked: boolean;
  /** Answers to each prompt that has any. */
  readonly cells: readonly ComparedCount[];
  /** Answers in comparison with one competitor, if the query names one. */
  readonly competitorCells: readonly ComparedCount[];
  /** Days in the window since its first answer. */
  readonly days: number;
  /** Questions a day; 0 for an engine that is off. */
  readonly questions: number;
  readonly price: AnswerPrice | null;
  readonly effectOf: EffectOf;
  /** The prompts that name a tracked brand. */
  readonly branded: ReadonlySet<number>;
}

/** How many answers equal an independent one over some days, if each prompt has this many times the samples. */
export type EffectOf = (days: number, samples?: number) => number | null;

/** Days in the period since its first answer, rounded up. */
export function daysSince(first: number | null, { to }: Period): number {
  return Math.max(1, Math.ceil((to - (first ?? to - 1)) / DAY_MS));
}

/** Questions a day to each engine. */
export function questionsADay(prompts: readonly PlannedPrompt[]): number {
  const active = prompts.filter((prompt) => prompt.active);
  const daily = active.reduce((sum, { isWeekly, samples }) => sum + (isWeekly ? 0 : samples), 0);
  return meanOfDay(daily, active.filter(({ isWeekly }) => isWeekly).length);
}

/** A kind of finding on one engine, with its share by prompt. */
export interface PlannedKind {
  readonly kind: AlertKind;
  /** The competitor that it is about; null for the brand itself. */
  readonly competitor: TrackedBrand | null;
  readonly questions: QuestionSpread;
  readonly total: Proportion;
  readonly perDay: number;
  /** Null if unknown. */
  readonly correlation: number | null;
  readonly effectOf: EffectOf;
}

/** The kinds about the brand itself, by measure. A blackout is also a drop, and found with it. */
const OF_BRAND = {
  visibility_drop: 'visibility',
  visibility_rise: 'visibility',
  cited_not_named: 'cited_not_named',
  negative_framing: 'negative_framing',
} as const satisfies Partial<Record<AlertKind, Measure>>;

const KINDS = Object.keys(OF_BRAND) as (keyof typeof OF_BRAND)[];

function kindsOn(panel: EnginePanel, competitor: TrackedBrand | null): PlannedKind[] {
  const own = KINDS.map((kind) => {
    return kindOf(kind, null, panel.cells, MEASURED_AS[OF_BRAND[kind]], panel);
  });
  if (competitor === null) return own;
  return [
    ...own,
    kindOf('competitor_overtook', competitor, panel.competitorCells, MEASURED_AS.overtaken, panel),
  ];
}

function kindOf(
  kind: AlertKind,
  competitor: TrackedBrand | null,
  cells: readonly ComparedCount[],
  { events: event, trials: trial }: (typeof MEASURED_AS)[Measure],
  { days, effectOf, branded }: EnginePanel,
): PlannedKind {
  const prompts = cells.map((cell) => ({ events: cell[event], trials: cell[trial] }));
  const questions = spreadOf(
    prompts.map(({ events }) => events),
    prompts.map(({ trials }) => trials),
    cells.map(({ promptId }) => (branded.has(promptId) ? 1 : 0)),
  );
  const total = {
    events: prompts.reduce((sum, { events }) => sum + events, 0),
    trials: prompts.reduce((sum, { trials }) => sum + trials, 0),
  };
  const correlation = correlationWithin(prompts);
  return { kind, competitor, questions, total, perDay: total.trials / days, correlation, effectOf };
}

/** The detectable changes, or why there are none. */
export type Detection = { readonly detectable: Detectable } | { readonly reason: NotCalled };

/** @param factor multiplies today's answers and each prompt's samples */
export function detectionOf(
  { kind, total, perDay, correlation, effectOf }: PlannedKind,
  thresholds: Thresholds,
  factor = { answers: 1, samples: 1 },
): Detection {
  if (total.trials < MIN_SAMPLE) return { reason: 'too_few_answers' };
  const share = total.events / total.trials;
  const effects = {
    current: effectOf(CURRENT_DAYS, factor.samples),
    baseline: effectOf(BASELINE_DAYS, factor.samples),
  };
  const pace = { kind, perDay: factor.answers * perDay, share, correlation: correlation ?? 0, effects };
  const detectable = new Detectable(pace, thresholds);
  return detectable.reason === null ? { detectable } : { reason: detectable.reason };
}

/** The smallest detectable change in tenths of a point; null if no change would raise an alert. */
export function smallestChange(seen: Detection, days: number): number | null {
  return 'detectable' in seen ? seen.detectable.smallest(days) : null;
}

/** Alternatives to the panel. */
export const WHAT_IFS = ['one_more_sample', 'ten_more_prompts', 'without_engine'] as const;
export type WhatIf = (typeof WHAT_IFS)[number];

const MORE_PROMPTS = 10;

/** Questions a day to an engine in an alternative. Weekly ones stay weekly. @param samples how often a new prompt is asked */
export function plannedQuestions(
  whatIf: WhatIf,
  { questions }: EnginePanel,
  prompts: readonly PlannedPrompt[],
  samples: number,
): number {
  if (whatIf === 'without_engine') return 0;
  const daily = prompts.filter(({ active, isWeekly }) => active && !isWeekly).length;
  const more = whatIf === 'one_more_sample' ? daily : MORE_PROMPTS * samples;
  return questions + more;
}

/** Every kind on every engine, with its detectable changes, computed once. */
export interface PlannedEngine {
  readonly panel: EnginePanel;
  readonly kinds: readonly (PlannedKind & { readonly seen: Detection })[];
}

export function plannedOn(
  panel: EnginePanel,
  competitor: TrackedBrand | null,
  thresholds: Thresholds,
): PlannedEngine {
  const kinds = kindsOn(panel, competitor).map((each) => ({ ...each, seen: detectionOf(each, thresholds) }));
  return { panel, kinds };
}

/** The smallest drop and rise in the brand's visibility that raise an alert within a week. */
export function weekOf({ kinds }: PlannedEngine, seen: (kind: PlannedEngine['kinds'][number]) => Detection) {
  const smallest = (kind: AlertKind) => {
    const found = kinds.find((each) => each.kind === kind);
    return found ? smallestChange(seen(found), CURRENT_DAYS) : null;
  };
  return { drop: smallest('visibility_drop'), rise: smallest('visibility_rise') };
}
