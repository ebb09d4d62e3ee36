import type { Insertable } from 'kysely';
import { foldedQuery } from '../../domain/search-query.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema.ts';
import { addToCounts, answersNumbered, SEARCHES } from './counts.ts';

/** An answer as its searches repeat it. */
interface SearchedAnswer {
  readonly brandId: number;
  readonly answerId: number;
  readonly engine: string;
  readonly collectedAt: number;
  /** Whether it names the brand itself. */
  readonly named: boolean;
}

/** The rows of what an engine searched for, in its own order; blank queries are left out. */
export function searchRows(
  { brandId, answerId, engine, collectedAt, named }: SearchedAnswer,
  searches: readonly string[],
): Insertable<Tables['searches']>[] {
  const seen = new Set<string>();
  return searches
    .filter((query) => query.trim() !== '')
    .map((query, index) => {
      const folded = foldedQuery(query);
      const isFirst = !seen.has(folded);
      seen.add(folded);
      return {
        brand_id: brandId,
        answer_id: answerId,
        position: index + 1,
        query,
        folded,
        engine,
        collected_at: collectedAt,
        first_of_query: Number(isFirst),
        named: Number(named),
      };
    });
}

/** An answer whose searches are not known, although its replies are kept. */
export interface UnsearchedAnswer {
  readonly id: number;
  readonly jobId: number;
  readonly attempt: number;
  readonly engine: string;
  readonly collectedAt: number;
}

/** The answers of a brand that came by a job and whose searches are not known, oldest first, after an id. */
export async function listUnsearched(
  db: Database,
  brandId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<UnsearchedAnswer[]> {
  return await db
    .selectFrom('answers as a')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.brand_id', '=', 'a.brand_id').onRef('c.id', '=', 'a.id'),
    )
    .innerJoin('jobs as j', (join) =>
      join.onRef('j.brand_id', '=', 'c.brand_id').onRef('j.identity', '=', 'c.identity'),
    )
    .select(['a.id', 'j.id as jobId', 'j.attempt', 'a.engine', 'a.collected_at as collectedAt'])
    .where('a.brand_id', '=', brandId)
    .where('a.searches_known', '=', 0)
    .where('a.id', '>', after)
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

/**
 * Stores what an engine searched for with an answer that is there already, counts included. Run it in a transaction that
 * holds the brand's lock.
 *
 * @returns false where somebody else has stored it meanwhile
 */
export async function storeLateSearches(
  db: Database,
  brandId: number,
  { id, engine, collectedAt }: UnsearchedAnswer,
  searches: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('answers')
    .set({ searches_known: 1 })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('searches_known', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const named = await namesItself(db, brandId, id);
  await insertAll(
    db,
    'searches',
    searchRows({ brandId, answerId: id, engine, collectedAt, named }, searches),
  );
  await addToCounts(db, SEARCHES, answersNumbered(brandId, [id]));
  return true;
}

async function namesItself(db: Database, brandId: number, answerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mentions as m')
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'm.brand_id').onRef('t.id', '=', 'm.tracked_id'),
    )
    .select('m.mentioned')
    .where('m.brand_id', '=', brandId)
    .where('m.answer_id', '=', answerId)
    .where('t.role', '=', 'self')
    .executeTakeFirst();
  return row?.mentioned === 1;
}
