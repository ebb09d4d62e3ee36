import { MOST_SKEW_MS } from '../../domain/clock-skew.ts';
import type { Window } from '../../domain/quota-window.ts';
import type { LimitsDatabase } from '../driver/database.ts';
import type { LimitTables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/**
 * Adds hits to a subject's window and returns how many it then has. One atomic statement, so that replicas on one
 * database count together exactly.
 */
export async function addHits(
  db: LimitsDatabase,
  subject: string,
  window: Window,
  hits: number,
): Promise<number> {
  const [row] = await upsertHits(db, { subject, start: window.start, end: window.end, hits });
  if (row === undefined) throw new Error('an upsert returned no row');
  // A server whose clock is behind may still count in a window that is over here.
  if (row.hits === hits) await dropExpired(db, window.start - MOST_SKEW_MS);
  return row.hits;
}

/** How many hits a subject has in the window that starts at `start`. */
export async function hitsOf(db: LimitsDatabase, subject: string, start: number): Promise<number> {
  const [row] = await selectHits(db, { subject, start });
  return row?.hits ?? 0;
}

const upsertHits = statement<
  LimitTables,
  { subject: string; start: number; end: number; hits: number },
  { hits: number }
>('add hits', ['subject', 'start', 'end', 'hits'], (db, { subject, start, end, hits }) =>
  db
    .insertInto('limit_counts')
    .values({ subject, window_start: start, hits, expires_at: end })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'window_start'])
        .doUpdateSet((eb) => ({ hits: eb('limit_counts.hits', '+', eb.ref('excluded.hits')) })),
    )
    .returning('hits'),
);

const selectHits = statement<LimitTables, { subject: string; start: number }, { hits: number }>(
  'hits of a subject',
  ['subject', 'start'],
  (db, { subject, start }) =>
    db
      .selectFrom('limit_counts')
      .select('hits')
      .where('subject', '=', subject)
      .where('window_start', '=', start),
);

async function dropExpired(db: LimitsDatabase, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('expires_at', '<=', now).execute();
}
