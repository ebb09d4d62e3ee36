import { type Engine, engineOf, inEngineOrder } from '../../domain/answers/engine.ts';
import { pointsOf, pointsThatAddUp } from '../../domain/figures/points.ts';
import { type Interval, independent, type Proportion } from '../../domain/figures/proportion.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import { areReadAlike, listReadings } from '../../panel/counts/readings.ts';
import { listModelDays, type ModelDays } from '../../panel/counts/spreads/days-answered.ts';
import {
  countStrata,
  type StrataAsked,
  type StrataMeasure,
  type StratumCount,
} from '../../panel/counts/spreads/strata.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { Effects } from '../../stats/alerts/gates.ts';
import { type Cut, changeTerms, type InsignificantTerms } from '../../stats/explaining/change-terms.ts';
import { type Cell, DECOMPOSED_TERMS, type QuestionCells } from '../../stats/explaining/decomposition.ts';
import { findModelSwitch } from '../../stats/explaining/model-switch.ts';
import type { Sides } from '../../stats/rates/common-mix.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { newcombe } from '../../stats/rates/intervals.ts';
import { listAskedPrompts } from '../../storage/answers/lookups.ts';
import { endsOf } from '../shape/compared.ts';
import type { ReportContext } from '../shape/report.ts';
import { UNKNOWN_MODEL } from '../shape/slice.ts';

/** Kinds of rows in /why: the change, one of its terms, or the unexplained rest. */
export const WHY_TERMS = ['change', ...DECOMPOSED_TERMS, 'reading', 'not_told'] as const;

export type Windows = Readonly<Record<'current' | 'baseline', Period>>;

/** One effect for a window's figure, another for the difference between windows. */
interface Of<Effect> {
  readonly figure: Effect;
  readonly difference: Effect;
}

/** A change on one engine, with its data. */
interface EngineChange {
  readonly engine: Engine;
  readonly questions: readonly QuestionCells[];
  readonly totals: Sides;
  /** The engine's repeats in each window: for a figure, and for the difference. */
  readonly effects: Of<Effects>;
  /** The model that replaced all others at once; null for none. */
  readonly takenOver: ModelDays | null;
  /** Whether the extractor and names were the same for all answers. */
  readonly readAlike: boolean;
}

/** Counts both windows per engine. Leaves out an engine without answers in either. */
export async function changesBetween(
  current: CountedAnswers,
  windows: Windows,
  { onlyShared, ...asked }: StrataAsked & { readonly onlyShared: boolean },
  effects: Of<DesignEffects>,
): Promise<EngineChange[]> {
  const { baseline: period } = windows;
  const baseline = { ...current, period };
  const [now, before] = [await countStrata(current, asked), await countStrata(baseline, asked)];
  const whole = { ...current, period: { from: period.from, to: current.period.to } };
  const days = Map.groupBy(await listModelDays(whole), ({ engine }) => engine);
  const changes: EngineChange[] = [];
  for (const engine of inEngineOrder([...now, ...before].map((each) => each.engine)).map(engineOf)) {
    const all = questionsOn(engine.slug, now, before);
    const questions = onlyShared ? all.filter(isInBoth) : all;
    const totals = totalsOf(questions);
    if (totals.current.trials === 0 && totals.baseline.trials === 0) continue;
    const takenOver = findModelSwitch(days.get(engine.slug) ?? []);
    const both = (effectOf: DesignEffects): Effects => ({
      current: effectOf(engine.slug, asked.trackedId, daysIn(windows.current)),
      baseline: effectOf(engine.slug, asked.trackedId, daysIn(windows.baseline)),
    });
    changes.push({
      effects: { figure: both(effects.figure), difference: both(effects.difference) },
      engine,
      questions,
      totals,
      takenOver,
      readAlike: await readAlike(engine, asked.measure, current, baseline),
    });
  }
  return changes;
}

async function readAlike(
  { slug }: Engine,
  measure: StrataMeasure,
  ...windows: readonly CountedAnswers[]
): Promise<boolean> {
  const ofFraming = measure === 'recommended';
  const readings: Awaited<ReturnType<typeof listReadings>>[] = [];
  for (const answers of windows) {
    readings.push(await listReadings({ ...answers, only: { ...answers.only, engine: slug } }, { ofFraming }));
  }
  return areReadAlike(readings);
}

function isInBoth({ cells }: QuestionCells): boolean {
  return (['current', 'baseline'] as const).every((side) => cells.some((cell) => cell[side].trials > 0));
}

const NONE: Proportion = { events: 0, trials: 0 };

