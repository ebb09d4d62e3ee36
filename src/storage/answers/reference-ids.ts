import { sql } from 'kysely';
import { pageAddressOf } from '../../domain/web/page.ts';
import { promptDigest } from '../directory/brand/prompts.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import type { BatchRow } from './batch.ts';

export interface CitedPage {
  readonly url: string;
  readonly title: string | null;
}

/** Rows that answers refer to by id: prompts by text, pages by digest, and folded queries. */
interface ReferredTo {
  readonly prompts?: readonly string[];
  readonly pages?: ReadonlyMap<string, CitedPage>;
  readonly queries?: readonly string[];
}

export interface ReferenceIds {
  /** Existing ones. */
  readonly prompts: ReadonlyMap<string, number>;
  readonly pages: ReadonlyMap<string, number>;
  readonly queries: ReadonlyMap<string, number>;
  /** New rows, to insert before the rows that refer to them. */
  readonly newPages: readonly BatchRow<'cited_pages'>[];
  readonly newQueries: readonly BatchRow<'search_queries'>[];
}

/**
 * Resolves ids, and assigns them to new pages and queries. A page without a title takes the first one given. Run it
 * in a transaction with the brand's lock.
 *
 * @param firstId the first reserved id, with one per page and query
 */
export async function resolveReferenceIds(
  db: Database,
  brandId: number,
  { prompts = [], pages = new Map(), queries = [] }: ReferredTo,
  firstId: number,
): Promise<ReferenceIds> {
  const rows = await selectKnown(db, {
    brandId,
    prompts: JSON.stringify(prompts.map(promptDigest)),
    pages: JSON.stringify([...pages.keys()]),
    queries: JSON.stringify(queries),
  });
  const known = Map.groupBy(rows, ({ kind }) => kind);
  await entitle(db, brandId, known.get('page') ?? [], pages);
  const pageIds = idsByKey(known.get('page'));
  const queryIds = idsByKey(known.get('query'));
  const freshPages = [...pages].filter(([digest]) => !pageIds.has(digest));
  const freshQueries = queries.filter((folded) => !queryIds.has(folded));
  let id = firstId;
  const newPages = freshPages.map(([digest, { url, title }]) => {
    return { brand_id: brandId, id: id++, digest, url: pageAddressOf(url), title };
  });
  const newQueries = freshQueries.map((folded) => ({ brand_id: brandId, id: id++, folded }));
  for (const row of newPages) pageIds.set(row.digest, row.id);
  for (const row of newQueries) queryIds.set(row.folded, row.id);
  const prompted = idsByKey(known.get('prompt'));
  return { prompts: prompted, pages: pageIds, queries: queryIds, newPages, newQueries };
}

interface Known {
  readonly kind: 'prompt' | 'page' | 'query';
  readonly key: string;
  readonly id: number;
  readonly title: string | null;
}

type KnownBy = Readonly<Record<'prompts' | 'pages' | 'queries', string>> & { readonly brandId: number };

const selectKnown = statement<Tables, KnownBy, Known>(
  'known to a brand',
  (db, { brandId, prompts, pages, queries }) => {
    const { jsonTexts, joinInOrder } = capabilitiesOf(db);
    // One by one: for a list, PostgreSQL might walk the primary key through all of the brand's rows.
    const known = (table: string, column: string) =>
      joinInOrder(table, 'k', sql`k.brand_id = ${brandId} and ${sql.ref(`k.${column}`)} = given.value`);
    return sql<Known>`
      select 'page' as kind, k.digest as key, k.id, k.title
        from ${jsonTexts(pages, 'given')} ${known('cited_pages', 'digest')}
      union all select 'query', k.folded, k.id, null
        from ${jsonTexts(queries, 'given')} ${known('search_queries', 'folded')}
      union all select 'prompt', k.text, k.id, null
        from ${jsonTexts(prompts, 'given')} ${known('prompts', 'digest')}`;
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
