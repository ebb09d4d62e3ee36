import { DAY_MS } from '../time/period.ts';

/**
 * A change's state by its newest check. `holds`: the check still found it. `over`: three checks in a row did not.
 * `unknown`: the check could not tell, or there is none.
 */
export const CHANGE_STATES = ['holds', 'over', 'unknown'] as const;

export type ChangeState = (typeof CHANGE_STATES)[number];

/** Which way the share went. */
export const CHANGE_DIRECTIONS = ['fell', 'rose'] as const;

export type ChangeDirection = (typeof CHANGE_DIRECTIONS)[number];

/** The public id of the change that this alert reported first: `chg_` and the rest of the alert's id. */
export function changeIdOf(alertId: string): string {
  return alertId.replace(/^alr_/, 'chg_');
}

/** After this long without a check, nobody knows whether a change still holds. */
const LONGEST_UNCHECKED_MS = 2 * DAY_MS;

/** Whether a brand's checks have stopped. @param checkedAt the newest one; null for none */
export function isUnchecked(checkedAt: number | null, now: number): boolean {
  return checkedAt === null || now - checkedAt > LONGEST_UNCHECKED_MS;
}

/** A stored state as of now. */
export function stateNow(stored: ChangeState, unchecked: boolean): ChangeState {
  return stored === 'holds' && unchecked ? 'unknown' : stored;
}
