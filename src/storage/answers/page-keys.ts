import { pageDigestOf } from '../../domain/web/page.ts';
import { withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { markChanged } from '../panel/changes.ts';

/** Answers per statement. */
const AT_ONCE = 1000;

/**
 * Gives pages that an older version stored their present keys: pages with the same key become one, and an answer cites
 * it once. Reads all of the brand's pages. A transaction per page, so it continues after an interruption.
 */
export async function renewPageKeys(db: Database, brandId: number): Promise<void> {
  const pages = await db
    .selectFrom('cited_pages')
    .select(['digest', 'url'])
    .where('brand_id', '=', brandId)
    .execute();
  const outdated = pages.filter(({ digest, url }) => digest !== pageDigestOf(url));
  for (const [digest, same] of Map.groupBy(outdated, ({ url }) => pageDigestOf(url))) {
    const digests = [digest, ...same.map((page) => page.digest)];
    await withBrandLock(db, brandId, (transaction) => uniteUnder(transaction, brandId, digest, digests));
  }
}

/** Makes the pages with these digests one page, the first, under one digest. */
async function uniteUnder(
  db: Database,
  brandId: number,
  digest: string,
  digests: readonly string[],
): Promise<void> {
  const [kept, ...others] = await db
    .selectFrom('cited_pages')
    .select(['id', 'title'])
    .where('brand_id', '=', brandId)
    .where('digest', 'in', digests)
    .orderBy('id')
    .execute();
  if (kept === undefined) return;
  const answers = await citeOnly(
    db,
    brandId,
    kept.id,
    others.map(({ id }) => id),
  );
  for (const { id } of others) {
    await db.deleteFrom('cited_pages').where('brand_id', '=', brandId).where('id', '=', id).execute();
  }
  const title = [kept, ...others].find((page) => page.title !== null)?.title ?? null;
  await db
    .updateTable('cited_pages')
    .set({ digest, title })
    .where('brand_id', '=', brandId)
    .where('id', '=', kept.id)
    .execute();
  for (let at = 0; at < answers.length; at += AT_ONCE) {
    await markChanged(db, brandId, answers.slice(at, at + AT_ONCE));
  }
}

/** Cites one page instead of the others, in each answer at its first position. @returns the changed answers */
async function citeOnly(
  db: Database,
  brandId: number,
  pageId: number,
  others: readonly number[],
): Promise<number[]> {
  if (others.length === 0) return [];
  const cited = await db
    .selectFrom('citations')
    .select(['answer_id', 'position', 'page_id'])
    .where('brand_id', '=', brandId)
    .where('page_id', 'in', [pageId, ...others])
    .orderBy('answer_id')
    .orderBy('position')
    .execute();
  const repeated = cited.filter(({ answer_id: answer }, index) => cited[index - 1]?.answer_id === answer);
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
    .set({ page_id: pageId })
    .where('brand_id', '=', brandId)
    .where('page_id', 'in', others)
    .execute();
  const changed = cited.filter(({ page_id: page }) => page !== pageId);
  return [...new Set(changed.map(({ answer_id: answer }) => answer))];
}
