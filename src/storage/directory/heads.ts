import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/**
 * The head of a brand: the row that every transaction which writes something of it changes first. That numbers what the brand
 * owns, makes its writers follow each other, and raises its version: who sees the same version sees the same data. It also says how
 * far the brand's days are sealed.
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
  return (await takeHead(db, brandId, count)).firstId;
}

/** Gives back the last of the ids that this transaction took, while nothing has them. */
export async function giveBackIds(db: Database, brandId: number, count: number): Promise<void> {
  await raise(db, brandId, -count);
}

/** A brand's head in a transaction that holds the brand's lock. */
export interface TakenHead {
  readonly brandId: number;
  /** The first of the ids that were taken. */
  readonly firstId: number;
  /** The version that this transaction makes. */
  readonly version: number;
}

/** The same with the rest of the head. */
export async function takeHead(db: Database, brandId: number, count: number): Promise<TakenHead> {
  const head = await raise(db, brandId, count);
  if (head === undefined) throw new Error(`brand ${brandId} has no head`);
  return takenOf(brandId, count, head);
}

function takenOf(
  brandId: number,
  count: number,
  head: { readonly last_id: number; readonly version: number },
): TakenHead {
  return { brandId, firstId: head.last_id - count + 1, version: head.version };
}

/** Puts the caller's transaction into the row of the brand's writers, as takeIds does. */
export async function lockBrand(db: Database, brandId: number): Promise<void> {
  await raise(db, brandId, 0);
}

/** The same. Returns whether the brand is live; it stays so until the transaction ends. */
export async function lockLiveBrand(db: Database, brandId: number): Promise<boolean> {
  await lockBrand(db, brandId);
  // Only now: who deletes a brand holds its lock.
  return (await selectLive(db, { brandId })).length > 0;
}

/**
 * Takes ids as takeHead does; null if the brand is not live, or all that it had has been removed. If it is live, it stays so until the
 * transaction ends.
 */
export async function takeLiveHead(db: Database, brandId: number, count: number): Promise<TakenHead | null> {
  const head = await raise(db, brandId, count);
  const isLive = head !== undefined && (await selectLive(db, { brandId })).length > 0;
  return isLive ? takenOf(brandId, count, head) : null;
}

const selectLive = statement('live brand', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('brands').select('id').where('id', '=', brandId).where('deleted_at', 'is', null),
);

/**
 * Writes something of a brand as its other writers do, in the caller's transaction or in one of its own. Every function that
 * writes a table of brands takes ids, or goes through this, or says that its caller holds the lock.
 */
export async function writing<Result>(
  db: Database,
  brandId: number,
  write: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  if (!db.isTransaction) {
    return await db.transaction().execute((transaction) => writing(transaction, brandId, write));
  }
  await lockBrand(db, brandId);
  return await write(db);
}

/** The same for what all brands of an organization share. */
export async function lockBrandsOf(db: Database, organizationId: number): Promise<void> {
  const brands = await db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  for (const { id } of brands) await lockBrand(db, id);
}

/** What a brand's head says of what reports read. */
interface Head {
  readonly version: number;
}

/** The head that a snapshot sees. */
export async function headOf(db: Database, brandId: number): Promise<Head> {
  const [head] = await selectHead(db, { brandId });
  return { version: head?.version ?? 0 };
}

const selectHead = statement('head of a brand', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('brand_heads').select('version').where('brand_id', '=', brandId),
);

async function raise(db: Database, brandId: number, count: number) {
  // Otherwise the new version would be seen before what it is the version of.
  if (!db.isTransaction) throw new Error('a brand is written in a transaction');
  const [head] = await raiseVersion(db, { brandId, count });
  return head;
}

const raiseVersion = statement(
  'raise the version of a brand',
  (db: Database, { brandId, count }: { brandId: number; count: number }) =>
    db
      .updateTable('brand_heads')
      .set((eb) => ({ last_id: eb('last_id', '+', count), version: eb('version', '+', 1) }))
      .where('brand_id', '=', brandId)
      .returning(['last_id', 'version']),
);
