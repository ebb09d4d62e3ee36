import { type Comparison, changesIn, closestOf } from '../../reports/comparisons.ts';
import { KIND_RULES } from '../../stats/gates.ts';
import { sideOf } from '../../stats/intervals.ts';

/**
 * What an evaluation found out about one change.
 *
 * - `told`: it is larger than noise in every way that an alert asks for, and an alert says so
 * - `held`: larger than noise, but no alert for it, or not yet
 * - `noise`: not larger than noise, of so many answers or of this share in the past
 * - `few`, `few_shared`, `outage`: there are too few answers to say
 */
export type VerdictKind = 'told' | 'held' | 'noise' | 'few' | 'few_shared' | 'outage';

/**
 * Why a change that exceeds noise is not told.
 *
 * - `covered`: it is part of what an alert about something else says
 * - `after`: an alert's change has just ended on the same measure, and nothing is told for a week
 */
export type HeldReason = 'not_persistent' | 'small' | 'condition' | 'not_asked_for' | 'covered' | 'after';

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
  const aboutNames = new Set(
    comparisons.flatMap(({ measure, alert }) => (measure === 'visibility' && alert !== null ? [alert] : [])),
  );
  return changesIn(comparisons).map((rows) => verdictOf(rows, aboutNames));
}

/**
 * @param rows of one change, each for another kind of alert
 * @param aboutNames the alerts about how often the brand is named
 */
function verdictOf(rows: readonly Comparison[], aboutNames: ReadonlySet<string>): Verdict {
  const told = rows.find(({ gate }) => gate === null || gate === 'episode_open');
  if (told) {
    const heldBy = told.gate === null ? null : untoldBy(told, rows, aboutNames);
    return { kind: heldBy === null ? 'told' : 'held', heldBy, direction: directionOf(told), row: told };
  }
  const row = closestOf(rows);
  const kind = untoldKind(row);
  const heldBy = kind === 'held' ? heldReason(row) : null;
  return { kind, heldBy, direction: kind === 'held' ? directionOf(row) : 0, row };
}

/** The gates of those that failed no test. */
const HELD_SO_FAR: readonly Comparison['gate'][] = [null, 'episode_open', 'not_persistent'];

/** Why the alert that a comparison belongs to does not tell its change; null if it does. */
function untoldBy(
  { measure, alert }: Comparison,
  rows: readonly Comparison[],
  aboutNames: ReadonlySet<string>,
): HeldReason | null {
  if (measure !== 'visibility' && alert !== null && aboutNames.has(alert)) return 'covered';
  // While an alert's change goes on, every comparison of its measure that failed a test names the alert.
  const isOver = rows.some((row) => row.alert === null && !HELD_SO_FAR.includes(row.gate));
  return isOver ? 'after' : null;
}

function untoldKind(row: Comparison): Exclude<VerdictKind, 'told'> {
  switch (row.gate) {
    case 'outage':
      return 'outage';
    case 'too_few_answers':
      return 'few';
    case 'too_few_shared_prompts':
      return 'few_shared';
    case 'below_noise_floor':
      return 'noise';
    default:
      return directionOf(row) === 0 ? 'noise' : 'held';
  }
}

function heldReason(row: Comparison): HeldReason {
  if (row.gate === 'not_persistent') return 'not_persistent';
  if (row.gate === 'condition_not_met') return 'condition';
  return directionOf(row) === KIND_RULES[row.kind].direction ? 'small' : 'not_asked_for';
}

/** Where zero is outside of both intervals, of the plain counts and of the same mix of questions, the side it is on. */
function directionOf({ change, change_with_same_mix: sameMix }: Comparison): 1 | -1 | 0 {
  const [plain, mixed] = [change, sameMix].map((each) => (each ? sideOf(each) : 0));
  return plain === mixed ? (plain ?? 0) : 0;
}
