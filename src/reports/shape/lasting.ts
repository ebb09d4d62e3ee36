import { DAY_MS, dayOf } from '../../domain/period.ts';
import { type Edges, edgesOfAnswers } from '../../storage/answers/edges.ts';
import type { Lasting, ReportContext } from './report.ts';
import { type WindowQuery, windowOf } from './window.ts';

/** For results in which only writing changes anything. */
export const FOREVER: Lasting = { before: Number.POSITIVE_INFINITY };

/** Stands for the instant that is so many milliseconds after now, whenever that is. No stored text contains NUL. */
export function movingInstant(offset: number): string {
  return `\u0000${offset}\u0000`;
}

/** Moving instants in JSON, with their offsets. A quote within a string is escaped, so nothing else is taken for one. */
const MARKS = /(?<=")\\u0000(-?\d+)\\u0000(?=")/;

/** JSON in pieces: text, and the offsets of moving instants. */
export function piecesOf(json: string): (string | number)[] {
  return json.split(MARKS).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

/** For reports on the answers of a window: until the first of them leaves it, or one of later enters. */
export async function lastsByAnswers(context: ReportContext, query: WindowQuery): Promise<Lasting> {
  return await lastsByWindow(context, query, edgesOfAnswers);
}

/** The same for anything else that is in the window for an instant of its own. */
export async function lastsByWindow(
  { db, now, brand }: ReportContext,
  query: WindowQuery,
  edgesOf: (db: ReportContext['db'], brandId: number, from: number, now: number) => Promise<Edges>,
): Promise<Lasting> {
  const { period, meta, moving, last } = windowOf(now, query);
  if (moving === 'neither') return FOREVER;
  // Answers enter and leave both windows of a comparison: it is run every time.
  if (query.compare !== undefined) return { before: now };
  const { first, next } = await edgesOf(db, brand.id, period.from, now);
  const offset = period.from - now;
  const leaves = first === null ? Number.POSITIVE_INFINITY : first + 1 - offset;
  const nextDay = period.from + meta.window_days * DAY_MS;
  return {
    // A window that only grows loses nothing, but has another number of days after each.
    before: Math.min(moving === 'both' ? leaves : nextDay, next ?? Number.POSITIVE_INFINITY, last + 1),
    window: { from: moving === 'both' ? movingInstant(offset) : meta.window.from, until: movingInstant(0) },
  };
}

/** For reports on rates whose interval depends on how much engines repeated themselves in the days before this one. */
export async function lastsByRepeats(context: ReportContext, query: WindowQuery): Promise<Lasting> {
  return ofToday(context, await lastsByAnswers(context, query));
}

/** Until the UTC day ends, if not before. */
export function ofToday({ now }: Pick<ReportContext, 'now'>, lasting: Lasting): Lasting {
  return { ...lasting, before: Math.min(lasting.before, (dayOf(now) + 1) * DAY_MS) };
}
