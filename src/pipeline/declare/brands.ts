import { type NamedBrand, there } from '../../domain/brand-choice.ts';
import { restorableUntil } from '../../domain/deletion.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/instant.ts';
import {
  countAnswers,
  deleteBrand,
  listDeletedBrands,
  restoreBrand,
} from '../../storage/directory/brands.ts';
import { findBrandByName, findBrandByPublicId } from '../../storage/directory/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import { brandIdOf } from './find-brand.ts';

/** Whose brands may be deleted and restored. A brand of others is refused exactly like one that does not exist. */
export interface Owner {
  /** Null for those of all organizations. */
  readonly organizationId: number | null;
}

const ANYONE: Owner = { organizationId: null };

function isOf(owner: Owner, brand: { readonly organizationId: number }): boolean {
  return owner.organizationId === null || owner.organizationId === brand.organizationId;
}

/** What an operator is asked about before it is deleted. */
export interface DeletableBrand {
  readonly id: string;
  readonly name: string;
  readonly answers: number;
}

/** The live brand that an operator means. @throws SightlineError as `brandIdOf` does */
export async function deletableBrand(db: Database, idOrName: string): Promise<DeletableBrand> {
  const id = await brandIdOf(db, idOrName);
  const brand = await findBrandByPublicId(db, id);
  if (!brand || brand.deletedAt !== null) throw noBrand(id);
  return { id, name: brand.name, answers: await countAnswers(db, brand.id) };
}

/**
 * Deletes a brand: no key can read it, and nothing is collected for it. All of it stays in the store, and its id
 * is never reused.
 *
 * @returns until when it can be restored, in UTC milliseconds
 * @throws SightlineError `not_found`
 */
export async function removeBrand(
  db: Database,
  publicId: string,
  now: number,
  owner: Owner = ANYONE,
): Promise<number> {
  const brand = await findBrandByPublicId(db, publicId);
  const found = brand && isOf(owner, brand) && (await deleteBrand(db, publicId, now));
  if (!found) throw noBrand(publicId);
  return restorableUntil(now);
}

/**
 * Restores a deleted brand, with everything that it had. Days on which it was deleted stay without answers.
 *
 * @throws SightlineError `not_found`, or `conflict` if it was deleted too long ago, or another brand has its name now
 */
export async function takeBrandBack(
  db: Database,
  publicId: string,
  now: number,
  owner: Owner = ANYONE,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const brand = await findBrandByPublicId(transaction, publicId);
    const deletedAt = brand?.deletedAt ?? null;
    if (!brand || deletedAt === null || !isOf(owner, brand)) {
      const deleted = await listDeletedBrands(transaction, owner.organizationId);
      throw new SightlineError('not_found', `There is no deleted brand ${publicId}; ${there(deleted)}.`);
    }
    const until = restorableUntil(deletedAt);
    if (now > until) {
      throw new SightlineError(
        'conflict',
        `The brand ${publicId} could only be restored until ${formatInstant(until)}.`,
      );
    }
    const other = await findBrandByName(transaction, brand.organizationId, brand.name);
    if (other) {
      throw new SightlineError(
        'conflict',
        `The brand ${other.publicId} is now named ${brand.name}; rename it before you restore ${publicId}.`,
      );
    }
    await restoreBrand(transaction, brand.id);
  });
}

/** A deleted brand that can still be restored. */
export interface RestorableBrand extends NamedBrand {
  /** UTC milliseconds. */
  readonly restorableUntil: number;
}

/** The brands that can still be restored, those last deleted first. */
export async function restorableBrands(db: Database, owner: Owner, now: number): Promise<RestorableBrand[]> {
  const deleted = await listDeletedBrands(db, owner.organizationId);
  return deleted
    .map(({ publicId, name, deletedAt }) => ({ publicId, name, restorableUntil: restorableUntil(deletedAt) }))
    .filter((brand) => now <= brand.restorableUntil);
}

function noBrand(publicId: string): SightlineError {
  return new SightlineError('not_found', `There is no brand ${publicId}.`);
}
