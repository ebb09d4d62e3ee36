import type { Database } from '../driver/database.ts';

/** UTC days, in whole days since 1970, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** A day of which the log has a line, with the bits of the hours that have one. */
export interface LoggedHours {
  readonly day: number;
  readonly hours: number;
}

/** The days of a site's log, oldest first. */
export async function listLogDays(
  db: Database,
  brandId: number,
  { first, last }: Days,
): Promise<LoggedHours[]> {
  return await db
    .selectFrom('log_days')
    .select(['day', 'hours'])
    .where('brand_id', '=', brandId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute();
}

/** Whether a site has a log at all. */
export async function hasLog(db: Database, brandId: number): Promise<boolean> {
  const row = await db
    .selectFrom('log_days')
    .select('day')
    .where('brand_id', '=', brandId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
