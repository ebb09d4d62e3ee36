import { BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { DAYS_PER_MONTH } from '../../domain/figures/month-budget.ts';
import { rateOf } from '../../domain/figures/rate.ts';
import { usdOf } from '../../domain/figures/usd.ts';
import { KIND_RULES, type Thresholds } from '../../stats/alerts/gates.ts';
import type { PlannedPrompt } from '../../storage/directory/brand/prompts.ts';
import {
  type Detection,
  detectionOf,
  type EnginePanel,
  type PlannedEngine,
  plannedQuestions,
  smallestChange,
  WHAT_IFS,
  type WhatIf,
  weekOf,
} from './panel-plan.ts';
import { type Plan, SIZES } from './planner-schema.ts';

/** Dollars to a millionth. */
export function usd(micros: number): number {
  return usdOf(Math.round(micros));
}

function monthOf({ price, questions }: EnginePanel, perDay = questions): number | null {
  return price === null ? null : price.micros * perDay * DAYS_PER_MONTH;
}

/** The active engines' total cost. */
export function billOf(engines: readonly EnginePanel[]): {
  readonly usd_per_month: number | null;
  readonly cost_source: 'collections' | 'settings' | 'both' | null;
} {
  const asked = engines.filter(({ isAsked }) => isAsked);
  const sources = new Set(asked.map(({ price }) => price?.source ?? null));
  if (asked.length === 0 || sources.has(null)) return { usd_per_month: null, cost_source: null };
  const [first = null] = sources;
  return {
    usd_per_month: usd(asked.reduce((sum, each) => sum + (monthOf(each) ?? 0), 0)),
    cost_source: sources.size > 1 ? 'both' : first,
  };
}

export function engineRow({ panel, kinds }: PlannedEngine): Plan['engines'] {
  const [named] = kinds;
  if (named === undefined) return [];
  const { total, questions, perDay, correlation } = named;
  const month = monthOf(panel);
  const designEffect = panel.effectOf(BASELINE_DAYS);
  return [
    {
      engine: panel.engine.slug,
      engine_name: panel.engine.name,
      asked: panel.isAsked,
      ...rateOf(total.events, total.trials, { designEffect, questions }),
      prompts: panel.cells.length,
      answers_per_day: tenths(perDay),
      correlation: thousandths(correlation),
      usd_per_answer: panel.price && usd(panel.price.micros),
      cost_source: panel.price?.source ?? null,
      questions_per_day: thousandths(panel.questions),
      usd_per_month: month === null ? null : usd(month),
    },
  ];
}

/** A sentence on each engine whose answers repeat. @param prompts the active prompts */
export function repeatWords(engines: readonly EnginePanel[], prompts: number): string {
  return engines.flatMap((each) => repeatWordsOf(each, prompts)).join(' ');
}

/** Below this, repeats are not worth a sentence. */
const WORTH_SAYING = 1.1;

function repeatWordsOf({ engine, questions, effectOf }: EnginePanel, prompts: number): string[] {
  const samples = questions / prompts;
  const [effect, ofOne] = [effectOf(BASELINE_DAYS), effectOf(BASELINE_DAYS, 1 / samples)];
  if (effect === null || effect < WORTH_SAYING) return [];
  const repeats = `${engine.name} repeats itself:`;
  if (!(samples > 1) || ofOne === null)
    return [`${repeats} ${tenths(effect)} of its answers tell as much as one independent answer.`];
  return [
    `${repeats} ${tenths(samples)} samples a day tell as much as ${tenths((samples * ofOne) / effect)}.`,
  ];
}

const tenths = (value: number) => Math.round(10 * value) / 10;

function thousandths<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Math.round(1000 * value) / 1000) as Value;
}

/** @param self the brand's own name */
export function changeRows({ panel, kinds }: PlannedEngine, self: string): Plan['changes'] {
  return kinds.map(({ kind, competitor, total, questions, perDay, correlation, seen }) => {
    return {
      engine: panel.engine.slug,
      engine_name: panel.engine.name,
      kind,
      measure: KIND_RULES[kind].measure,
      brand: competitor?.name ?? self,
      ...rateOf(total.events, total.trials, { designEffect: panel.effectOf(BASELINE_DAYS), questions }),
      answers_per_day: tenths(perDay),
      correlation: thousandths(correlation),
      days_until: daysUntil(seen),
      smallest_in_7_days: smallestChange(seen, CURRENT_DAYS),
      smallest_in_28_days: smallestChange(seen, BASELINE_DAYS),
      not_called_because: 'reason' in seen ? seen.reason : null,
    };
  });
}

/** The possible sizes; none without a result. */
function daysUntil(seen: Detection) {
  if (!('detectable' in seen)) return [];
  const { detectable } = seen;
  return SIZES.filter((points) => detectable.isPossible(points)).map((points) => ({
    points,
    days: detectable.daysUntil(points),
  }));
}

/** Inputs for the alternatives to a brand's panel. */
interface Panel {
  readonly prompts: readonly PlannedPrompt[];
  /** A new prompt's daily samples. */
  readonly samples: number;
  readonly thresholds: Thresholds;
}

export function whatIfRows(
  planned: readonly PlannedEngine[],
  { prompts, samples, thresholds }: Panel,
): Plan['what_ifs'] {
  const asked = planned.filter(({ panel }) => panel.questions > 0);
  const bill = billOf(asked.map(({ panel }) => panel)).usd_per_month;
  const weeks = new Map(asked.map((each) => [each, weekOf(each, ({ seen }) => seen)]));
  return WHAT_IFS.flatMap((change) => {
    const then = new Map(
      asked.map(({ panel }) => [panel, plannedQuestions(change, panel, prompts, samples)] as const),
    );
    return asked.map((each) => {
      const { panel } = each;
      const [now, questions] = [weeks.get(each), then.get(panel) ?? 0];
      const changed = change === 'without_engine' ? new Map([[panel, 0]]) : then;
      const seen = weekOf(each, (kind) =>
        questions === 0
          ? NOT_ASKED
          : detectionOf(kind, thresholds, factorOf(change, questions / panel.questions)),
      );
      return {
        change,
        engine: panel.engine.slug,
        engine_name: panel.engine.name,
        smallest_drop_now: now?.drop ?? null,
        smallest_drop_then: seen.drop,
        smallest_rise_now: now?.rise ?? null,
        smallest_rise_then: seen.rise,
        questions_per_day: thousandths(questions),
        usd_per_month_now: bill,
        usd_per_month_then: bill === null ? null : billThen(asked, changed),
      };
    });
  });
}

function factorOf(change: WhatIf, answers: number) {
  return { answers, samples: change === 'one_more_sample' ? answers : 1 };
}

const NOT_ASKED: Detection = { reason: 'too_few_answers' };

/** @param changed the changed engines' daily questions */
function billThen(asked: readonly PlannedEngine[], changed: ReadonlyMap<EnginePanel, number>): number {
  return usd(
    asked.reduce((sum, { panel }) => sum + (monthOf(panel, changed.get(panel) ?? panel.questions) ?? 0), 0),
  );
}
