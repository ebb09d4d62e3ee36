import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { type NearestInstants, nearestAnswers } from '../../storage/answers/filter/nearest-instants.ts';
import type { CacheValidity, ReportContext } from './report.ts';
import { type WindowQuery, windowOf } from './window.ts';

/** Valid until the brand's data changes. */
export const FOREVER: CacheValidity = { before: Number.POSITIVE_INFINITY };

/** Stands for now plus an offset in milliseconds. No stored text contains NUL. */
export function movingInstant(offset: number): string {
  return `\u0000${offset}\u0000`;
}

/** Moving instants in JSON, with their offsets. JSON escapes quotes inside strings, so nothing else matches. */
const MARKS = /(?<=")\\u0000(-?\d+)\\u0000(?=")/;

/** JSON in pieces: text, and moving instants as offsets. */
export function piecesOf(json: string): (string | number)[] {
  return json.split(MARKS).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

/** For reports over a window: valid until an answer leaves the window or a later one enters. */
export async function validByAnswers(context: ReportContext, query: WindowQuery): Promise<CacheValidity> {
  return await validByWindow(context, query, nearestAnswers);
}

/** Validity for other data with instants in the window. */
export async function validByWindow(
  { db, now, brand }: ReportContext,
  query: WindowQuery,
  edgesOf: (db: ReportContext['db'], brandId: number, from: number, now: number) => Promise<NearestInstants>,
): Promise<CacheValidity> {
  const { period, meta, moving, last } = windowOf(now, query);
  if (moving === 'neither') return FOREVER;
  // Answers enter and leave both compared windows, so it always runs again.
  if (query.compare !== undefined) return { before: now };
  const { first, next } = await edgesOf(db, brand.id, period.from, now);
  const offset = period.from - now;
  const leaves = first === null ? Number.POSITIVE_INFINITY : first + 1 - offset;
  const nextDay = period.from + meta.window_days * DAY_MS;
  return {
    // A window with a fixed start loses nothing, but its number of days changes.
    before: Math.min(moving === 'both' ? leaves : nextDay, next ?? Number.POSITIVE_INFINITY, last + 1),
    window: { from: moving === 'both' ? movingInstant(offset) : meta.window.from, until: movingInstant(0) },
  };
}

/** For rates whose intervals use repeats from the days before today. */
export async function validByRepeats(context: ReportContext, query: WindowQuery): Promise<CacheValidity> {
  return untilMidnight(context, await validByAnswers(context, query));
}

/** Validity until the UTC day ends, if not before. */
export function untilMidnight({ now }: Pick<ReportContext, 'now'>, lasting: CacheValidity): CacheValidity {
  return { ...lasting, before: Math.min(lasting.before, (dayOf(now) + 1) * DAY_MS) };
}
