import { DAY_MS, dayOf } from '../time/period.ts';
import {
  type Claim,
  type ClaimGate,
  type Direction,
  isRate,
  type RateMeasure,
  type Verdict,
} from './claim.ts';

/** Measures with a value every day: rates over all answers. */
const WATCHED_MEASURES = ['named', 'cited', 'recommended', 'listed'] as const satisfies RateMeasure[];

export type WatchedMeasure = (typeof WATCHED_MEASURES)[number];

const WATCHED_DIRECTIONS = ['higher', 'lower', 'at_least', 'at_most'] as const satisfies Direction[];

export type WatchedDirection = (typeof WATCHED_DIRECTIONS)[number];

export const WATCHED_VERDICTS = ['supported', 'contradicted', 'cannot_be_told'] as const satisfies Verdict[];

export type WatchedVerdict = (typeof WATCHED_VERDICTS)[number];

export const WATCHED_GATES = [
  'too_few_days',
  'too_few_answers',
  'within_noise',
  'mixed_readings',
  'nothing_to_compare',
] as const satisfies (ClaimGate | 'too_few_days')[];

export type WatchedGate = (typeof WATCHED_GATES)[number];

/** A claim about an engine, from the day after registration on. */
export interface WatchedClaim {
  readonly measure: WatchedMeasure;
  /** For `listed`: this list position or better; null for any. */
  readonly top: number | null;
  readonly direction: WatchedDirection;
  /** Tracked brands' names; `versus` is null for a comparison with `size`. */
  readonly brand: string;
  readonly versus: string | null;
  readonly engine: string;
  /** In percentage points; null for any significant difference. */
  readonly size: number | null;
}

/** The most watched claims per brand: each evaluation reads all answers since registration. */
export const MOST_WATCHED = 50;

/** Why a claim cannot be watched; null if it can. */
export function watchFlaw({
  measure,
  direction,
  baseline,
}: Pick<Claim, 'measure' | 'direction' | 'baseline'>) {
  if (baseline !== null) {
    return (
      'A watched claim covers only days from now on, so it cannot compare with earlier ones. Compare two brands, or say how often: ' +
      '"in at least 40% of answers".'
    );
  }
  if (direction === 'unchanged') {
    return 'Sightline cannot watch whether two figures are equal: say which brand is ahead, or how often something happens.';
  }
  if (!isRate(measure) || measure === 'recommended_of_judged') {
    return 'Sightline can watch only how many answers name, cite, recommend, or list a brand.';
  }
  return null;
}

/** Equal for equal claims. */
export function watchKey(
  { measure, top, direction, brand, versus, engine, size }: WatchedClaim,
  slice: string,
): string {
  return JSON.stringify([measure, top, direction, brand, versus, engine, size, slice]);
}

/** The first whole UTC day after an instant: a watched claim never counts a day that had begun. */
export function firstDayAfter(registeredAt: number): number {
  return (dayOf(registeredAt) + 1) * DAY_MS;
}
