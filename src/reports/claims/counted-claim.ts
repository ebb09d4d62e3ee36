import type { Claim, ClaimGate } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { type Interval, independent, wilson } from '../../domain/figures/proportion.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import type { Period } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import type { Compared } from '../../stats/alerts/gates.ts';
import type { Evidence } from '../../stats/claims/claims.ts';

/** One brand's counts in one window. */
export interface CountedSide {
  readonly brand: TrackedBrand;
  readonly window: Period;
  /** The measure's numerator and denominator. */
  readonly events: number;
  readonly trials: number;
  /** Answers in which Sightline looked for the compared brands; the subset behind the figure has to be large enough. */
  readonly lookedFor: number;
  /** `trials` over all prompts. */
  readonly trialsOfAllPrompts: number;
  /** The rate's spread over questions. */
  readonly questions: QuestionSpread;
  /** How many answers equal an independent one; null if unknown. */
  readonly designEffect: number | null;
  /** The rate's 95% interval, if it is known otherwise. */
  readonly interval?: Interval | null;
}

/** The rate's 95% interval; null without trials. */
export function intervalOf({ events, trials, designEffect, interval }: CountedSide): Interval | null {
  if (interval !== undefined) return interval;
  return trials === 0 ? null : wilson(independent({ events, trials }, designEffect));
}

/** The rate as shown; null for too few answers. */
export function shownRate(side: CountedSide): { readonly value: number; readonly interval: Interval } | null {
  const interval = intervalOf(side);
  return interval === null || side.trials < MIN_SAMPLE
    ? null
    : { value: side.events / side.trials, interval };
}

/** A claim on one engine, with its counts. */
export interface CountedClaim {
  readonly claim: Claim;
  readonly engine: string;
  readonly first: CountedSide;
  /** Null for a claim about a size. */
  readonly second: CountedSide | null;
  /** The prompts behind the answers; for a change, those with answers in both windows. */
  readonly prompts: number;
  /** A reason for no verdict before any comparison. */
  readonly gate: ClaimGate | null;
  /** Differences that all have to agree; none without a comparison. The first uses plain counts. */
  readonly evidence: readonly Evidence[];
  /** For a changed rate, as the alert gates take it. */
  readonly compared: Compared | null;
}

/**
 * A rate's spread over questions.
 * @param branded the prompts that name a tracked brand
 */
export function spreadOfRate(
  rows: readonly ClaimCount[],
  of: 'first' | 'second',
  branded: ReadonlySet<number>,
): QuestionSpread {
  return spreadOf(
    rows.map((row) => row[of]),
    rows.map(({ trials }) => trials),
    rows.map(({ promptId }) => (branded.has(promptId) ? 1 : 0)),
  );
}

/** Counts summed over all prompts. */
export function totalsOf(rows: readonly ClaimCount[]): Omit<ClaimCount, 'engine' | 'promptId'> {
  const sum = (name: 'answers' | 'trials' | 'first' | 'second' | 'both') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    answers: sum('answers'),
    trials: sum('trials'),
    first: sum('first'),
    second: sum('second'),
    both: sum('both'),
  };
}
