import { sql } from 'kysely';
import { MOST_SKEW_MS } from '../../../domain/time/clock-skew.ts';
import type { Window } from '../../../domain/time/quota-window.ts';
import type { LimitsDatabase } from '../../driver/database.ts';
import type { LimitTables } from '../../driver/schema/schema.ts';
import { statement } from '../../driver/statement.ts';

export interface NewHits {
  readonly subject: string;
  readonly window: Window;
  readonly hits: number;
}

export interface HitWindow {
  readonly subject: string;
  readonly start: number;
}

/** Adds hits and returns the subject's count at that point. One atomic statement, so servers on one database count exactly. */
export async function addHits(db: LimitsDatabase, { subject, window, hits }: NewHits): Promise<number> {
  const [stored] = await upsertHits(db, { subject, start: window.start, hits, end: window.end });
  const after = stored?.hits ?? Number.NaN;
  // A server with a slow clock may still count in a window that is over here.
  if (after === hits) await dropExpired(db, window.start - MOST_SKEW_MS);
  return after;
}

export async function countHits(db: LimitsDatabase, { subject, start }: HitWindow): Promise<number> {
  const [found] = await selectHits(db, { subject, start });
  return found?.hits ?? 0;
}

interface StoredHits {
  readonly hits: number;
}

const upsertHits = statement<
  LimitTables,
  { subject: string; start: number; hits: number; end: number },
  StoredHits
>(
  'add hits',
  (_, { subject, start, hits, end }) => sql`
    insert into limit_counts (subject, window_start, hits, expires_at) values (${subject}, ${start}, ${hits}, ${end})
    on conflict (subject, window_start) do update set hits = limit_counts.hits + excluded.hits
    returning hits`,
);

const selectHits = statement(
  'hits of a subject',
  (db: LimitsDatabase, { subject, start }: { subject: string; start: number }) =>
    db
      .selectFrom('limit_counts')
      .select('hits')
      .where('subject', '=', subject)
      .where('window_start', '=', start),
);

async function dropExpired(db: LimitsDatabase, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('expires_at', '<=', now).execute();
}
