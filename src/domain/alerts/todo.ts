import { hash } from 'node:crypto';
import { parseDay } from '../time/instant.ts';

/** What there is to do, in the order of the list: the first kinds can be done by oneself, at once. */
export const TODO_KINDS = [
  'page_fails',
  'page_hidden',
  'rival_ahead',
  'site',
  'question_lost',
  'engine_silent',
  'wrong_fact',
] as const;
export type TodoKind = (typeof TODO_KINDS)[number];

/** How far somebody is with it. */
export const TODO_STATES = ['open', 'taken', 'done', 'ignored'] as const;
export type TodoState = (typeof TODO_STATES)[number];

/** The brand's own part of a site, or the part that no tracked brand owns. Each has its own state. */
export type SitePart = 'own' | 'others';

export const LONGEST_NOTE = 200;

/** What somebody noted about a thing to do. */
export interface TodoMark {
  /** From `todoIdOf`. */
  readonly id: string;
  readonly state: TodoState;
  /** One line, at most LONGEST_NOTE characters; '' for none. */
  readonly note: string;
  /** The facts when it was marked; null if nobody said. */
  readonly facts: readonly string[] | null;
  /** When it first became taken or done since it was last open, in UTC milliseconds; null if it never was. */
  readonly begunAt: number | null;
  /** UTC milliseconds. */
  readonly changedAt: number;
}

/** Equal for equal kinds and subjects, in every window: `tdo_1f0c3a9b27de`. */
export function todoIdOf(kind: TodoKind, subject: string): string {
  return `tdo_${hash('sha256', `${kind} ${subject}`).slice(0, 12)}`;
}

/** A site's subject. Its own part is in no list, and has a state in /recommendations. */
export function siteSubject(site: string, part: SitePart): string {
  return part === 'own' ? `own ${site}` : site;
}

/** The start of work after a change of state. Open resets it; ignoring keeps it. */
export function begunAfter(
  state: TodoState,
  before: Pick<TodoMark, 'begunAt'> | undefined,
  at: number,
): number | null {
  if (state === 'open') return null;
  return before?.begunAt ?? (state === 'ignored' ? null : at);
}

/** What a thing to do rests on. */
export interface TodoBasis {
  /** In words that stay equal while nothing changes. */
  readonly facts: readonly string[];
  /** When the oldest of it was observed, in UTC milliseconds; null if `facts` say all. */
  readonly observedFrom: number | null;
}

/**
 * The state of a thing whose facts hold. Done or ignored, it is open again with a fact that it did not have when it was
 * marked; done, also if all that it rests on was observed later.
 */
export function stateNow(mark: TodoMark | undefined, { facts, observedFrom }: TodoBasis): TodoState {
  if (mark === undefined) return 'open';
  const { state, changedAt } = mark;
  if (state !== 'done' && state !== 'ignored') return state;
  const isNew = mark.facts !== null && facts.some((fact) => !mark.facts?.includes(fact));
  const isStillSo = state === 'done' && observedFrom !== null && observedFrom > changedAt;
  return isNew || isStillSo ? 'open' : state;
}

/** The last UTC day with an answer of an engine that fell silent; null for other things, and for one that never answered. */
export function silentSince({
  kind,
  facts: [day = ''],
}: Pick<TodoBasis, 'facts'> & { readonly kind: TodoKind }) {
  return kind === 'engine_silent' && parseDay(day) !== null ? day : null;
}
