import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { jsonOf } from '../driver/json-rows.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** The days that a site's logs have lines of, and the identities of the lines that count. Callers that write hold the brand's lock. */

export interface LogDay {
  /** UTC day since 1970. */
  readonly day: number;
  /** The bits of its hours with a line (traffic/observed.ts). */
  readonly hours: number;
  /** What its lines' identities are hashed with; null once they are gone. */
  readonly salt: string | null;
  /** Pages that its counts name. */
  readonly pages: number;
}

type OfDays = { readonly brandId: number; readonly days: string };

const selectDays = statement<Tables, OfDays, LogDay>('log days', (db, { brandId, days }) => {
  const { jsonRows, joinInOrder } = capabilitiesOf(db);
  const ofDay = sql`d.brand_id = ${brandId} and d.day = cast(given.value ->> 0 as integer)`;
  return sql<LogDay>`
    select d.day, d.hours, d.salt, d.pages from ${jsonRows(days, 'given')} ${joinInOrder('log_days', 'd', ofDay)}`;
});

/** Some days, by day; omits those without a log. */
export async function findLogDays(
  db: Database,
  brandId: number,
  days: readonly number[],
): Promise<ReadonlyMap<number, LogDay>> {
  const rows = await selectDays(db, { brandId, days: JSON.stringify(days.map((day) => [day])) });
  return new Map(rows.map((row) => [row.day, row]));
}

type Saved = OfDays & { readonly now: number };

const upsertDays = statement<Tables, Saved, never>('save log days', (db, { brandId, days, now }) => {
  const columns = sql.join(
    ['day', 'hours', 'pages'].map((_, at) => sql`cast(given.value ->> ${sql.lit(at)} as integer)`),
  );
  return sql<never>`
    insert into log_days (brand_id, day, hours, pages, salt, touched_at)
    select cast(${brandId} as integer), ${columns}, given.value ->> 3, cast(${now} as bigint)
    from ${capabilitiesOf(db).jsonRows(days, 'given')} where true
    on conflict (brand_id, day) do update set hours = excluded.hours, pages = excluded.pages, touched_at = excluded.touched_at`;
});

/** Stores days, new and known. A known one keeps its salt. */
export async function saveLogDays(
  db: Database,
  brandId: number,
  days: readonly LogDay[],
  now: number,
): Promise<void> {
  const rows = days.map(({ day, hours, pages, salt }) => [day, hours, pages, salt]);
  await upsertDays(db, { brandId, days: JSON.stringify(rows), now });
}

/** A line that counts. */
export interface LineIdentity {
  readonly day: number;
  readonly line: string;
}

type OfLines = { readonly brandId: number; readonly lines: string };

const insertLines = statement<Tables, OfLines, LineIdentity>('new log lines', (db, { brandId, lines }) => {
  const given = capabilitiesOf(db).jsonRows(lines, 'given');
  return sql<LineIdentity>`
    insert into log_lines (brand_id, day, line)
    select cast(${brandId} as integer), cast(given.value ->> 0 as integer), given.value ->> 1 from ${given} where true
    on conflict (brand_id, day, line) do nothing returning day, line`;
});

/** Stores identities. @returns those that were new, in any order */
export async function addLogLines(
  db: Database,
  brandId: number,
  lines: readonly LineIdentity[],
): Promise<readonly LineIdentity[]> {
  return await insertLines(db, { brandId, lines: jsonOf(lines.map(({ day, line }) => [day, line])) });
}

/** Days, earliest first, with identities whose last line came before an instant. */
export async function listDaysToClose(
  db: Database,
  brandId: number,
  touchedBefore: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('log_days')
    .select('day')
    .where('brand_id', '=', brandId)
    .where('touched_at', '<', touchedBefore)
    .where('salt', 'is not', null)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** Removes a day's identities: from now on, it takes no more lines. @returns how many */
export async function closeLogDay(db: Database, brandId: number, day: number): Promise<number> {
  await db
    .updateTable('log_days')
    .set({ salt: null })
    .where('brand_id', '=', brandId)
    .where('day', '=', day)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('log_lines')
    .where('brand_id', '=', brandId)
    .where('day', '=', day)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A brand's days before this one, earliest first. */
export async function listDaysBefore(db: Database, brandId: number, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('log_days')
    .select('day')
    .where('brand_id', '=', brandId)
    .where('day', '<', before)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** Removes a day with its counts. */
export async function deleteLogDay(db: Database, brandId: number, day: number): Promise<void> {
  for (const table of ['log_lines', 'crawl_counts', 'visit_counts', 'log_days'] as const) {
    await db.deleteFrom(table).where('brand_id', '=', brandId).where('day', '=', day).execute();
  }
}
