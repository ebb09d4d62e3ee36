import type { Claim, ClaimGate, ClaimMeasure } from '../../domain/claim.ts';
import type { Period } from '../../domain/period.ts';
import type { Interval } from '../../domain/proportion.ts';
import { MIN_SAMPLE } from '../../domain/rate.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Evidence } from '../../stats/claims.ts';
import type { Compared } from '../../stats/gates.ts';

/** What was counted of one brand in one window. */
export interface CountedSide {
  readonly brand: TrackedBrand;
  readonly window: Period;
  /** What the measure counts, and among what. */
  readonly events: number;
  readonly trials: number;
  /** The answers that have to be enough, and the same to all prompts. */
  readonly answers: number;
  readonly answersToAllPrompts: number;
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
  readonly sharedPrompts: number | null;
  /** What rules a verdict out before anything is compared. */
  readonly gate: ClaimGate | null;
  /** All of it has to agree; none where there is nothing to compare. The first is of plain counts. */
  readonly evidence: readonly Evidence[];
  /** Of a change of a rate or share, as the gates of alerts take it. */
  readonly compared: Compared | null;
}

/** Which counts are the events and trials of a rate. */
export const RATES = {
  named: { events: 'named', trials: 'answers' },
  cited: { events: 'cited', trials: 'answers' },
  recommended: { events: 'recommended', trials: 'classified' },
} as const satisfies Partial<Record<ClaimMeasure, { readonly events: string; readonly trials: string }>>;

export type RateMeasure = keyof typeof RATES;

export function isRate(measure: ClaimMeasure): measure is RateMeasure {
  return measure in RATES;
}
