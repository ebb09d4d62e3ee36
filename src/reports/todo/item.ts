import type { TodoBasis, TodoKind } from '../../domain/alerts/todo.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { engineParameter, type QueryOf, type ReportContext } from '../shape/report.ts';
import { sliceQuery } from '../shape/slice.ts';
import { windowQuery } from '../shape/window.ts';

export const itemQuery = { ...windowQuery(), engine: engineParameter, ...sliceQuery };

/** What the reports behind the list are asked, of one market. */
export type ItemQuery = QueryOf<typeof itemQuery> & { readonly market: string };

/** Finds the things of a kind or two that hold now, in any order. */
export type FindItems = (context: ReportContext, query: ItemQuery) => Promise<TodoItem[]>;

/** One thing to do, and what it rests on. */
export interface TodoItem extends TodoBasis {
  readonly kind: TodoKind;
  /** What it is about, equal in every window: with `kind`, its identity. */
  readonly subject: string;
  readonly engine?: string;
  readonly page?: string;
  readonly site?: string;
  readonly question?: { readonly id: string; readonly text: string };
  readonly competitor?: string;
  /** Begins with a verb. */
  readonly title: string;
  readonly reason: string;
  readonly advice: string;
  /** Answers that show it, by these filters of /answers; null if it is that answers are missing. */
  readonly answers: number | null;
  readonly filters: AnswersFilters | null;
  /** Questions without an answer. */
  readonly missing?: number;
}

const LIST = new Intl.ListFormat('en-US');
const MOST_LISTED = 4;

/** `A, B, and C`; of many, the first and how many more. */
export function listed(names: readonly string[]): string {
  const shown = names.length > MOST_LISTED ? names.slice(0, MOST_LISTED - 1) : names;
  return LIST.format(shown.length < names.length ? [...shown, `${names.length - shown.length} more`] : shown);
}

/** An address without its common parts. */
export function addressText(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}
