import { takeIds } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { markChanged } from '../panel/changes.ts';
import type { BatchRow } from './batch.ts';
import { resolveReferenceIds } from './reference-ids.ts';

/** An answer's searches, and the answer's columns that their rows repeat. */
export interface AnswerSearches {
  readonly answerId: number;
  readonly collectedAt: number;
  /** As the engine wrote them, in order. */
  readonly queries: readonly string[];
}

/** Run it in a transaction with the brand's lock. */
async function insertSearches(
  db: Database,
  brandId: number,
  searched: readonly AnswerSearches[],
): Promise<void> {
  const queries = foldedQueriesOf(searched);
  const firstId = await takeIds(db, brandId, queries.length);
  const numbers = await resolveReferenceIds(db, brandId, { queries }, firstId);
  await insertAll(db, 'search_queries', numbers.newQueries);
  await insertAll(db, 'searches', searchRows(brandId, searched, numbers.queries));
}

/** The folded queries; skips blank ones. */
export function foldedQueriesOf(searched: readonly AnswerSearches[]): string[] {
  return [...new Set(searched.flatMap((each) => queriesOf(each).map(foldedQuery)))];
}

function queriesOf({ queries }: AnswerSearches): string[] {
  return queries.filter((query) => query.trim());
}

/** Search rows, given query ids by folded query. */
export function searchRows(
  brandId: number,
  searched: readonly AnswerSearches[],
  ids: ReadonlyMap<string, number>,
): BatchRow<'searches'>[] {
  return searched.flatMap((each) => rowsOf(brandId, each, ids));
}

function rowsOf(
  brandId: number,
  each: AnswerSearches,
  ids: ReadonlyMap<string, number>,
): BatchRow<'searches'>[] {
  const seen = new Set<number>();
  return queriesOf(each).map((query, index) => {
    const queryId = ids.get(foldedQuery(query)) ?? 0;
    const isFirst = !seen.has(queryId);
    seen.add(queryId);
    return {
      brand_id: brandId,
      answer_id: each.answerId,
      position: index + 1,
      query,
      query_id: queryId,
      collected_at: each.collectedAt,
      first_of_query: Number(isFirst),
    };
  });
}

/** A query's id, ignoring case; null if no engine searched for it. */
export async function findQueryId(db: Database, brandId: number, query: string): Promise<number | null> {
  const row = await db
    .selectFrom('search_queries')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('folded', '=', foldedQuery(query))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An answer collected by a job, which may have stored replies. */
export interface AnswerOfJob {
  readonly id: number;
  readonly jobId: number;
  readonly attempt: number;
  readonly engine: string;
  readonly collectedAt: number;
}

/**
 * Job answers with unknown searches or cards, oldest first, after an id.
 *
 * @param engines only these
 */
export async function listUnknown(
  db: Database,
  brandId: number,
  known: 'searches_known' | 'cards_known',
  {
    after,
    limit,
    engines,
  }: { readonly after: number; readonly limit: number; readonly engines?: readonly string[] },
): Promise<AnswerOfJob[]> {
  if (engines?.length === 0) return [];
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
    .where(`a.${known}`, '=', 0)
    .$if(engines !== undefined, (select) => select.where('a.engine', 'in', engines ?? []))
    .where('a.id', '>', after)
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

/**
 * Stores an existing answer's searches. Run it in a transaction with the brand's lock.
 *
 * @returns false if another process stored them first
 */
export async function storeLateSearches(
  db: Database,
  brandId: number,
  { id, collectedAt }: Pick<AnswerOfJob, 'id' | 'collectedAt'>,
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

/** Longer queries compare by their beginning, so that an index can hold them. */
const MOST_COMPARED = 300;

/** An engine's search query in comparable form: trimmed, in lower case, composed. */
function foldedQuery(query: string): string {
  return [...query.normalize('NFC').trim().toLowerCase()].slice(0, MOST_COMPARED).join('');
}