/** The answers to each question on an engine, in question order, so that fractions add up in one order. */
function questionsOn(
  engine: string,
  current: readonly StratumCount[],
  baseline: readonly StratumCount[],
): QuestionCells[] {
  const questions = new Map<number, Map<string, Cell>>();
  for (const [side, counts] of [['current', current] as const, ['baseline', baseline] as const]) {
    for (const { engine: on, promptId, model, cites, answers: trials, events } of counts) {
      if (on !== engine) continue;
      const cells = questions.get(promptId) ?? new Map<string, Cell>();
      questions.set(promptId, cells);
      const key = JSON.stringify([model, cites]);
      const cell = cells.get(key) ?? { model, cites, current: NONE, baseline: NONE };
      cells.set(key, { ...cell, [side]: { events, trials } });
    }
  }
  return [...questions]
    .sort(([one], [other]) => one - other)
    .map(([question, cells]) => ({
      question,
      cells: [...cells].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, cell]) => cell),
    }));
}

function totalsOf(questions: readonly QuestionCells[]): Sides {
  const sum = (side: 'current' | 'baseline', what: keyof Proportion) =>
    questions.reduce((total, { cells }) => total + cells.reduce((own, cell) => own + cell[side][what], 0), 0);
  return {
    current: { events: sum('current', 'events'), trials: sum('current', 'trials') },
    baseline: { events: sum('baseline', 'events'), trials: sum('baseline', 'trials') },
  };
}

type Term = (typeof WHY_TERMS)[number];

export interface TermFields {
  readonly term: Term;
  readonly question: { readonly id: string; readonly text: string } | null;
  readonly model: string | null;
  readonly since: string | null;
  readonly points: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly told: boolean;
  readonly now: ReturnType<typeof sideOf> | null;
  readonly before: ReturnType<typeof sideOf> | null;
  readonly folded: { readonly rows: number; readonly terms: InsignificantTerms['terms'] } | null;
}

const NOTHING: Omit<TermFields, 'term'> = {
  question: null,
  model: null,
  since: null,
  points: null,
  lower: null,
  upper: null,
  told: false,
  now: null,
  before: null,
  folded: null,
};

export async function termRows(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { questions, totals, effects, takenOver, readAlike }: EngineChange,
  windows: Windows,
  cut: Cut,
): Promise<TermFields[]> {
  const change = changeRow(totals, effects, windows);
  const aside = [
    ...(takenOver === null ? [] : [coinciding(takenOver)]),
    ...(readAlike ? [] : [{ ...NOTHING, term: 'reading' as const }]),
  ];
  // Null rates must not reappear through their terms.
  if (change.points === null) return [change];
  const terms = { cut, byModel: takenOver === null, effects: effects.difference };
  const { significant, insignificant } = changeTerms(questions, terms);
  const points = pointsThatAddUp(
    [...significant.map((each) => each.change), ...(insignificant ? [insignificant.change] : [])],
    change.points,
  );
  const ids = significant.flatMap(({ question }) => (question === undefined ? [] : [question]));
  const prompts = await listAskedPrompts(db, brand.id, ids);
  const texts = new Map(prompts.map(({ id, digest, text }) => [id, { id: questionIdOf(digest), text }]));
  return [
    change,
    ...significant.map((each, index) => ({
      ...NOTHING,
      term: each.term,
      question: texts.get(each.question ?? -1) ?? null,
      model: each.model === undefined ? null : (each.model ?? UNKNOWN_MODEL),
      ...pointsFields(points[index] as number, each.interval),
      told: true,
      ...(each.question !== undefined &&
        each.counted !== null &&
        sidesOf(each.counted, effects.figure, windows)),
    })),
    ...aside,
    ...(insignificant
      ? [
          {
            ...NOTHING,
            term: 'not_told' as const,
            ...pointsFields(points.at(-1) as number, insignificant.interval),
            folded: { rows: insignificant.rows, terms: insignificant.terms },
          },
        ]
      : []),
  ];
}

function changeRow(
  totals: Sides,
  { figure, difference: effects }: Of<Effects>,
  windows: Windows,
): TermFields {
  const { current, baseline } = totals;
  const sides = sidesOf(totals, figure, windows);
  const row = { ...NOTHING, term: 'change' as const, ...sides };
  if (sides.now.rate === null || sides.before.rate === null) return row;
  const interval = newcombe(independent(current, effects.current), independent(baseline, effects.baseline));
  const difference = current.events / current.trials - baseline.events / baseline.trials;
  const told = interval.lower > 0 || interval.upper < 0;
  return { ...row, ...pointsFields(pointsOf(difference), interval), told };
}

function pointsFields(points: number, { lower, upper }: Interval) {
  return { points, lower: pointsOf(lower), upper: pointsOf(upper) };
}

function sidesOf({ current, baseline }: Sides, effects: Effects, windows: Windows) {
  return {
    now: sideOf(current, windows.current, effects.current),
    before: sideOf(baseline, windows.baseline, effects.baseline),
  };
}

function sideOf({ events, trials }: Proportion, window: Period, designEffect: number | null) {
  const rate = rateOf(events, trials, { designEffect });
  return { ...endsOf(window), ...rate, design_effect: designEffectOf(designEffect) };
}

/** A model that took over at once: nothing separates its effect from other changes on that day. */
function coinciding({ model, first }: ModelDays): TermFields {
  return { ...NOTHING, term: 'model_mix', model: model ?? UNKNOWN_MODEL, since: formatDay(first) };
}
