import type { Claim, ClaimGate } from '../../domain/claim.ts';
import type { Period } from '../../domain/period.ts';
import type { Interval } from '../../domain/proportion.ts';
import { type QuestionSpread, spreadOf } from '../../domain/question-range.ts';
import { MIN_SAMPLE } from '../../domain/rate.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { ClaimedCount } from '../../panel/counts/claimed.ts';
import type { Evidence } from '../../stats/claims.ts';
import type { Compared } from '../../stats/gates.ts';

/** What was counted of one brand in one window. */
export interface CountedSide {
  readonly brand: TrackedBrand;
  readonly window: Period;
  /** What the measure counts, and among what. */
  readonly events: number;
  readonly trials: number;
  /** The answers in which what is compared was looked for; of these, those that the figure rests on have to be enough. */
  readonly lookedFor: number;
  /** The answers that the figure rests on, and the same to all prompts. */
  readonly answers: number;
  readonly answersToAllPrompts: number;
  /** How the answers of a rate spread over questions; null of a share of mentions and of a mean position. */
  readonly questions: QuestionSpread | null;
  /** How many of these answers tell as much as an independent one; null where that is not known. */
  readonly designEffect: number | null;
  /** The figure that is compared, a share or a list position, and how far it may be off; null where there is none. */
  readonly figure: { readonly value: number; readonly interval: Interval } | null;
}

/** The figure of a side as it may be told: null for too few answers or, of a share, too few mentions. */
export function toldFigure({ answers, trials, figure }: CountedSide): CountedSide['figure'] {
  return Math.min(answers, trials) >= MIN_SAMPLE ? figure : null;
}

/** A claim on one engine, with what answers say about it. */
export interface CountedClaim {
  readonly claim: Claim;
  readonly engine: string;
  readonly first: CountedSide;
  /** Null if the figure is held against a size. */
  readonly second: CountedSide | null;
  /** The prompts that the answers are to: of a change, those that were answered in both windows. */
  readonly prompts: number;
  /** What rules a verdict out before anything is compared. */
  readonly gate: ClaimGate | null;
  /** All of it has to agree; none where there is nothing to compare. The first is of plain counts. */
  readonly evidence: readonly Evidence[];
  /** Of a change of a rate or share, as the gates of alerts take it. */
  readonly compared: Compared | null;
}

/**
 * How a rate spreads over questions.
 *
 * @param branded the prompts that name a tracked brand themselves
 */
export function spreadOfRate(
  rows: readonly ClaimedCount[],
  of: 'first' | 'second',
  branded: ReadonlySet<number>,
): QuestionSpread {
  return spreadOf(
    rows.map((row) => row[of]),
    rows.map(({ trials }) => trials),
    rows.map(({ promptId }) => (branded.has(promptId) ? 1 : 0)),
  );
}

/** Counts of all prompts together. */
export function totalsOf(rows: readonly ClaimedCount[]): Omit<ClaimedCount, 'engine' | 'promptId'> {
  const sum = (name: 'answers' | 'trials' | 'first' | 'second' | 'both') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    ...{ answers: sum('answers'), trials: sum('trials') },
    ...{ first: sum('first'), second: sum('second'), both: sum('both') },
  };
}
