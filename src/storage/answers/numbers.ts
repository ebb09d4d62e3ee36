import { sql } from 'kysely';
import { pageAddressOf } from '../../domain/page.ts';
import { takeIds } from '../directory/heads.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import type { BatchRow } from './batch.ts';

/** A page as it is stored first. */
export interface CitedPage {
  readonly url: string;
  readonly title: string | null;
}

/** What answers refer to by a number: pages by their digests, and folded queries. */
export interface ReferredTo {
  readonly pages: ReadonlyMap<string, CitedPage>;
  readonly queries: readonly string[];
}

export interface Numbers {
  readonly pages: ReadonlyMap<string, number>;
  readonly queries: ReadonlyMap<string, number>;
  /** The competitors that are tracked now. */
  readonly competitors: ReadonlySet<number>;
  /** What got its number just now, to be inserted before what refers to it. */
  readonly newPages: readonly BatchRow<'cited_pages'>[];
  readonly newQueries: readonly BatchRow<'search_queries'>[];
}

/**
 * The numbers of what answers refer to; what is new gets one. A page without a title takes the first that is given. Run it in
 * a transaction that holds the brand's lock.
 */
export async function numbersOf(
  db: Database,
  brandId: number,
  { pages, queries }: ReferredTo,
): Promise<Numbers> {
  const rows = await selectKnown(db, {
    ...{ brandId, pages: JSON.stringify([...pages.keys()]), queries: JSON.stringify(queries) },
  });
  const known = Map.groupBy(rows, ({ kind }) => kind);
  await entitle(db, brandId, known.get('page') ?? [], pages);
  const pageIds = idsByKey(known.get('page'));
  const queryIds = idsByKey(known.get('query'));
  const freshPages = [...pages].filter(([digest]) => !pageIds.has(digest));
  const freshQueries = queries.filter((folded) => !queryIds.has(folded));
  const fresh = freshPages.length + freshQueries.length;
  let id = fresh === 0 ? 0 : await takeIds(db, brandId, fresh);
  const newPages = freshPages.map(([digest, { url, title }]) => {
    return { brand_id: brandId, id: id++, digest, url: pageAddressOf(url), title };
  });
  const newQueries = freshQueries.map((folded) => ({ brand_id: brandId, id: id++, folded }));
  for (const row of newPages) pageIds.set(row.digest, row.id);
  for (const row of newQueries) queryIds.set(row.folded, row.id);
  const competitors = new Set((known.get('competitor') ?? []).map((row) => row.id));
  return { pages: pageIds, queries: queryIds, competitors, newPages, newQueries };
}

interface Known {
  readonly kind: 'page' | 'query' | 'competitor';
  readonly key: string;
  readonly id: number;
  /** Of a page. */
  readonly title: string | null;
}

const selectKnown = statement<Tables, { brandId: number; pages: string; queries: string }, Known>(
  'known to a brand',
  ['brandId', 'pages', 'queries'],
  (db, { brandId, pages, queries }) => {
    const { isAmong } = capabilitiesOf(db);
    return sql<Known>`
      select 'page' as kind, digest as key, id, title from cited_pages
        where brand_id = ${brandId} and ${isAmong('digest', pages)}
      union all select 'query', folded, id, null from search_queries
        where brand_id = ${brandId} and ${isAmong('folded', queries)}
      union all select 'competitor', name, id, null from tracked_brands
        where brand_id = ${brandId} and role = 'competitor' and retired_at is null`;
  },
);

function idsByKey(rows: readonly Known[] = []): Map<string, number> {
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function entitle(
  db: Database,
  brandId: number,
  known: readonly Known[],
  pages: ReadonlyMap<string, CitedPage>,
): Promise<void> {
  for (const { key, id, title: before } of known) {
    const title = pages.get(key)?.title ?? null;
    if (before !== null || title === null) continue;
    await db
      .updateTable('cited_pages')
      .set({ title })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
  }
}
