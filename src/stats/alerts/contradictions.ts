import { CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { rateOf } from '../../domain/figures/rate.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { PERSISTENCE } from './episodes.ts';

/** State between evaluations for one fact on one engine. */
export interface ContradictionState {
  readonly evaluatedAt: number;
  /** Consecutive evaluations that found a contradiction. */
  readonly held: number;
  /** The alert that reported it; null if there was none. */
  readonly alert: string | null;
  /** Consecutive evaluations without a contradiction since then. */
  readonly gone: number;
}

/**
 * Whether answers contradict a fact more often than errors and single answers explain: the lower end of the share's 95%
 * interval (Wilson) is at least `minDeltaPoints`. Null if fewer than `min_sample` answers state the fact.
 *
 * @param designEffect their design effect; null if unknown
 */
export function isContradicted(
  { agrees, contradicts }: { readonly agrees: number; readonly contradicts: number },
  minDeltaPoints: number,
  designEffect: number | null = null,
): boolean | null {
  const { interval } = rateOf(contradicts, agrees + contradicts, { designEffect });
  return interval && 100 * interval.lower >= minDeltaPoints;
}

/**
 * The state after an evaluation. Three consecutive contradictions raise an alert; the next alert needs three
 * consecutive evaluations without one first. An evaluation with too little data changes nothing, and a week without any
 * resets the streak.
 *
 * @returns the state, null if there is nothing to store; and whether to raise an alert, with the id `alert`
 */
export function advanceContradiction(
  before: ContradictionState | null,
  { at, contradicted, alert }: { at: number; contradicted: boolean | null; alert: () => string },
): { readonly state: ContradictionState | null; readonly isRaised: boolean } {
  if (contradicted === null) return { state: before, isRaised: false };
  const isInARow = before !== null && at - before.evaluatedAt <= CURRENT_DAYS * DAY_MS;
  const told = before?.alert ?? null;
  const held = contradicted ? (isInARow ? before.held : 0) + 1 : 0;
  const gone = contradicted || told === null ? 0 : (isInARow ? before.gone : 0) + 1;
  if (held === 0 && (told === null || gone >= PERSISTENCE)) return { state: null, isRaised: false };
  const isRaised = told === null && held >= PERSISTENCE;
  return { state: { evaluatedAt: at, held, alert: isRaised ? alert() : told, gone }, isRaised };
}

/** The state after removing the evaluations from an instant on, none of which raised an alert; null if nothing remains. */
export function rewindContradiction(state: ContradictionState, at: number): ContradictionState | null {
  return state.alert === null ? null : { ...state, evaluatedAt: at, held: 0, gone: 0 };
}
