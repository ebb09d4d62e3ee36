import { BASELINE_DAYS, type ComparedKind, CURRENT_DAYS } from '../domain/alert-rules.ts';
import type { AnswerPrice } from '../domain/answer-price.ts';
import type { Engine } from '../domain/engine.ts';
import { DAY_MS, type Period } from '../domain/period.ts';
import type { Proportion } from '../domain/proportion.ts';
import { type QuestionSpread, spreadOf } from '../domain/question-range.ts';
import { MIN_SAMPLE } from '../domain/rate.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import type { ComparedCount } from '../panel/counts/compared.ts';
import { correlationWithin } from '../stats/correlation.ts';
import { Detectable, type NotCalled } from '../stats/detectable.ts';
import { MEASURED_AS, type Measure, type Thresholds } from '../stats/gates.ts';
import type { PlannedPrompt } from '../storage/directory/prompts.ts';

/** What a brand's panel is like on one engine: what plans are made from. */
export interface EnginePanel {
  readonly engine: Engine;
  readonly isAsked: boolean;
  /** Answers to each prompt that has any. */
  readonly cells: readonly ComparedCount[];
  /** The same next to one competitor, if one was chosen. */
  readonly rivals: readonly ComparedCount[];
  /** The days of the window since its first answer. */
  readonly days: number;
  /** Questions a day; 0 if it is not asked. */
  readonly questions: number;
  readonly price: AnswerPrice | null;
  readonly effectOf: EffectOf;
  /** The prompts that name a tracked brand themselves. */
  readonly branded: ReadonlySet<number>;
}

/** How many answers tell as much as an independent one over so many days, if each prompt were asked so many times as often. */
export type EffectOf = (days: number, samples?: number) => number | null;

/** Days of the period, begun ones whole, since its first answer. */
export function daysSince(first: number | null, { to }: Period): number {
  return Math.max(1, Math.ceil((to - (first ?? to - 1)) / DAY_MS));
}

/** Questions a day to each engine. */
export function questionsADay(prompts: readonly PlannedPrompt[]): number {
  return prompts.reduce((sum, { active, samples }) => sum + (active ? samples : 0), 0);
}

/** A kind of finding on one engine, with its share by prompt. */
export interface PlannedKind {
  readonly kind: ComparedKind;
  /** The competitor that it is about; null for the brand itself. */
  readonly competitor: TrackedBrand | null;
  readonly prompts: readonly Proportion[];
  readonly questions: QuestionSpread;
  readonly total: Proportion;
  readonly perDay: number;
  /** Null where it cannot be known. */
  readonly correlation: number | null;
  readonly effectOf: EffectOf;
}

/** The kinds about the brand itself, by their measures. A blackout is a drop too, and found with it. */
const OF_BRAND = {
  visibility_drop: 'visibility',
  visibility_rise: 'visibility',
  cited_not_named: 'cited_not_named',
  negative_framing: 'negative_framing',
} as const satisfies Partial<Record<ComparedKind, Measure>>;

const KINDS = Object.keys(OF_BRAND) as (keyof typeof OF_BRAND)[];

function kindsOn(panel: EnginePanel, competitor: TrackedBrand | null): PlannedKind[] {
  const own = KINDS.map((kind) => {
    return kindOf(kind, null, panel.cells, MEASURED_AS[OF_BRAND[kind]], panel);
  });
  if (competitor === null) return own;
  return [...own, kindOf('competitor_overtook', competitor, panel.rivals, MEASURED_AS.overtaken, panel)];
}

function kindOf(
  kind: ComparedKind,
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
  return { kind, competitor, prompts, questions, total, perDay: total.trials / days, correlation, effectOf };
}

/** What can be said of changes, where there is a rate; or why nothing can. */
export type Seen = { readonly detectable: Detectable } | { readonly reason: NotCalled };

/** @param factor how many times as many answers as now, and how many times as often each prompt is asked */
export function seenBy(
  { kind, total, perDay, correlation, effectOf }: PlannedKind,
  thresholds: Thresholds,
  factor = { answers: 1, samples: 1 },
): Seen {
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

/** In tenths of a point; null if no change would be called. */
export function smallestChange(seen: Seen, days: number): number | null {
  return 'detectable' in seen ? seen.detectable.smallest(days) : null;
}

/** What a panel could be instead. */
export const WHAT_IFS = ['one_more_sample', 'ten_more_prompts', 'without_engine'] as const;
export type WhatIf = (typeof WHAT_IFS)[number];

const MORE_PROMPTS = 10;

/** Questions a day to an engine then. @param samples how often a new prompt is asked */
export function questionsThen(
  whatIf: WhatIf,
  { questions }: EnginePanel,
  prompts: readonly PlannedPrompt[],
  samples: number,
): number {
  if (whatIf === 'without_engine') return 0;
  const more =
    whatIf === 'one_more_sample' ? prompts.filter(({ active }) => active).length : MORE_PROMPTS * samples;
  return questions + more;
}

/** Every kind on every engine, with what would be seen of it: worked out once. */
export interface PlannedEngine {
  readonly panel: EnginePanel;
  readonly kinds: readonly (PlannedKind & { readonly seen: Seen })[];
}

export function plannedOn(
  panel: EnginePanel,
  competitor: TrackedBrand | null,
  thresholds: Thresholds,
): PlannedEngine {
  const kinds = kindsOn(panel, competitor).map((each) => ({ ...each, seen: seenBy(each, thresholds) }));
  return { panel, kinds };
}

/** The smallest changes of the brand's visibility that are called within a week, down and up. */
export function weekOf({ kinds }: PlannedEngine, seen: (kind: PlannedEngine['kinds'][number]) => Seen) {
  const smallest = (kind: ComparedKind) => {
    const found = kinds.find((each) => each.kind === kind);
    return found ? smallestChange(seen(found), CURRENT_DAYS) : null;
  };
  return { drop: smallest('visibility_drop'), rise: smallest('visibility_rise') };
}
