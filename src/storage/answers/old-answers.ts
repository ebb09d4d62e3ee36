import { sql } from 'kysely';
import { DAY_MS } from '../../domain/period.ts';
import { lockBrand } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { BEFORE, nextAfter } from '../panel/before.ts';
import { markChanged, markRemoved } from '../panel/changes.ts';

/**
 * Removing answers that are older than they are kept. Reports for windows in which all answers are kept stay as they are, to the
 * last integer. For this, an old answer stays a while if share of voice compares one with it that is kept
 * (storage/panel/before.ts).
 */

/**
 * How long it stays at most, in days: seven answers before, where a question is asked every fifth day or more often. Otherwise, or where answers
 * were not stored in the order of their days, the interval of a share of voice over the first of the days that are kept may change a bit.
 */
const MOST_DAYS_LONGER = 35;

/** Where an answer or a collection stands in the order in which they were collected. */
export interface Collected {
  readonly id: number;
  readonly at: number;
}

interface OldAnswer extends Collected {
  /** Whether one that is kept is compared with it, so that it stays. */
  readonly stays: boolean;
}

interface OldPage {
  readonly before: number;
  readonly after: Collected;
  readonly limit: number;
}

/** Some answers collected before an instant, the oldest first, by the index answers_newest. */
export async function findOldAnswers(
  db: Database,
  brandId: number,
  { before, after, limit }: OldPage,
): Promise<OldAnswer[]> {
  const { rows } = await sql<{ id: number; at: number; newest: number | null }>`
    select a.id, a.collected_at as at, (select max(collected_at) from (select b.collected_at from answers b
      where b.brand_id = ${brandId} and b.engine = a.engine and b.prompt_id = a.prompt_id
        and b.market_id = a.market_id and b.id > a.id and b.id > 0
      order by b.id limit ${sql.lit(BEFORE)}) as later) as newest
    from answers a
    where a.brand_id = ${brandId} and a.collected_at < ${before} and (a.collected_at, a.id) > (${after.at}, ${after.id})
    order by a.collected_at, a.id limit ${limit}`.execute(db);
  const mayStay = before - MOST_DAYS_LONGER * DAY_MS;
  return rows.map(({ id, at, newest }) => ({
    id,
    at,
    stays: at >= mayStay && newest !== null && newest >= before,
  }));
}

/** Some collections that failed before an instant, likewise, by the index collections_failed. */
export async function findOldFailures(
  db: Database,
  brandId: number,
  { before, after, limit }: OldPage,
): Promise<Collected[]> {
  const { rows } = await sql<Collected>`
    select id, collected_at as at from collections
    where brand_id = ${brandId} and outcome in ('error', 'timeout') and collected_at < ${before}
      and (collected_at, id) > (${after.at}, ${after.id})
    order by collected_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Removes failed collections of a brand, in the caller's transaction. */
export async function deleteFailures(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  await lockBrand(db, brandId);
  await db
    .deleteFrom('collections')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .where('outcome', 'in', ['error', 'timeout'])
    .execute();
}

/** Removes answers of a brand with all that is stored of them, in the caller's transaction. */
export async function deleteAnswers(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  await lockBrand(db, brandId);
  // Those that are compared with them.
  const compared = await eachOf(ids, (id) => nextAfter(db, brandId, id));
  const removed = await db
    .selectFrom('answers')
    .select(['id', 'collected_at as at'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
  await deleteRows(db, brandId, ids);
  await markRemoved(db, brandId, removed);
  await markChanged(
    db,
    brandId,
    compared.filter((id) => !ids.includes(id)),
  );
}

async function eachOf(
  ids: readonly number[],
  find: (id: number) => Promise<readonly number[]>,
): Promise<number[]> {
  const found: number[] = [];
  for (const id of ids) found.push(...(await find(id)));
  return found;
}

/** What refers to rows goes before those. Pages and queries go with the last answer that refers to them. */
async function deleteRows(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  const pages = await db
    .selectFrom('citations')
    .select('page_id as id')
    .distinct()
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', ids)
    .execute();
  const queries = await db
    .selectFrom('searches')
    .select('query_id as id')
    .distinct()
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', ids)
    .execute();
  for (const table of ['mentions', 'fact_readings', 'citations', 'searches'] as const) {
    await db.deleteFrom(table).where('brand_id', '=', brandId).where('answer_id', 'in', ids).execute();
  }
  for (const table of ['answers', 'collections'] as const) {
    await db.deleteFrom(table).where('brand_id', '=', brandId).where('id', 'in', ids).execute();
  }
  for (const { id } of pages) {
    await sql`delete from cited_pages where brand_id = ${brandId} and id = ${id} and not exists
      (select 1 from citations where brand_id = ${brandId} and page_id = ${id})`.execute(db);
  }
  for (const { id } of queries) {
    await sql`delete from search_queries where brand_id = ${brandId} and id = ${id} and not exists
      (select 1 from searches where brand_id = ${brandId} and query_id = ${id} and first_of_query = 1)`.execute(
      db,
    );
  }
}
