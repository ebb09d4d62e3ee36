import { DAY_MS } from '../../domain/period.ts';
import { type Edges, edgesOfAnswers } from '../../storage/answers/edges.ts';
import type { Lasting, ReportContext } from './report.ts';

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

/** What a report over the rolling window of `days` asks for. */
interface WindowQuery {
  readonly days: number;
  readonly until?: number | undefined;
}

/** For reports on the answers of a window: until the first of them leaves it, or one of later enters. */
export async function lastsByAnswers(context: ReportContext, query: WindowQuery): Promise<Lasting> {
  return await lastsByWindow(context, query, edgesOfAnswers);
}

/** The same for anything else that is in the window for an instant of its own. */
export async function lastsByWindow(
  { db, now, brand }: ReportContext,
  { days, until }: WindowQuery,
  edgesOf: (db: ReportContext['db'], brandId: number, from: number, now: number) => Promise<Edges>,
): Promise<Lasting> {
  if (until !== undefined) return FOREVER;
  const offset = 1 - days * DAY_MS;
  const { first, next } = await edgesOf(db, brand.id, now + offset, now);
  return {
    before: Math.min(
      first === null ? Number.POSITIVE_INFINITY : first + 1 - offset,
      next ?? Number.POSITIVE_INFINITY,
    ),
    window: { from: movingInstant(offset), until: movingInstant(0) },
  };
}
