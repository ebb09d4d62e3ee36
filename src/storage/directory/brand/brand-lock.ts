import type { Database } from '../../driver/database.ts';
import { inTransaction } from '../../driver/in-transaction.ts';
import { statement } from '../../driver/statement.ts';

/**
 * A brand's lock and version: every transaction that writes a brand's rows first changes its `brand_state` row. That
 * assigns ids, serializes writers, and raises the version: equal versions mean equal data.
 */

/** For a new brand. */
export async function insertBrandState(db: Database, brandId: number): Promise<void> {
  await db.insertInto('brand_state').values({ brand_id: brandId, last_id: 0, version: 0 }).execute();
}

/**
 * Reserves `count` ids and returns the first. The row stays locked until the transaction ends, so a brand's writers
 * follow each other and cannot deadlock.
 */
export async function takeIds(db: Database, brandId: number, count: number): Promise<number> {
  return (await lockBrandForIds(db, brandId, count)).firstId;
}

/** Returns the last ids that this transaction reserved, if unused. */
export async function giveBackIds(db: Database, brandId: number, count: number): Promise<void> {
  await raise(db, brandId, -count);
}

/** A brand's lock within a transaction. */
export interface LockedBrand {
  readonly brandId: number;
  /** The first reserved id. */
  readonly firstId: number;
  /** The version that this transaction creates. */
  readonly version: number;
}

/** Like `takeIds`, and returns the version. */
export async function lockBrandForIds(db: Database, brandId: number, count: number): Promise<LockedBrand> {
  const head = await raise(db, brandId, count);
  if (head === undefined) throw new Error(`brand ${brandId} has no head`);
  return takenOf(brandId, count, head);
}

function takenOf(
  brandId: number,
  count: number,
  head: { readonly last_id: number; readonly version: number },
): LockedBrand {
  return { brandId, firstId: head.last_id - count + 1, version: head.version };
}

/** Makes the caller's transaction wait for the brand's other writers. */
export async function lockBrand(db: Database, brandId: number): Promise<void> {
  await raise(db, brandId, 0);
}

/** Like `lockBrand`. @returns whether the brand is live, which cannot change until the transaction ends */
export async function lockLiveBrand(db: Database, brandId: number): Promise<boolean> {
  await lockBrand(db, brandId);
  // After the lock, because deleting a brand takes it too.
  return (await selectLive(db, { brandId })).length > 0;
}

/**
 * Like `lockBrandForIds`; null if the brand is deleted or purged. A live brand stays live until the transaction ends.
 */
export async function lockLiveBrandForIds(
  db: Database,
  brandId: number,
  count: number,
): Promise<LockedBrand | null> {
  const head = await raise(db, brandId, count);
  const isLive = head !== undefined && (await selectLive(db, { brandId })).length > 0;
  return isLive ? takenOf(brandId, count, head) : null;
}

const selectLive = statement('live brand', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('brands').select('id').where('id', '=', brandId).where('deleted_at', 'is', null),
);

/**
 * Locks the brand and writes, in the caller's transaction or a new one. Every function that writes a brand's tables
 * reserves ids, calls this, or documents that its caller holds the lock.
 */
export async function withBrandLock<Result>(
  db: Database,
  brandId: number,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(db, async (transaction) => {
    await lockBrand(transaction, brandId);
    return await write(transaction);
  });
}

/** Locks all brands in an organization, for settings that they share. */
export async function lockBrandsOf(db: Database, organizationId: number): Promise<void> {
  const brands = await db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  for (const { id } of brands) await lockBrand(db, id);
}

interface BrandState {
  readonly version: number;
}

/** The version in a snapshot. */
export async function brandStateOf(db: Database, brandId: number): Promise<BrandState> {
  const [head] = await selectHead(db, { brandId });
  return { version: head?.version ?? 0 };
}

const selectHead = statement('head of a brand', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('brand_state').select('version').where('brand_id', '=', brandId),
);

async function raise(db: Database, brandId: number, count: number) {
  // Otherwise readers would see the new version before its data.
  if (!db.isTransaction) throw new Error('a brand is written in a transaction');
  const [head] = await raiseVersion(db, { brandId, count });
  return head;
}

const raiseVersion = statement(
  'raise the version of a brand',
  (db: Database, { brandId, count }: { brandId: number; count: number }) =>
    db
      .updateTable('brand_state')
      .set((eb) => ({ last_id: eb('last_id', '+', count), version: eb('version', '+', 1) }))
      .where('brand_id', '=', brandId)
      .returning(['last_id', 'version']),
);
