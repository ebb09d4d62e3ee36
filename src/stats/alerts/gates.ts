import type { AlertKind, AlertSettings, Gate } from '../../domain/alerts/alert-rules.ts';
import { BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { type Interval, independent, type Proportion } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { pooled, type Sides, type Stratum, weightedToCommonMix } from '../rates/common-mix.ts';
import { type DifferenceInterval, newcombe, sideOf } from '../rates/intervals.ts';

/** Measures per engine, each a proportion of answers. Several kinds of findings may use one measure. */
export const MEASURES = ['visibility', 'overtaken', 'cited_not_named', 'negative_framing'] as const;

export type Measure = (typeof MEASURES)[number];

/** The events and trials of a measure, by their names in storage/answers/filter/compared.ts. */
export const MEASURED_AS = {
  visibility: { events: 'named', trials: 'answers' },
  overtaken: { events: 'ahead', trials: 'eitherNamed' },
  cited_not_named: { events: 'citedNotNamed', trials: 'answers' },
  negative_framing: { events: 'negative', trials: 'classified' },
} as const satisfies Readonly<Record<Measure, { readonly events: string; readonly trials: string }>>;

interface KindRule {
  readonly measure: Measure;
  /** The direction of change that the kind reports. */
  readonly direction: 1 | -1;
  /** An extra condition besides a change in that direction. */
  readonly condition?: (counted: Sides) => boolean;
}

/** The six kinds. Among kinds with the same measure, the stronger one comes first. */
export const KIND_RULES: Readonly<Record<AlertKind, KindRule>> = {
  engine_blackout: {
    measure: 'visibility',
    direction: -1,
    condition: ({ current }) => current.events === 0,
  },
  visibility_drop: { measure: 'visibility', direction: -1 },
  visibility_rise: { measure: 'visibility', direction: 1 },
  competitor_overtook: {
    measure: 'overtaken',
    direction: 1,
    condition: ({ current, baseline }) => isMostly(current) && !isMostly(baseline),
  },
  cited_not_named: { measure: 'cited_not_named', direction: 1 },
  negative_framing: { measure: 'negative_framing', direction: 1 },
};

/** The kinds that use a measure, the strongest first. */
export function kindsOf(measure: Measure): AlertKind[] {
  return (Object.keys(KIND_RULES) as AlertKind[]).filter((kind) => KIND_RULES[kind].measure === measure);
}

/** Comparisons of one evaluation with the same key are one change, tested for several kinds. */
export function changeKeyOf(comparison: {
  readonly engine: string;
  readonly kind: AlertKind;
  readonly trackedId: number;
}): string {
  return `${comparison.engine} ${KIND_RULES[comparison.kind].measure} ${comparison.trackedId}`;
}

function isMostly({ events, trials }: Proportion): boolean {
  return 2 * events > trials;
}

/** A measure's answers in two windows. */
export interface Observation {
  /** One per prompt with answers in both windows. A side without trials has no trial among its answers. */
  readonly strata: readonly Stratum[];
  /** Trials in each window, for all prompts. */
  readonly totals: { readonly current: number; readonly baseline: number };
}

/** The design effect of each window (design-effect.ts): answers per independent answer. Null means unknown and counts as 1. */
export interface Effects {
  readonly current: number | null;
  readonly baseline: number | null;
}

/** Independent answers. */
export const INDEPENDENT: Effects = { current: null, baseline: null };

/** The difference current - baseline, over effective sample sizes. */
export interface Difference extends Sides {
  readonly interval: Interval;
}

/** A compared observation. A difference is null if a side has no trials. */
export interface Compared {
  readonly totals: Observation['totals'];
  /** Plain counts over the shared prompts. */
  readonly counted: Sides;
  readonly difference: Difference | null;
  /** With equal weight for every prompt in both windows. */
  readonly sameMix: Difference | null;
}

export function compare(
  observation: Observation,
  effects: Effects = INDEPENDENT,
  interval: DifferenceInterval = newcombe,
): Compared {
  const { strata, totals } = observation;
  const counted = pooled(strata);
  const difference = differenceOf(counted, effects, interval);
  const both = strata.filter(({ current, baseline }) => current.trials > 0 && baseline.trials > 0);
  const weighed = both.length === 0 ? null : differenceOf(weightedToCommonMix(both), effects, interval);
  return { totals, counted, difference, sameMix: isSameMix(strata, counted) ? difference : weighed };
}

/** Compares plain counts, for windows in which every prompt has the same share of the answers. */
export function compareEven(counted: Sides, effects: Effects = INDEPENDENT): Compared {
  const { current, baseline } = counted;
  const difference = differenceOf(counted, effects, newcombe);
  const totals = { current: current.trials, baseline: baseline.trials };
  return { totals, counted, difference, sameMix: difference };
}

function differenceOf(sides: Sides, effects: Effects, interval: DifferenceInterval): Difference | null {
  if (!(sides.current.trials > 0 && sides.baseline.trials > 0)) return null;
  const current = independent(sides.current, effects.current);
  const baseline = independent(sides.baseline, effects.baseline);
  return { current, baseline, interval: interval(current, baseline) };
}

/** Whether every prompt has exactly the same share of the answers in both windows. */
function isSameMix(strata: readonly Stratum[], { current, baseline }: Sides): boolean {
  return strata.every(
    (each) => each.current.trials * baseline.trials === each.baseline.trials * current.trials,
  );
}

export type Thresholds = Pick<AlertSettings, 'minDeltaPoints' | 'minSampleEachSide'>;

/**
 * The gate that rejects a comparison for a kind, before persistence and episodes; null if it passes all: both windows
 * have enough answers, the change in the kind's direction reaches the minimum points, and its 95% interval excludes
 * zero. Plain counts and the common mix must both pass.
 */
export function gateOf(kind: AlertKind, compared: Compared, thresholds: Thresholds): Gate | null {
  const { direction, condition } = KIND_RULES[kind];
  const gate = changeGate(direction, compared, thresholds);
  if (gate !== null) return gate;
  return condition === undefined || condition(compared.counted) ? null : 'condition_not_met';
}

/**
 * The last gate: the change must exceed this brand's own noise floor. Without a floor there is no such gate.
 *
 * @param floor in percentage points (noise-floor.ts); one below the setting changes nothing
 */
export function floorGate(
  kind: AlertKind,
  { difference, sameMix }: Compared,
  floor: number | null,
): Gate | null {
  if (floor === null || difference === null || sameMix === null) return null;
  const least = KIND_RULES[kind].direction * floor;
  return [difference, sameMix].every((each) => reachesPoints(each, least)) ? null : 'below_noise_floor';
}

/** The gate that rejects a change in this direction, for alerts and for claims. */
export function changeGate(
  direction: 1 | -1,
  { totals, counted, difference, sameMix }: Compared,
  thresholds: Thresholds,
): Gate | null {
  const { current, baseline } = counted;
  const tooFew = sampleGate(totals, { current: current.trials, baseline: baseline.trials }, thresholds);
  if (tooFew !== null) return tooFew;
  if (difference === null || sameMix === null) return 'too_few_shared_prompts';
  const differences = [difference, sameMix];
  if (!differences.every((each) => reachesPoints(each, direction * thresholds.minDeltaPoints))) {
    return 'below_min_delta';
  }
  return differences.every(({ interval }) => sideOf(interval) === direction) ? null : 'within_noise';
}

/** The gate for windows with too few answers, in total or on the shared prompts. */
export function sampleGate(
  totals: Observation['totals'],
  shared: Observation['totals'],
  thresholds: Thresholds,
): Gate | null {
  const least = leastAnswers(thresholds);
  if (Math.min(totals.current, totals.baseline) < least) return 'too_few_answers';
  return Math.min(shared.current, shared.baseline) < least ? 'too_few_shared_prompts' : null;
}

/** The minimum answers per side: the organization's threshold, but never fewer than a rate needs. */
export function leastAnswers({ minSampleEachSide }: Thresholds): number {
  return Math.max(minSampleEachSide, MIN_SAMPLE);
}

/** Weighted answers are not whole, and a change of exactly the threshold must not fail by its last binary digit. */
const TOLERANCE = 1e-9;

/**
 * Whether the change is at least this many percentage points, up or (if `points` is negative) down. Whole counts
 * compare as integers, so that exactly 10 points are 10 points: 7/20 - 5/20 is 0.09999999999999998 in binary.
 */
export function reachesPoints({ current, baseline }: Sides, points: number): boolean {
  const change = 100 * (current.events * baseline.trials - baseline.events * current.trials);
  const asked = points * current.trials * baseline.trials;
  const slack = [current, baseline].every(isWhole) ? 0 : TOLERANCE * Math.abs(asked);
  return points < 0 ? change <= asked + slack : change >= asked - slack;
}

function isWhole({ events, trials }: Proportion): boolean {
  return Number.isInteger(events) && Number.isInteger(trials);
}

/**
 * Whether the collection must have failed: the engine gave no answers, or fewer than half as many as the baseline's pace predicts on the
 * shared prompts. A smaller panel is not an outage.
 * @param answers all answers of the engine, counted as trials
 * @param lengths the windows' lengths in one unit; by default an alert's
 */
export function isOutage(
  { strata, totals }: Observation,
  thresholds: Thresholds,
  lengths = { current: CURRENT_DAYS, baseline: BASELINE_DAYS },
): boolean {
  const shared = pooled(strata);
  const [current, baseline] =
    strata.length > 0
      ? [shared.current.trials, shared.baseline.trials]
      : [totals.current, totals.current === 0 ? totals.baseline : 0];
  if (baseline < leastAnswers(thresholds)) return false;
  return 2 * lengths.baseline * current < lengths.current * baseline;
}
