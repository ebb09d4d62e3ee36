import { sql } from 'kysely';
import { DAY_MS } from '../../domain/time/period.ts';
import { lockBrand } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { markChanged, markRemoved } from '../panel/changes.ts';
import { ANSWERS_BACK, nextAfter } from '../panel/earlier-answers.ts';

/**
 * Deletes answers past their retention. Reports on windows that are fully retained keep every count. To that end, an
 * old answer stays while share of voice compares a retained one with it (storage/panel/earlier-answers.ts).
 */

/**
 * Maximum days that it stays longer: seven answers earlier, if a question is asked at least every fifth day.
 * Otherwise, or if answers were not stored in day order, the share-of-voice interval over the first retained days may
 * change slightly.
 */
const MOST_DAYS_LONGER = 35;

/** Sort position of an answer or collection. */
export interface OldCollection {
  readonly id: number;
  readonly at: number;
}

interface OldAnswer extends OldCollection {
  /** Whether a retained answer is compared with it. */
  readonly stays: boolean;
}

interface OldPage {
  readonly before: number;
  readonly after: OldCollection;
  readonly limit: number;
}

/** Answers collected before an instant, oldest first, by the index answers_newest. */
export async function findOldAnswers(
  db: Database,
  brandId: number,
  { before, after, limit }: OldPage,
): Promise<OldAnswer[]> {
  const { rows } = await sql<{ id: number; at: number; newest: number | null }>`
    select a.id, a.collected_at as at, (select max(collected_at) from (select b.collected_at from answers b
      where b.brand_id = ${brandId} and b.engine = a.engine and b.prompt_id = a.prompt_id
        and b.market_id = a.market_id and b.id > a.id and b.id > 0
      order by b.id limit ${sql.lit(ANSWERS_BACK)}) as later) as newest
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

/** Collections that failed before an instant, oldest first, by the index collections_failed. */
export async function findOldFailures(
  db: Database,
  brandId: number,
  { before, after, limit }: OldPage,
): Promise<OldCollection[]> {
  const { rows } = await sql<OldCollection>`
    select id, collected_at as at from collections
    where brand_id = ${brandId} and outcome in ('error', 'timeout') and collected_at < ${before}
      and (collected_at, id) > (${after.at}, ${after.id})
    order by collected_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes failed collections in the caller's transaction. */
export async function deleteFailures(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  await lockBrand(db, brandId);
  await db
    .deleteFrom('collections')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .where('outcome', 'in', ['error', 'timeout'])
    .execute();
}

/** Deletes answers with all their rows in the caller's transaction. @returns the pages that they cited */
export async function deleteAnswers(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<number[]> {
  await lockBrand(db, brandId);
  // The answers compared with them.
  const compared = await eachOf(ids, (id) => nextAfter(db, brandId, id));
  const removed = await db
    .selectFrom('answers')
    .select(['id', 'collected_at as at'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
  const pages = await deleteRows(db, brandId, ids);
  await markRemoved(db, brandId, removed);
  await markChanged(
    db,
    brandId,
    compared.filter((id) => !ids.includes(id)),
  );
  return pages;
}

/** The tables with rows of an answer. */
const PARTS = ['mentions', 'fact_readings', 'readings', 'labels', 'citations', 'searches', 'cards'] as const;

async function eachOf(
  ids: readonly number[],
  find: (id: number) => Promise<readonly number[]>,
): Promise<number[]> {
  const found: number[] = [];
  for (const id of ids) found.push(...(await find(id)));
  return found;
}

/** Referring rows first. Pages and queries go with their last answer. */
async function deleteRows(db: Database, brandId: number, ids: readonly number[]): Promise<number[]> {
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
  for (const table of PARTS) {
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
  return pages.map(({ id }) => id);
}
