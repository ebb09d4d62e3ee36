import { foldedQuery } from '../../domain/search-query.ts';
import { takeIds } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { markChanged } from '../panel/changes.ts';
import type { BatchRow } from './batch.ts';
import { numbersOf } from './numbers.ts';

/** What an engine searched for on the way to an answer, and what its rows repeat of the answer. */
export interface Searched {
  readonly answerId: number;
  readonly collectedAt: number;
  /** As the engine wrote them, in its own order. */
  readonly queries: readonly string[];
}

/** Stores what engines searched for. Run it in a transaction that holds the brand's lock. */
async function insertSearches(db: Database, brandId: number, searched: readonly Searched[]): Promise<void> {
  const queries = foldedQueriesOf(searched);
  const firstId = await takeIds(db, brandId, queries.length);
  const numbers = await numbersOf(db, brandId, { queries }, firstId);
  await insertAll(db, 'search_queries', numbers.newQueries);
  await insertAll(db, 'searches', searchRows(brandId, searched, numbers.queries));
}

/** The queries that are stored, folded; blank ones are skipped. */
export function foldedQueriesOf(searched: readonly Searched[]): string[] {
  return [...new Set(searched.flatMap((each) => queriesOf(each).map(foldedQuery)))];
}

function queriesOf({ queries }: Searched): string[] {
  return queries.filter((query) => query.trim());
}

/** The rows of what engines searched for, given the numbers of folded queries. */
export function searchRows(
  brandId: number,
  searched: readonly Searched[],
  ids: ReadonlyMap<string, number>,
): BatchRow<'searches'>[] {
  return searched.flatMap((each) => rowsOf(brandId, each, ids));
}

function rowsOf(brandId: number, each: Searched, ids: ReadonlyMap<string, number>): BatchRow<'searches'>[] {
  const seen = new Set<number>();
  return queriesOf(each).map((query, index) => {
    const queryId = ids.get(foldedQuery(query)) ?? 0;
    const isFirst = !seen.has(queryId);
    seen.add(queryId);
    return {
      ...{ brand_id: brandId, answer_id: each.answerId, position: index + 1 },
      ...{ query, query_id: queryId, collected_at: each.collectedAt, first_of_query: Number(isFirst) },
    };
  });
}

/** The number of a query, however it is capitalized; null if no engine searched for it. */
export async function findQueryId(db: Database, brandId: number, query: string): Promise<number | null> {
  const row = await db
    .selectFrom('search_queries')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('folded', '=', foldedQuery(query))
    .executeTakeFirst();
  return row?.id ?? null;
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
 * Stores what an engine searched for with an existing answer. Run it in a transaction that
 * holds the brand's lock.
 *
 * @returns false if another process has stored it in the meantime
 */
export async function storeLateSearches(
  db: Database,
  brandId: number,
  { id, collectedAt }: UnsearchedAnswer,
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
  await insertSearches(db, brandId, [{ answerId: id, collectedAt, queries: searches }]);
  await markChanged(db, brandId, [id]);
  return true;
}
