import { sql } from 'kysely';
import { MOST_SKEW_MS } from '../../../domain/time/clock-skew.ts';
import type { Window } from '../../../domain/time/quota-window.ts';
import { capabilitiesOf } from '../../driver/capabilities.ts';
import type { LimitsDatabase } from '../../driver/database.ts';
import type { LimitTables } from '../../driver/schema/schema.ts';
import { statement } from '../../driver/statement.ts';

/** Hits to add to a subject's window. */
export interface NewHits {
  readonly subject: string;
  readonly window: Window;
  readonly hits: number;
}

/** A subject's window, by its start. */
export interface HitWindow {
  readonly subject: string;
  readonly start: number;
}

/**
 * Adds hits and returns each subject's count at that point, as if added one by one. One atomic statement, so replicas
 * on one database count exactly.
 */
export async function addHits(db: LimitsDatabase, added: readonly NewHits[]): Promise<number[]> {
  const sums = new Map<string, NewHits>();
  for (const { subject, window, hits } of added) {
    const key = keyOf(subject, window.start);
    const sum = sums.get(key) ?? { subject, window, hits: 0 };
    sums.set(key, { ...sum, hits: sum.hits + hits });
  }
  // A fixed order, or two replicas could deadlock.
  const rows = [...sums.keys()].sort().map((key) => rowOf(sums.get(key) as NewHits));
  const stored = await upsertHits(db, { json: JSON.stringify(rows) });
  const after = new Map(stored.map(({ subject, start, hits }) => [keyOf(subject, start), hits]));
  const begun = [...sums].filter(([key, { hits }]) => after.get(key) === hits);
  // A server with a slow clock may still count in a window that is over here.
  if (begun.length > 0)
    await dropExpired(db, Math.max(...begun.map(([, { window }]) => window.start)) - MOST_SKEW_MS);
  return numbersOf(added, sums, after);
}

/** Counts after each request's own hits: the count before the batch, plus all hits up to its own. */
function numbersOf(
  added: readonly NewHits[],
  sums: ReadonlyMap<string, NewHits>,
  after: ReadonlyMap<string, number>,
): number[] {
  const counted = new Map<string, number>();
  return added.map(({ subject, window, hits }) => {
    const key = keyOf(subject, window.start);
    const before = counted.get(key) ?? (after.get(key) ?? Number.NaN) - (sums.get(key)?.hits ?? 0);
    counted.set(key, before + hits);
    return before + hits;
  });
}

function keyOf(subject: string, start: number): string {
  return `${start} ${subject}`;
}

function rowOf({ subject, window, hits }: NewHits): (string | number)[] {
  return [subject, window.start, hits, window.end];
}

/** Hits per window. */
export async function countHits(db: LimitsDatabase, asked: readonly HitWindow[]): Promise<number[]> {
  const windows = new Map(asked.map(({ subject, start }) => [keyOf(subject, start), [subject, start]]));
  const rows = await selectHits(db, { json: JSON.stringify([...windows.values()]) });
  const found = new Map(rows.map(({ subject, start, hits }) => [keyOf(subject, start), hits]));
  return asked.map(({ subject, start }) => found.get(keyOf(subject, start)) ?? 0);
}

interface StoredHits {
  readonly subject: string;
  readonly start: number;
  readonly hits: number;
}

const upsertHits = statement<LimitTables, { json: string }, StoredHits>(
  'add hits',
  (db, { json }) => sql`
    insert into limit_counts (subject, window_start, hits, expires_at)
    select given.value ->> 0, cast(given.value ->> 1 as bigint), cast(given.value ->> 2 as integer),
      cast(given.value ->> 3 as bigint)
    from ${capabilitiesOf(db).jsonRows(json, 'given')} where true
    on conflict (subject, window_start) do update set hits = limit_counts.hits + excluded.hits
    returning subject, window_start as start, hits`,
);

const selectHits = statement<LimitTables, { json: string }, StoredHits>(
  'hits of subjects',
  (db, { json }) => {
    const { jsonRows, joinInOrder } = capabilitiesOf(db);
    const on = sql`counted.subject = given.value ->> 0 and counted.window_start = cast(given.value ->> 1 as bigint)`;
    return sql`
    select counted.subject, counted.window_start as start, counted.hits
    from ${jsonRows(json, 'given')} ${joinInOrder('limit_counts', 'counted', on)}`;
  },
);

async function dropExpired(db: LimitsDatabase, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('expires_at', '<=', now).execute();
}
