import { CURRENT_DAYS } from '../domain/alert-rules.ts';
import { DAY_MS } from '../domain/period.ts';
import { rateOf } from '../domain/rate.ts';
import { PERSISTENCE } from './episodes.ts';

/** What is remembered of a fact on an engine, from one evaluation to the next. */
export interface ContradictionState {
  readonly evaluatedAt: number;
  /** Evaluations in a row on which the fact was contradicted. */
  readonly held: number;
  /** The alert that told of it; null while none has. */
  readonly alert: string | null;
  /** Evaluations in a row since then on which it was not. */
  readonly gone: number;
}

/**
 * Whether answers contradict a fact in more of those that state it than errors and single answers explain: the lower end of the 95%
 * interval of their share (Wilson) is at least `minDeltaPoints`. Null below `min_sample` answers that state it, where nothing can be said.
 *
 * @param designEffect how many of the answers tell as much as one, because engines repeat themselves; null where that is not known
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
 * The state after an evaluation. An alert is raised once the fact was contradicted on three in a row, and again only after it was not
 * on three in a row. An evaluation that can say nothing changes nothing; after a week without any, a streak begins again.
 *
 * @returns the state, null if nothing has to be remembered; and whether an alert is raised, which gets the id `alert`
 */
export function afterEvaluation(
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

/** What is left when the evaluations from an instant on are forgotten, at which nothing was raised; null for nothing. */
export function rewoundContradiction(state: ContradictionState, at: number): ContradictionState | null {
  return state.alert === null ? null : { ...state, evaluatedAt: at, held: 0, gone: 0 };
}
