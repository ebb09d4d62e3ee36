import { type Comparison, changesIn, closestOf } from '../../reports/comparisons.ts';
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

export interface Verdict {
  readonly kind: VerdictKind;
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
    const isTold = told.gate === null || isToldByItsAlert(told, rows, aboutNames);
    return { kind: isTold ? 'told' : 'held', direction: directionOf(told), row: told };
  }
  const row = closestOf(rows);
  const kind = untoldKind(row);
  return { kind, direction: kind === 'held' ? directionOf(row) : 0, row };
}

/** The gates of those that failed no test. */
const HELD_SO_FAR: readonly Comparison['gate'][] = [null, 'episode_open', 'not_persistent'];

/**
 * Whether the alert that a comparison belongs to tells its change. It does not where an alert about how often the
 * brand is named covers it, nor where the change has just ended: nothing is told on that measure for a week.
 */
function isToldByItsAlert(
  { measure, alert }: Comparison,
  rows: readonly Comparison[],
  aboutNames: ReadonlySet<string>,
): boolean {
  if (measure !== 'visibility' && alert !== null && aboutNames.has(alert)) return false;
  // While an alert's change goes on, every comparison of its measure that failed a test names the alert.
  return rows.every((row) => row.alert !== null || HELD_SO_FAR.includes(row.gate));
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

/** Where zero is outside of both intervals, of the plain counts and of the same mix of questions, the side it is on. */
function directionOf({ change, change_with_same_mix: sameMix }: Comparison): 1 | -1 | 0 {
  const [plain, mixed] = [change, sameMix].map((each) => (each ? sideOf(each) : 0));
  return plain === mixed ? (plain ?? 0) : 0;
}
