import { type RawBuilder, sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** Texts and URLs for the panel's numbers, looked up by id. */

/** `ids` is a JSON list of texts. */
type Given = { readonly brandId: number; readonly ids: string };

export interface CitedPage {
  readonly url: string;
  readonly title: string | null;
}

interface CountedPage {
  readonly pageId: number;
  readonly answers: number;
}

/** The first `limit` pages: most cited first, then by URL. */
export async function listMostCited<Count extends CountedPage>(
  db: Database,
  brandId: number,
  counts: readonly Count[],
  limit: number,
): Promise<(Count & CitedPage)[]> {
  const [listed = []] = await listMostCitedOf(db, brandId, [counts], limit);
  return listed;
}

/** Like `listMostCited`, for several lists. */
export async function listMostCitedOf<Count extends CountedPage>(
  db: Database,
  brandId: number,
  lists: readonly (readonly Count[])[],
  limit: number,
): Promise<(Count & CitedPage)[][]> {
  const ids = lists.flatMap((counts) => counts.map(({ pageId }) => pageId));
  const pages = await selectPages(db, { brandId, ids: textsOf(ids) });
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
  (db, given) => sql<CitedPage & { readonly id: number }>`
    select p.id, p.url, p.title from ${lookedUp(db, given, 'cited_pages', 'p')} order by p.url`,
);

/** When an answer first cited each page, by digest; omits pages that none cites. @param digests as from `pageDigestOf` */
export async function firstCitations(
  db: Database,
  brandId: number,
  digests: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await selectFirstCitations(db, { brandId, ids: JSON.stringify(digests) });
  return new Map(found.map(({ digest, at }) => [digest, at]));
}

const selectFirstCitations = statement<Tables, Given, { readonly digest: string; readonly at: number }>(
  'first citations of pages',
  (db, { brandId, ids }) => {
    const { jsonTexts, joinInOrder } = capabilitiesOf(db);
    const page = sql`p.brand_id = ${brandId} and p.digest = given.value`;
    const citation = sql`c.brand_id = ${brandId} and c.page_id = p.id`;
    return sql<{ readonly digest: string; readonly at: number }>`
      select p.digest, min(c.collected_at) as at
      from ${jsonTexts(ids, 'given')} ${joinInOrder('cited_pages', 'p', page)} ${joinInOrder('citations', 'c', citation)}
      group by p.digest`;
  },
);

/** Whether an answer cites a page of the site. */
export async function isSiteCited(db: Database, brandId: number, site: string): Promise<boolean> {
  const citation = db.selectFrom('citations').select('answer_id').where('brand_id', '=', brandId);
  const of = citation.where('site', '=', site).where('first_of_site', '=', 1);
  return (await of.limit(1).executeTakeFirst()) !== undefined;
}

/** The first `limit` searches: most answers first, then by query and engine. */
export async function listMostSearched<
  Count extends { readonly queryId: number; readonly engine: string; readonly answers: number },
>(db: Database, brandId: number, counts: readonly Count[], limit: number): Promise<Count[]> {
  const queries = await selectQueries(db, { brandId, ids: textsOf(counts.map(({ queryId }) => queryId)) });
  const places = new Map(queries.map(({ id }, place) => [id, place]));
  const placeOf = ({ queryId }: Count) => places.get(queryId) ?? 0;
  return counts
    .toSorted((a, b) => b.answers - a.answers || placeOf(a) - placeOf(b) || (a.engine < b.engine ? -1 : 1))
    .slice(0, limit);
}

const selectQueries = statement<Tables, Given, { id: number }>(
  'queries by number',
  (db, given) => sql<{ id: number }>`
    select q.id from ${lookedUp(db, given, 'search_queries', 'q')} order by q.folded`,
);

interface WrittenQuery {
  readonly answerId: number;
  readonly queryId: number;
  readonly query: string;
}

/** Searches in some answers, each query in its first spelling. */
export async function listWrittenQueries(
  db: Database,
  brandId: number,
  answerIds: readonly number[],
): Promise<WrittenQuery[]> {
  return await selectWritten(db, { brandId, ids: textsOf(answerIds) });
}

const selectWritten = statement<Tables, Given, WrittenQuery>('queries as written', (db, { brandId, ids }) => {
  const { jsonTexts, joinInOrder } = capabilitiesOf(db);
  const search = sql`s.brand_id = ${brandId} and s.answer_id = cast(given.value as integer) and s.first_of_query = 1`;
  return sql<WrittenQuery>`
      select s.answer_id as "answerId", s.query_id as "queryId", s.query
      from ${jsonTexts(ids, 'given')} ${joinInOrder('searches', 's', search)}`;
});

export interface AskedPrompt {
  readonly id: number;
  readonly digest: string;
  readonly text: string;
}

export async function listAskedPrompts(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<AskedPrompt[]> {
  return await selectPrompts(db, { brandId, ids: textsOf(ids) });
}

const selectPrompts = statement<Tables, Given, AskedPrompt>(
  'prompts by number',
  (db, given) => sql<AskedPrompt>`
    select p.id, p.digest, p.text from ${lookedUp(db, given, 'prompts', 'p')}`,
);

/** Public ids, by answer id. */
export async function listPublicIds(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await selectPublicIds(db, { brandId, ids: textsOf(ids) });
  return new Map(rows.map(({ id, publicId }) => [id, publicId]));
}

const selectPublicIds = statement<Tables, Given, { id: number; publicId: string }>(
  'public ids of answers by number',
  (db, given) => sql<{ id: number; publicId: string }>`
    select a.id, a.public_id as "publicId" from ${lookedUp(db, given, 'answers', 'a')}`,
);

export interface AnswerText {
  readonly id: number;
  readonly text: string;
}

/** Answer texts; omits empty answers. */
export async function listAnswerTexts(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<AnswerText[]> {
  return await selectTexts(db, { brandId, ids: textsOf(ids) });
}

const selectTexts = statement<Tables, Given, AnswerText>(
  'texts of answers by number',
  (db, given) => sql<AnswerText>`
    select a.id, a.text from ${lookedUp(db, given, 'answers', 'a')} where a.text is not null`,
);

function textsOf(ids: readonly number[]): string {
  return JSON.stringify([...new Set(ids)].map(String));
}

/** A table's rows with these ids, for `from`. */
function lookedUp(db: Database, { brandId, ids }: Given, table: string, alias: string): RawBuilder<unknown> {
  const { jsonTexts, joinInOrder } = capabilitiesOf(db);
  const row = sql`${sql.ref(`${alias}.brand_id`)} = ${brandId} and ${sql.ref(`${alias}.id`)} = cast(given.value as integer)`;
  return sql`${jsonTexts(ids, 'given')} ${joinInOrder(table, alias, row)}`;
}
