import type { Database } from '../driver/database.ts';

/**
 * The head of a brand: the row that every transaction which writes something of it changes first. That numbers what the brand
 * owns, makes its writers follow each other, and raises its version, so that who sees the same version sees the same data.
 */

/** Makes the head of a new brand. */
export async function insertHead(db: Database, brandId: number): Promise<void> {
  await db.insertInto('brand_heads').values({ brand_id: brandId, last_id: 0, version: 0 }).execute();
}

/**
 * Takes `count` ids for things the brand will own and returns the first. The row stays locked until the transaction
 * ends, so writers of one brand follow each other and cannot deadlock on its counts.
 */
export async function takeIds(db: Database, brandId: number, count: number): Promise<number> {
  const { last_id } = await raise(db, brandId, count).executeTakeFirstOrThrow();
  return last_id - count + 1;
}

/** Puts the caller's transaction into the row of the brand's writers, as takeIds does. */
export async function lockBrand(db: Database, brandId: number): Promise<void> {
  await raise(db, brandId, 0).execute();
}

/** The same. Returns whether the brand is live; it stays so until the transaction ends. */
export async function lockLiveBrand(db: Database, brandId: number): Promise<boolean> {
  await lockBrand(db, brandId);
  // Only now: who deletes a brand holds its lock.
  const row = await db
    .selectFrom('brands')
    .select('id')
    .where('id', '=', brandId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

function raise(db: Database, brandId: number, count: number) {
  return db
    .updateTable('brand_heads')
    .set((eb) => ({ last_id: eb('last_id', '+', count), version: eb('version', '+', 1) }))
    .where('brand_id', '=', brandId)
    .returning('last_id');
}
