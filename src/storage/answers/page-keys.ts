import { pageDigestOf } from '../../domain/web/page.ts';
import { withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { markChanged } from '../panel/changes.ts';

/** Rows per statement, so memory stays flat. */
const AT_ONCE = 1000;

/**
 * Gives pages that an older version stored their present keys: pages with the same key become one, and an answer cites
 * it once. Reads all of the brand's pages. A transaction per page, so it continues after an interruption.
 */
export async function renewPageKeys(db: Database, brandId: number): Promise<void> {
  for (let after = 0; ; ) {
    const pages = await db
      .selectFrom('cited_pages')
      .select(['id', 'digest', 'url'])
      .where('brand_id', '=', brandId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { digest: before, url } of pages) {
      const digest = pageDigestOf(url);
      if (digest === before) continue;
      await withBrandLock(db, brandId, (transaction) => renew(transaction, brandId, before, digest));
    }
    if (pages.length < AT_ONCE) return;
    after = pages.at(-1)?.id ?? after;
  }
}

/** Of the page and one that already has the new digest, the first stays. */
async function renew(db: Database, brandId: number, before: string, digest: string): Promise<void> {
  const [kept, other] = await db
    .selectFrom('cited_pages')
    .select(['id', 'title'])
    .where('brand_id', '=', brandId)
    .where('digest', 'in', [before, digest])
    .orderBy('id')
    .execute();
  if (kept === undefined) return;
  const answers = other === undefined ? [] : await citeInstead(db, brandId, kept.id, other.id);
  if (other !== undefined) {
    await db.deleteFrom('cited_pages').where('brand_id', '=', brandId).where('id', '=', other.id).execute();
  }
  await db
    .updateTable('cited_pages')
    .set({ digest, title: kept.title ?? other?.title ?? null })
    .where('brand_id', '=', brandId)
    .where('id', '=', kept.id)
    .execute();
  for (let at = 0; at < answers.length; at += AT_ONCE) {
    await markChanged(db, brandId, answers.slice(at, at + AT_ONCE));
  }
}

/** Cites a page instead of another, in each answer only at its first position. @returns the changed answers */
async function citeInstead(db: Database, brandId: number, page: number, other: number): Promise<number[]> {
  const cited = await db
    .selectFrom('citations')
    .select(['answer_id', 'position', 'page_id'])
    .where('brand_id', '=', brandId)
    .where('page_id', 'in', [page, other])
    .orderBy('answer_id')
    .orderBy('position')
    .execute();
  const repeated = cited.filter((row, index) => cited[index - 1]?.answer_id === row.answer_id);
  for (const { answer_id: answer, position } of repeated) {
    await db
      .deleteFrom('citations')
      .where('brand_id', '=', brandId)
      .where('answer_id', '=', answer)
      .where('position', '=', position)
      .execute();
  }
  await db
    .updateTable('citations')
    .set({ page_id: page })
    .where('brand_id', '=', brandId)
    .where('page_id', '=', other)
    .execute();
  return cited.filter((row) => row.page_id === other).map((row) => row.answer_id);
}
