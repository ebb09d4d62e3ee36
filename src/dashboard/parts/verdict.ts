import { furthest } from '../../domain/alert-rules.ts';
import { type Comparison, changesIn } from '../../reports/comparisons.ts';

/**
 * What an evaluation found out about one change.
 *
 * - `told`: it is larger than noise in every way that an alert asks for, and an alert says so
 * - `held`: larger than noise, but no alert for it, or not yet
 * - `noise`: not larger than noise
 * - `few`, `few_shared`, `outage`: there are too few answers to say
 */
export type VerdictKind = 'told' | 'held' | 'noise' | 'few' | 'few_shared' | 'outage';

/** Why a change that exceeds noise is not told. */
export type HeldReason = 'not_persistent' | 'small' | 'condition' | 'not_asked_for';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly heldBy: HeldReason | null;
  /** Whether the share went up or down; 0 where no interval says. */
  readonly direction: 1 | -1 | 0;
  /** The comparison that says most about the change. */
  readonly row: Comparison;
}

/** A verdict on each change of one evaluation, in the order of the report. */
export function verdictsOn(comparisons: readonly Comparison[]): Verdict[] {
  return changesIn(comparisons).flatMap((rows) => {
    const verdict = verdictOf(rows);
    return verdict === null ? [] : [verdict];
  });
}

/** @param rows of one change, each for another kind of alert */
function verdictOf(rows: readonly Comparison[]): Verdict | null {
  const told = rows.find(({ gate }) => gate === null || gate === 'episode_open');
  if (told) return { kind: 'told', heldBy: null, direction: directionOf(told), row: told };
  const [row] = rows.length === 0 ? [] : furthest(rows);
  if (row === undefined) return null;
  const kind = untoldKind(row);
  const heldBy = kind === 'held' ? heldReason(row) : null;
  return { kind, heldBy, direction: kind === 'held' ? directionOf(row) : 0, row };
}

function untoldKind(row: Comparison): Exclude<VerdictKind, 'told'> {
  switch (row.gate) {
    case 'outage':
      return 'outage';
    case 'too_few_answers':
      return 'few';
    case 'too_few_shared_prompts':
      return 'few_shared';
    default:
      return directionOf(row) === 0 ? 'noise' : 'held';
  }
}

function heldReason({ gate, change, min_delta_points: least }: Comparison): HeldReason {
  if (gate === 'not_persistent') return 'not_persistent';
  if (gate === 'condition_not_met') return 'condition';
  return Math.abs(change?.points ?? 0) < least ? 'small' : 'not_asked_for';
}

/** Where zero is outside of both intervals, of the plain counts and of the same mix of questions, the side it is on. */
function directionOf({ change, change_with_same_mix: sameMix }: Comparison): 1 | -1 | 0 {
  const [plain, mixed] = [change, sameMix].map(sideOf);
  return plain === mixed ? (plain ?? 0) : 0;
}

function sideOf(change: Comparison['change'] | undefined): 1 | -1 | 0 {
  if (!change) return 0;
  if (change.lower > 0) return 1;
  return change.upper < 0 ? -1 : 0;
}

/** The window that lacks answers, with how many it has of those it needs. */
export function shortSide({ row, kind }: Verdict): {
  readonly side: 'current' | 'baseline';
  readonly answers: number;
  readonly needed: number;
} {
  const answersIn = (side: 'current' | 'baseline') =>
    kind === 'few' ? row[side].responses_to_all_prompts : row[side].responses;
  const side = answersIn('current') <= answersIn('baseline') ? 'current' : 'baseline';
  return {
    side,
    answers: answersIn(side),
    needed: Math.max(row.min_sample_each_side, row.current.min_sample),
  };
}
