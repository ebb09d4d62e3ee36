import type { Window } from '../domain/window.ts';
import type { LimitsDatabase } from './database.ts';

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
  const row = await db
    .insertInto('limit_counts')
    .values({ subject, window_start: window.start, hits, expires_at: window.end })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'window_start'])
        .doUpdateSet((eb) => ({ hits: eb('limit_counts.hits', '+', eb.ref('excluded.hits')) })),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  if (row.hits === hits) await dropExpired(db, window.start);
  return row.hits;
}

/** How many hits a subject has in the window that starts at `start`. */
export async function hitsOf(db: LimitsDatabase, subject: string, start: number): Promise<number> {
  const row = await db
    .selectFrom('limit_counts')
    .select('hits')
    .where('subject', '=', subject)
    .where('window_start', '=', start)
    .executeTakeFirst();
  return row?.hits ?? 0;
}

async function dropExpired(db: LimitsDatabase, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('expires_at', '<=', now).execute();
}
