import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** The secret address that takes a brand's log, by its hash, and the sealed secret of its batches. */

export interface DrainRow {
  readonly brandId: number;
  readonly publicId: string;
  readonly organizationId: number;
  readonly sealed: string | null;
}

const selectDrain = statement('drain by its address', (db: Database, { address }: { address: string }) =>
  db
    .selectFrom('brands')
    .select(['id as brandId', 'public_id as publicId', 'organization_id as organizationId'])
    .select('drain_secret as sealed')
    .where('drain_address', '=', address)
    .where('deleted_at', 'is', null),
);

/** The live brand of an address. @param address the hash */
export async function findDrain(db: Database, address: string): Promise<DrainRow | null> {
  const [row] = await selectDrain(db, { address });
  return row ?? null;
}

export async function hasDrain(db: Database, brandId: number): Promise<boolean> {
  const row = await db
    .selectFrom('brands')
    .select('id')
    .where('id', '=', brandId)
    .where('drain_address', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces or removes a brand's address and secret, in a transaction with the brand's lock. */
export async function saveDrain(
  db: Database,
  brandId: number,
  drain: { readonly address: string; readonly sealed: string } | null,
): Promise<void> {
  await db
    .updateTable('brands')
    .set({ drain_address: drain?.address ?? null, drain_secret: drain?.sealed ?? null })
    .where('id', '=', brandId)
    .execute();
}
