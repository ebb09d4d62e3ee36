import { type Comparison, changesIn, closestOf } from '../../../reports/alerts/comparisons.ts';
import { sideOf } from '../../../stats/rates/intervals.ts';

/**
 * An evaluation's verdict on one change. - `reported`: an alert reports it - `held`: larger than noise, without an alert, or not yet -
 * `noise`: within noise for this number of answers, or within the share's past movement - `few`, `few_shared`, `outage`: too few answers
 */
export type VerdictKind = 'reported' | 'held' | 'noise' | 'few' | 'few_shared' | 'outage';

export interface Verdict {
  readonly kind: VerdictKind;
  /** Direction of the change; 0 if no interval excludes zero. */
  readonly direction: 1 | -1 | 0;
  /** The comparison that explains the verdict best. */
  readonly row: Comparison;
}

/** Verdicts for one evaluation's changes, in report order. */
export function verdictsOn(comparisons: readonly Comparison[]): Verdict[] {
  const aboutNames = new Set(
    comparisons.flatMap(({ measure, alert }) => (measure === 'visibility' && alert !== null ? [alert] : [])),
  );
  return changesIn(comparisons).map((rows) => verdictOf(rows, aboutNames));
}

/** @param rows one change's comparisons, one per alert kind @param aboutNames the alert kinds for naming rate */
function verdictOf(rows: readonly Comparison[], aboutNames: ReadonlySet<string>): Verdict {
  const change = rows.find(({ gate }) => gate === null || gate === 'episode_open');
  if (change) {
    const isReported = change.gate === null || isReportedByItsAlert(change, rows, aboutNames);
    return { kind: isReported ? 'reported' : 'held', direction: directionOf(change), row: change };
  }
  const row = closestOf(rows);
  const kind = unreportedKind(row);
  return { kind, direction: kind === 'held' ? directionOf(row) : 0, row };
}

/** Gates that mean that no test failed. */
const HELD_SO_FAR: readonly Comparison['gate'][] = [null, 'episode_open', 'not_persistent'];

/**
 * Whether an alert already reports this change. False if an alert about the naming rate covers it, or if a change on this measure ended
 * less than a week ago.
 */
function isReportedByItsAlert(
  { measure, alert }: Comparison,
  rows: readonly Comparison[],
  aboutNames: ReadonlySet<string>,
): boolean {
  if (measure !== 'visibility' && alert !== null && aboutNames.has(alert)) return false;
  // While an alert's change lasts, every comparison of its measure that failed a test refers to the alert.
  return rows.every((row) => row.alert !== null || HELD_SO_FAR.includes(row.gate));
}

function unreportedKind(row: Comparison): Exclude<VerdictKind, 'reported'> {
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

/** The side of zero that excludes both intervals: raw and with the same mix of questions. 0 if either includes zero. */
function directionOf({ change, change_with_same_mix: sameMix }: Comparison): 1 | -1 | 0 {
  const [plain, mixed] = [change, sameMix].map((each) => (each ? sideOf(each) : 0));
  return plain === mixed ? (plain ?? 0) : 0;
}
