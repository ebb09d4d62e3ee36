import type { WatchedClaim } from '../../domain/alerts/watched-claim.ts';
import type { Database } from '../driver/database.ts';

/** A claim that somebody watches. */
export interface WatchedClaimRow {
  /** Public id. */
  readonly id: string;
  /** As written. */
  readonly text: string;
  readonly claim: WatchedClaim;
  /** The /claim parameters that select answers, as JSON. */
  readonly slice: string;
  readonly registeredAt: number;
  /** How answers were read then (extract/reading-key.ts). */
  readonly reading: string;
}

/** A new claim with its number within the brand. */
export interface NewWatchedClaim extends WatchedClaimRow {
  readonly internalId: number;
  readonly key: string;
}

/** Oldest first. */
export async function listWatchedClaims(db: Database, brandId: number): Promise<WatchedClaimRow[]> {
  const rows = await db
    .selectFrom('watched_claims')
    .select(['public_id as id', 'text', 'claim', 'slice', 'registered_at as registeredAt', 'reading'])
    .where('brand_id', '=', brandId)
    .orderBy('watched_claims.id')
    .execute();
  return rows.map((row) => ({ ...row, claim: JSON.parse(row.claim) as WatchedClaim }));
}

/**
 * Inserts a claim unless the brand already watches it. The caller holds the brand's lock.
 *
 * @returns whether it was new
 */
export async function insertWatchedClaim(
  db: Database,
  brandId: number,
  { internalId, id, key, text, claim, slice, registeredAt, reading }: NewWatchedClaim,
): Promise<boolean> {
  const row = await db
    .insertInto('watched_claims')
    .values({
      brand_id: brandId,
      id: internalId,
      public_id: id,
      key,
      text,
      slice,
      reading,
      claim: JSON.stringify(claim),
      registered_at: registeredAt,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes a claim. The caller holds the brand's lock.
 *
 * @returns its text; null if the brand has none with this public id
 */
export async function deleteWatchedClaim(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom('watched_claims')
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('text')
    .executeTakeFirst();
  return row?.text ?? null;
}

/**
 * Restarts claims registered under another reading. The caller holds the brand's lock.
 *
 * @returns their public ids
 */
export async function restartWatchedClaims(
  db: Database,
  brandId: number,
  { reading, at }: { readonly reading: string; readonly at: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('watched_claims')
    .set({ reading, registered_at: at })
    .where('brand_id', '=', brandId)
    .where('reading', '<>', reading)
    .returning('public_id as id')
    .execute();
  return rows.map(({ id }) => id).sort();
}
