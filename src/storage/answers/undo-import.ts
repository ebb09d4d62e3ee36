import { sql } from 'kysely';
import { pageAddressOf } from '../../domain/web/page.ts';
import { withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { deleteImport, type Import, importFrom, importsOf } from './imports.ts';
import { deleteAnswers } from './old-answers.ts';

/** Undoing an import in small steps, each a transaction; every step can be repeated. */

/** A step's most collections, jobs, or rows. */
const AT_ONCE = 200;
/** Looking whether anything refers to a question reads the brand's collections. */
const QUESTIONS_AT_ONCE = 10;

/** The oldest import that is being undone; null for none. */
export async function findUndoing(db: Database, brandId: number): Promise<Import | null> {
  const row = await importsOf(db, brandId)
    .where('state', '=', 'undoing')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? importFrom(row) : null;
}

/** Removes some of its collections with all that follows from them. @returns how many */
export async function undoCollections(
  db: Database,
  brandId: number,
  importId: number,
): Promise<{ readonly collections: number; readonly answers: number }> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const rows = await transaction
      .selectFrom('collections')
      .select(['id', 'outcome'])
      .where('brand_id', '=', brandId)
      .where('import_id', '=', importId)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return { collections: 0, answers: 0 };
    const ids = rows.map(({ id }) => id);
    const pages = await deleteAnswers(transaction, brandId, ids);
    await renamePages(transaction, brandId, importId, pages);
    const failed = rows.filter(({ outcome }) => outcome === 'error' || outcome === 'timeout').length;
    return { collections: rows.length, answers: rows.length - failed };
  });
}

/** Pages keep the address and title that their first citation gave: take back those that the import gave. */
async function renamePages(
  db: Database,
  brandId: number,
  importId: number,
  pages: readonly number[],
): Promise<void> {
  if (pages.length === 0) return;
  const { rows } = await sql<{ id: number; url: string }>`
    select p.id, (select c.url from citations c where c.brand_id = ${brandId} and c.page_id = p.id
      order by c.answer_id, c.position limit 1) as url
    from cited_pages p where p.brand_id = ${brandId} and p.id in (${sql.join(pages)})
      and (p.id > ${importId} or (p.title is not null and not exists (select 1 from citations c
        where c.brand_id = ${brandId} and c.page_id = p.id and c.answer_id < ${importId} and c.title is not null)))`.execute(
    db,
  );
  for (const { id, url } of rows) {
    await sql`update cited_pages set url = ${pageAddressOf(url)}, title = (select c.title from citations c
        where c.brand_id = ${brandId} and c.page_id = ${id} and c.title is not null
        order by c.answer_id, c.position limit 1)
      where brand_id = ${brandId} and id = ${id}`.execute(db);
  }
}

/** Removes some jobs by which models read answers that are gone, with their replies. @returns how many */
export async function undoReadingJobs(db: Database, brandId: number, importId: number): Promise<number> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      select j.id from jobs j where j.brand_id = ${brandId} and j.id > ${importId} and j.answer_id > 0 and j.lease = ''
        and not exists (select 1 from answers a where a.brand_id = ${brandId} and a.id = j.answer_id)
      order by j.id limit ${AT_ONCE}`.execute(transaction);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await transaction
      .deleteFrom('replies')
      .where('brand_id', '=', brandId)
      .where('job_id', 'in', ids)
      .execute();
    await transaction.deleteFrom('jobs').where('brand_id', '=', brandId).where('id', 'in', ids).execute();
    return ids.length;
  });
}

/**
 * Removes some questions that came with the import and nothing else uses.
 *
 * @returns the last one looked at; null if there are no more
 */
export async function undoQuestions(db: Database, brandId: number, after: number): Promise<number | null> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const found = await transaction
      .selectFrom('prompts as p')
      .select('p.id')
      .where('p.brand_id', '=', brandId)
      .where('p.id', '>', after)
      .where('p.source', '=', 'import')
      .where('p.active', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('answers as a')
              .select('a.id')
              .where('a.brand_id', '=', brandId)
              .whereRef('a.prompt_id', '=', 'p.id'),
          ),
        ),
      )
      .orderBy('p.id')
      .limit(QUESTIONS_AT_ONCE)
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return null;
    const used = new Set<number>();
    for (const table of ['collections', 'jobs'] as const) {
      const rows = await transaction
        .selectFrom(table)
        .select('prompt_id')
        .distinct()
        .where('brand_id', '=', brandId)
        .where('prompt_id', 'in', ids)
        .execute();
      for (const row of rows) used.add(row.prompt_id);
    }
    const unused = ids.filter((id) => !used.has(id));
    if (unused.length > 0)
      await transaction
        .deleteFrom('prompts')
        .where('brand_id', '=', brandId)
        .where('id', 'in', unused)
        .execute();
    return ids.at(-1) ?? null;
  });
}

/** Removes some rows of its file. @returns whether there may be more */
export async function undoRows(db: Database, brandId: number, importId: number): Promise<boolean> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const { rows } = await sql<{ row: number }>`
      select row from import_rows where brand_id = ${brandId} and import_id = ${importId}
      order by row limit 1 offset ${10 * AT_ONCE}`.execute(transaction);
    const [next] = rows;
    if (next === undefined) {
      await deleteImport(transaction, brandId, importId);
      return false;
    }
    await transaction
      .deleteFrom('import_rows')
      .where('brand_id', '=', brandId)
      .where('import_id', '=', importId)
      .where('row', '<', next.row)
      .execute();
    return true;
  });
}
