import {
  type ComparedPeriods,
  comparedDays,
  isVoid,
  LEAST_PROMPTS,
  lastQuarter,
  MOST_WRONG,
  periodsOf,
  placeboPeriods,
} from '../domain/experiment.ts';
import { DAY_MS, type Period } from '../domain/period.ts';
import { rateOf } from '../domain/rate.ts';
import { countStrata, type StratumCount } from '../panel/counts/strata.ts';
import type { Panel } from '../panel/panel.ts';
import { type Arms, type Effect, randomizationTest } from '../stats/randomization.ts';
import { smallestEffect } from '../stats/smallest-effect.ts';
import { welchTest } from '../stats/welch.ts';
import type { Experiment } from '../storage/directory/experiments.ts';

/** What can be told of an experiment on one engine. */
export interface EngineEffect {
  readonly engine: string;
  /** Prompts that are compared, of each arm, before the end all of them; and those that cannot be. */
  readonly treated: number;
  readonly control: number;
  /** Null before the end. */
  readonly dropped: number | null;
  readonly answersBefore: number;
  readonly answersAfter: number;
  /** Null before the end, where the experiment is void on the engine, and where it was withdrawn. */
  readonly effect: Effect | null;
  /** The same between two windows before the start, where nothing was done yet; null where too few prompts have answers in both. */
  readonly placebo: Effect | null;
  /** The smallest effect that would be found in 80 of 100 cases, from 0 to 1; null where the placebo is. */
  readonly smallest: number | null;
  /** The models that answered in each window, where they are known. */
  readonly models: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** An experiment and the ids of its prompts, as a snapshot has them. */
export interface PlacedExperiment {
  readonly experiment: Experiment;
  readonly arms: { readonly treated: readonly number[]; readonly control: readonly number[] };
}

/**
 * What is told of an experiment on each of its engines, which are never pooled: each is tested so strictly that all together show an
 * effect where there is none in at most 5 of 100 experiments. Nobody sees an effect before the end: a second look would be another chance
 * to find one.
 */
export async function effectsOf(
  panel: Panel,
  placed: PlacedExperiment,
  now: number,
): Promise<readonly EngineEffect[]> {
  const { experiment } = placed;
  const days = comparedDays(experiment);
  const real = periodsOf(experiment);
  // Whole days, so that it stays the same until midnight.
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const [measured, unaffected] = await Promise.all([
    countsIn(panel, placed, real),
    countsIn(panel, placed, placeboPeriods(Math.min(experiment.startsAt, today), days)),
  ]);
  const isOver = now >= experiment.endsAt;
  const isTold = isOver && experiment.withdrawnAt === null;
  return experiment.registered.engines.map((engine) => {
    const changes = changesOn(engine, measured, placed);
    const placebo = changesOn(engine, unaffected, placed);
    const isKnown = isEnough(placebo, placed);
    const [before, after] = [onEngine(engine, measured.before), onEngine(engine, measured.after)];
    return {
      engine,
      ...(isOver ? sizesOf(changes) : sizesOf(placed)),
      dropped: isOver ? changes.dropped : null,
      ...{ answersBefore: answersOf(before), answersAfter: answersOf(after) },
      effect: isTold && isEnough(changes, placed) ? testOf(changes.arms, experiment) : null,
      placebo: isKnown ? testOf(placebo.arms, experiment) : null,
      smallest: isKnown ? smallestEffect(placebo.arms, sizesOf(placed), mostWrongOf(experiment)) : null,
      models: { before: modelsOf(before), after: modelsOf(after) },
    };
  });
}

/** Of the least arms, those that are left where the most are dropped from one. */
const LEAST_LEFT = Math.floor(LEAST_PROMPTS / 2);

/** What was counted in the windows. */
interface PeriodCounts {
  readonly before: readonly StratumCount[];
  readonly after: readonly StratumCount[];
  /** Of the last quarter of the later window. */
  readonly last: readonly StratumCount[];
}

async function countsIn(
  panel: Panel,
  { experiment: { trackedId, marketId, registered }, arms }: PlacedExperiment,
  periods: ComparedPeriods,
): Promise<PeriodCounts> {
  const only = { prompts: new Set([...arms.treated, ...arms.control]), markets: new Set([marketId]) };
  const asked = { trackedId, measure: registered.measure, site: null };
  const countIn = async (period: Period) => await countStrata({ panel, period, only }, asked);
  const [before, after, last] = await Promise.all([
    countIn(periods.before),
    countIn(periods.after),
    countIn(lastQuarter(periods.after)),
  ]);
  return { before, after, last };
}

/** By how much the rate of each prompt changed that has one in both windows and was asked to the end, and how many have not. */
interface Changes {
  readonly arms: Arms;
  readonly dropped: number;
}

function changesOn(engine: string, counts: PeriodCounts, placed: PlacedExperiment): Changes {
  const [before, after, last] = [counts.before, counts.after, counts.last].map((each) =>
    Map.groupBy(onEngine(engine, each), ({ promptId }) => promptId),
  );
  const changesIn = (prompts: readonly number[]) =>
    prompts.flatMap((prompt) => {
      const [one, other] = [shareIn(before?.get(prompt)), shareIn(after?.get(prompt))];
      return one === null || other === null || !last?.has(prompt) ? [] : [other - one];
    });
  const arms = { treated: changesIn(placed.arms.treated), control: changesIn(placed.arms.control) };
  const { treated, control } = sizesOf(placed);
  return { arms, dropped: treated + control - arms.treated.length - arms.control.length };
}

function onEngine(engine: string, counts: readonly StratumCount[]): StratumCount[] {
  return counts.filter((each) => each.engine === engine);
}

/** The rate of a prompt; null where there are too few answers for one. */
function shareIn(counts: readonly StratumCount[] = []): number | null {
  const events = counts.reduce((sum, each) => sum + each.events, 0);
  return rateOf(events, answersOf(counts)).rate;
}

function isEnough({ arms, dropped }: Changes, placed: PlacedExperiment): boolean {
  const { treated, control } = sizesOf(placed);
  const left = Math.min(arms.treated.length, arms.control.length);
  return left >= LEAST_LEFT && !isVoid(dropped, treated + control);
}

function testOf(arms: Arms, { registered, hash }: Experiment): Effect {
  const mostWrong = mostWrongOf({ registered });
  if (registered.seed === null) return welchTest(arms, mostWrong);
  return randomizationTest(arms, mostWrong, Number.parseInt(hash.slice(0, 8), 16));
}

function mostWrongOf({ registered }: Pick<Experiment, 'registered'>): number {
  return MOST_WRONG / registered.engines.length;
}

function sizesOf({ arms }: { readonly arms: Record<'treated' | 'control', ArrayLike<number>> }) {
  return { treated: arms.treated.length, control: arms.control.length };
}

function answersOf(counts: readonly StratumCount[]): number {
  return counts.reduce((sum, each) => sum + each.answers, 0);
}

/** The models that answered, where they are known. */
function modelsOf(counts: readonly StratumCount[]): string[] {
  return [...new Set(counts.map(({ model }) => model))].filter((model) => model !== null).sort();
}
