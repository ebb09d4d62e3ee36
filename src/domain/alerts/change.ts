import { DAY_MS, type Period } from '../time/period.ts';

/**
 * A change's state by its newest check. `holds`: the check still found it. `over`: three checks in a row did not.
 * `unknown`: the check could not tell, or there is none.
 */
export const CHANGE_STATES = ['holds', 'over', 'unknown'] as const;

export type ChangeState = (typeof CHANGE_STATES)[number];

/** Which way the share went. */
export const CHANGE_DIRECTIONS = ['fell', 'rose'] as const;

export type ChangeDirection = (typeof CHANGE_DIRECTIONS)[number];

export function directionWord(direction: -1 | 1): ChangeDirection {
  return direction < 0 ? 'fell' : 'rose';
}

/** The public id of the change that this alert reported first: `chg_` and the rest of the alert's id. */
export function changeIdOf(alertId: string): string {
  return alertId.replace(/^alr_/, 'chg_');
}

/** A change in an alert's messages, as of their sending. */
export interface ToldChange {
  /** Its id in /changes. */
  readonly change: string;
  readonly state: ChangeState;
  readonly sentence: string;
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

/** What the order of changes depends on, as in /changes. */
interface News {
  readonly engine: string;
  readonly measure: string;
  readonly direction: ChangeDirection;
  readonly state: ChangeState;
  readonly difference: { readonly points: number } | null;
}

/** Whether a change is to the brand's disadvantage. */
export function isBad({ measure, direction }: Pick<News, 'measure' | 'direction'>): boolean {
  return (measure === 'visibility') === (direction === 'fell');
}

/** What holds before the rest; there falls of the naming share, then other bad news, then good news; the largest first. */
function inNewsOrder<Change extends News>(changes: readonly Change[]): Change[] {
  const kind = (change: News) => (!isBad(change) ? 2 : change.measure === 'visibility' ? 0 : 1);
  const place = (change: News) => kind(change) + (change.state === 'holds' ? 0 : 3);
  const size = ({ difference }: News) => Math.abs(difference?.points ?? 0);
  return changes.toSorted((one, other) => place(one) - place(other) || size(other) - size(one));
}

/** A change's days, as in /changes: UTC days such as `2026-11-18`. */
interface NewsDays {
  readonly found: string;
  readonly likely_start: { readonly from: string } | null;
  readonly state_since: string;
  readonly over_since: string | null;
}

/** The changes to tell of a window, the first to tell first: begun by its last day, and holding, or found over within it. */
export function changesOfWindow<Change extends News & NewsDays>(
  changes: readonly Change[],
  { from, until }: Days,
): Change[] {
  const isIn = ({ state, found, likely_start: start, state_since: since, over_since: over }: Change) =>
    (start?.from ?? found) <= until &&
    (state === 'holds' || (over !== null && over <= until && since >= from));
  return inNewsOrder(changes.filter(isIn));
}

/** The measures of who is named, in the order in which they set an engine's days. */
const OF_NAMES = ['visibility', 'overtaken'];

/** The change since which an engine's shares of names count while it holds; null for none. */
export function changeOfDays<Change extends News>(changes: readonly Change[], engine: string): Change | null {
  const holding = changes.filter((each) => each.engine === engine && each.state === 'holds');
  const [first = null] = OF_NAMES.flatMap((name) => holding.filter(({ measure }) => measure === name));
  return first;
}

/** The stored states that are this one as of now; undefined for any. */
export function storedStates(state: ChangeState | undefined, unchecked: boolean): ChangeState[] | undefined {
  return state && CHANGE_STATES.filter((stored) => stateNow(stored, unchecked) === state);
}

/** The change whose word stands beside an engine's share: the one of its days, or a naming share's that is over. */
export function toldChangeOn<Change extends News>(changes: readonly Change[], engine: string): Change | null {
  const isOver = (each: Change) =>
    each.engine === engine && each.measure === 'visibility' && each.state === 'over';
  return changeOfDays(changes, engine) ?? changes.find(isOver) ?? null;
}

interface ChangedWindows {
  readonly state: ChangeState;
  readonly last_step?: Days | null;
  readonly likely_end: Days | null;
  readonly before: { readonly window: Days };
  readonly since: { readonly window: Days };
}

/** Whether a window has days of a change's level and of another, so that a share over it mixes them. */
export function mixedWindow(
  { state, before, since, last_step: step, likely_end: end }: ChangedWindows,
  { from, to }: Period,
): boolean {
  const began = step ? Date.parse(step.from) : Date.parse(before.window.until) + DAY_MS;
  const isOver = state === 'over';
  const hasLevel = to > Date.parse(since.window.from) && !(isOver && from >= dayAfter(since.window));
  return hasLevel && (from < began || (isOver && to > dayAfter(end ?? since.window)));
}

function dayAfter({ until }: Days): number {
  return Date.parse(until) + DAY_MS;
}

/** The change whose level a window's shares of names mix with another on an engine; null for none. */
export function mixedChangeOn<Change extends News & ChangedWindows>(
  changes: readonly Change[],
  engine: string,
  window: Period,
): Change | null {
  const mixing = changes.filter((each) => each.engine === engine && mixedWindow(each, window));
  const [first = null] = OF_NAMES.flatMap((name) => mixing.filter(({ measure }) => measure === name));
  return first;
}

/** Competitors whose rise above the brand on an engine holds. */
export function risenOn(
  changes: readonly (News & { readonly competitor: string | null })[],
  engine: string,
): ReadonlySet<string> {
  const rises = changes.filter((each) => each.measure === 'overtaken' && each.state === 'holds');
  return new Set(rises.flatMap((each) => (each.engine === engine ? (each.competitor ?? []) : [])));
}

/** UTC days, such as `2026-11-18`; the last one included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** The days since a change, up to a window's last day; null for none. */
export function daysSince(
  { since }: { readonly since: { readonly window: Days } },
  last: string,
): Days | null {
  const { from, until } = since.window;
  const days = { from, until: until < last ? until : last };
  return days.from > days.until ? null : days;
}

/** How long a change that is over is still news. */
export const NEWS_DAYS = 7;

/** Whether a change holds, or was over in the last days. @param since UTC midnight of the first day in this state */
export function isNews(state: ChangeState, since: number, now: number): boolean {
  return state === 'holds' || (state === 'over' && now - since < NEWS_DAYS * DAY_MS);
}

interface Share {
  readonly present: number;
  readonly responses: number;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

/** A share since a naming change, with that change's interval where it counts the same answers, so that both are one figure. */
export function withIntervalOf<Row extends Share>(
  { measure, since }: { readonly measure: string; readonly since: Share },
  row: Row,
): Row {
  const isSame =
    measure === 'visibility' && row.present === since.present && row.responses === since.responses;
  return isSame ? { ...row, interval: since.interval ?? row.interval } : row;
}
