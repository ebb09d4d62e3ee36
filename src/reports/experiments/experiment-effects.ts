import {
  type ComparedPeriods,
  comparedDays,
  isVoid,
  LEAST_PROMPTS,
  lastQuarter,
  MOST_WRONG,
  periodsOf,
  placeboPeriods,
} from '../../domain/alerts/experiment.ts';
import { rateOf } from '../../domain/figures/rate.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import { countStrata, type StratumCount } from '../../panel/counts/spreads/strata.ts';
import type { Panel } from '../../panel/panel.ts';
import { type Arms, type Effect, randomizationTest } from '../../stats/experiments/randomization.ts';
import { smallestEffect } from '../../stats/experiments/smallest-effect.ts';
import { welchTest } from '../../stats/experiments/welch.ts';
import type { Experiment } from '../../storage/directory/brand/experiments.ts';

/** An experiment's result on one engine. */
export interface EngineEffect {
  readonly engine: string;
  /** Each arm's compared prompts (before the end, all), and prompts left out. */
  readonly treated: number;
  readonly control: number;
  /** Null before the end. */
  readonly dropped: number | null;
  readonly answersBefore: number;
  readonly answersAfter: number;
  /** Null before the end, if the experiment is void on the engine, and if it was withdrawn. */
  readonly effect: Effect | null;
  /** The difference between two windows before the start, without any treatment; null if too few prompts have answers in both. */
  readonly placebo: Effect | null;
  /** The smallest effect that the experiment would find in 80% of cases, from 0 to 1; null if the placebo is. */
  readonly smallest: number | null;
  /** The models that answered in each window, if known. */
  readonly models: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** An experiment and its prompts' ids, as in a snapshot. */
export interface PlacedExperiment {
  readonly experiment: Experiment;
  readonly arms: { readonly treated: readonly number[]; readonly control: readonly number[] };
}

/**
 * An experiment's result on each engine, which are never pooled. The tests are strict enough that without any effect at most 5 of 100
 * experiments show one on any engine. Nobody sees an effect before the end, because a second look would add a chance of a false one.
 */
export async function effectsOf(
  panel: Panel,
  placed: PlacedExperiment,
  now: number,
): Promise<readonly EngineEffect[]> {
  const { experiment } = placed;
  const days = comparedDays(experiment);
  const real = periodsOf(experiment);
  // Whole days, so that it does not change before midnight.
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
      answersBefore: answersOf(before),
      answersAfter: answersOf(after),
      effect: isTold && isEnough(changes, placed) ? testOf(changes.arms, experiment) : null,
      placebo: isKnown ? testOf(placebo.arms, experiment) : null,
      smallest: isKnown ? smallestEffect(placebo.arms, sizesOf(placed), mostWrongOf(experiment)) : null,
      models: { before: modelsOf(before), after: modelsOf(after) },
    };
  });
}

/** The smallest arms that remain if the most prompts are dropped from one. */
const LEAST_LEFT = Math.floor(LEAST_PROMPTS / 2);

interface PeriodCounts {
  readonly before: readonly StratumCount[];
  readonly after: readonly StratumCount[];
  /** For the later window's last quarter. */
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

/** Each prompt's rate change, if it has a rate in both windows and answers until the end, and the number of other prompts. */
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

/** A prompt's rate; null for too few answers. */
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

/** The models that answered, if known. */
function modelsOf(counts: readonly StratumCount[]): string[] {
  return [...new Set(counts.map(({ model }) => model))].filter((model) => model !== null).sort();
}
