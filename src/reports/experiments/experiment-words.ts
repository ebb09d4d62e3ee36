import type { ExperimentMeasure } from '../../domain/alerts/experiment.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { pointsText } from '../../domain/figures/points.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Effect } from '../../stats/experiments/randomization.ts';
import type { Experiment } from '../../storage/directory/brand/experiments.ts';
import type { EngineEffect } from './experiment-effects.ts';

export const EXPERIMENT_STATES = ['registered', 'running', 'ended', 'withdrawn'] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

export function stateOf({ startsAt, endsAt, withdrawnAt }: Experiment, now: number): ExperimentState {
  if (withdrawnAt !== null) return 'withdrawn';
  if (now < startsAt) return 'registered';
  return now < endsAt ? 'running' : 'ended';
}

/** An experiment's result on one engine. */
export const OUTCOMES = ['not_ended', 'withdrawn', 'void', 'as_registered', 'opposite', 'not_shown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function outcomeOf(
  { registered: { direction } }: Experiment,
  state: ExperimentState,
  { effect }: EngineEffect,
): Outcome {
  if (state === 'withdrawn') return 'withdrawn';
  if (state !== 'ended') return 'not_ended';
  if (effect === null) return 'void';
  if (!isSignificant(effect)) return 'not_shown';
  return effect.effect > 0 === (direction === 'up') ? 'as_registered' : 'opposite';
}

function isSignificant({ interval }: Effect): boolean {
  return interval !== null && (interval.lower > 0 || interval.upper < 0);
}

const MEASURED: Readonly<Record<ExperimentMeasure, string>> = {
  named: 'name',
  cited: 'cite',
  recommended: 'recommend',
};

/** The verdict in words. It names a cause only if the arms were randomized. */
export function verdictOf(experiment: Experiment, outcome: Outcome, found: EngineEffect): string {
  const sentences = [mainOf(experiment, outcome, found)];
  if (outcome === 'not_ended') sentences.push(powerOf(found));
  if (outcome === 'not_ended' || outcome === 'withdrawn') return sentences.join(' ');
  return [...sentences, droppedOf(found), placeboOf(found), modelsOf(found)]
    .filter((each) => each !== '')
    .join(' ');
}

function mainOf(
  { registered, endsAt }: Experiment,
  outcome: Outcome,
  { engine, effect }: EngineEffect,
): string {
  const { about, measure, direction, seed } = registered;
  if (outcome === 'withdrawn') return 'Withdrawn: it has no result.';
  if (outcome === 'not_ended')
    return `Ends on ${formatInstant(endsAt).slice(0, 'yyyy-mm-dd'.length)}; its effect stays hidden until then.`;
  if (outcome === 'void') return 'Void: too many questions lack a comparison.';
  if (effect === null || !isSignificant(effect)) return insignificantText(effect);
  const share = `the share of answers that ${MEASURED[measure]} ${about}`;
  const moved = `On ${engineNameOf(engine)}, ${share} moved by ${withInterval(effect)} on the treated questions, compared with the others.`;
  const because =
    seed === null
      ? 'Not randomized: somebody chose the arms, so any other difference between their questions may be the cause.'
      : 'A random draw set the arms, so the treatment caused it.';
  const unexpected =
    outcome === 'opposite' ? ` The registered expectation was the opposite: that it goes ${direction}.` : '';
  return `${moved} ${because}${unexpected}`;
}

function insignificantText(effect: Effect | null): string {
  if (effect?.interval == null)
    return 'No effect shown: there is no interval, because the questions in each arm changed alike.';
  const { lower, upper } = effect.interval;
  return `No effect shown: anything from ${pointsText(lower)} to ${pointsText(upper)} points is possible.`;
}

function withInterval({ effect, interval }: Effect): string {
  const range = interval === null ? '' : ` (${pointsText(interval.lower)} to ${pointsText(interval.upper)})`;
  return `${pointsText(effect)} points${range}`;
}

function powerOf({ smallest }: EngineEffect): string {
  if (smallest === null)
    return (
      'The effects that it would detect are unknown: too few questions have answers in two windows before, or all ' +
      'changed alike.'
    );
  if (smallest >= 1)
    return 'It would detect no effect in 80% of cases: the questions change too much by themselves.';
  return `It would detect an effect of ${(100 * smallest).toFixed(1)} points in 80% of cases.`;
}

function droppedOf({ treated, control, dropped }: EngineEffect): string {
  if (dropped === null || dropped === 0) return '';
  const all = treated + control + dropped;
  return `Left out: ${dropped} of ${all} questions, which stopped or have fewer than ${MIN_SAMPLE} answers in a window.`;
}

function placeboOf({ placebo }: EngineEffect): string {
  if (placebo === null || !isSignificant(placebo)) return '';
  return `The arms had also moved apart before the treatment, by ${withInterval(placebo)}.`;
}

function modelsOf({ models: { before, after } }: EngineEffect): string {
  if (before.join() === after.join()) return '';
  const list = (models: readonly string[]) => (models.length === 0 ? 'unknown models' : models.join(', '));
  return `Other models answered after the start (${list(before)}; then ${list(after)}); nothing adjusts for this.`;
}
