import { type RawBuilder, sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** What people read of what the panel has numbers for, looked up number by number. */

/** The ids are a JSON list of texts. */
type Given = { readonly brandId: number; readonly ids: string };

export interface CitedPage {
  readonly url: string;
  readonly title: string | null;
}

interface CountedPage {
  readonly pageId: number;
  readonly answers: number;
}

/** The first `limit` of these pages with what people read of them: the most cited first, then by URL. */
export async function listMostCited<Count extends CountedPage>(
  db: Database,
  brandId: number,
  counts: readonly Count[],
  limit: number,
): Promise<(Count & CitedPage)[]> {
  const [listed = []] = await listMostCitedOf(db, brandId, [counts], limit);
  return listed;
}

/** The same of several lists. */
export async function listMostCitedOf<Count extends CountedPage>(
  db: Database,
  brandId: number,
  lists: readonly (readonly Count[])[],
  limit: number,
): Promise<(Count & CitedPage)[][]> {
  const ids = lists.flatMap((counts) => counts.map(({ pageId }) => String(pageId)));
  const pages = ids.length === 0 ? [] : await selectPages(db, { brandId, ids: JSON.stringify(ids) });
  const byId = new Map(pages.map((page, place) => [page.id, { ...page, place }]));
  return lists.map((counts) =>
    counts
      .flatMap((count) => {
        const page = byId.get(count.pageId);
        return page ? [{ count, page }] : [];
      })
      .sort((a, b) => b.count.answers - a.count.answers || a.page.place - b.page.place)
      .slice(0, limit)
      .map(({ count, page: { url, title } }) => ({ ...count, url, title })),
  );
}

const selectPages = statement<Tables, Given, CitedPage & { readonly id: number }>(
  'cited pages by number',
  ['brandId', 'ids'],
  (db, given) => sql<CitedPage & { readonly id: number }>`
    select p.id, p.url, p.title from ${lookedUp(db, given, 'cited_pages', 'p')} order by p.url`,
);

/** The rows of a table with these ids, for `from`. */
function lookedUp(db: Database, { brandId, ids }: Given, table: string, alias: string): RawBuilder<unknown> {
  const { jsonTexts, joinInOrder } = capabilitiesOf(db);
  const row = sql`${sql.ref(`${alias}.brand_id`)} = ${brandId} and ${sql.ref(`${alias}.id`)} = cast(given.value as integer)`;
  return sql`${jsonTexts(ids, 'given')} ${joinInOrder(table, alias, row)}`;
}
