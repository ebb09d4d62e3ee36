import { OPERATOR } from '../../domain/audit.ts';
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
import { auditBrand } from './audit-changes.ts';
import { brandIdOf } from './find-brand.ts';

/** Who deletes or restores a brand. */
export interface BrandDeed {
  /** For the audit log. */
  readonly actor: string;
  /**
   * Whose brands it may be; null for those of all. A brand of others is refused exactly like one that does not exist.
   */
  readonly organizationId: number | null;
}

const BY_OPERATOR: BrandDeed = { actor: OPERATOR, organizationId: null };

function isOf(organizationId: number | null, brand: { readonly organizationId: number }): boolean {
  return organizationId === null || organizationId === brand.organizationId;
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
 * Deletes a brand: no key can read it, and nothing is collected for it. All of it stays in the store until it is purged
 * (pipeline/prune/purge-brand.ts), and its id is never reused.
 *
 * @returns until when it can be restored, in UTC milliseconds
 * @throws SightlineError `not_found`
 */
export async function removeBrand(
  db: Database,
  publicId: string,
  now: number,
  { actor, organizationId }: BrandDeed = BY_OPERATOR,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const brand = await findBrandByPublicId(transaction, publicId);
    const found = brand && isOf(organizationId, brand) && (await deleteBrand(transaction, publicId, now));
    if (!found) throw noBrand(publicId);
    await auditBrand(transaction, { at: now, actor }, 'brand.delete', publicId);
    return restorableUntil(now);
  });
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
  { actor, organizationId }: BrandDeed = BY_OPERATOR,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const brand = await findBrandByPublicId(transaction, publicId);
    const deletedAt = brand?.deletedAt ?? null;
    if (!brand || deletedAt === null || !isOf(organizationId, brand)) {
      const deleted = await listDeletedBrands(transaction, organizationId);
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
    if (!(await restoreBrand(transaction, brand.id))) {
      throw new SightlineError('conflict', `The data of the brand ${publicId} has been removed.`);
    }
    await auditBrand(transaction, { at: now, actor }, 'brand.restore', publicId);
  });
}

/** A deleted brand that can still be restored. */
export interface RestorableBrand extends NamedBrand {
  /** UTC milliseconds. */
  readonly restorableUntil: number;
}

/** The brands that can still be restored, those last deleted first. */
export async function restorableBrands(
  db: Database,
  organizationId: number | null,
  now: number,
): Promise<RestorableBrand[]> {
  const deleted = await listDeletedBrands(db, organizationId);
  return deleted
    .map(({ publicId, name, deletedAt }) => ({ publicId, name, restorableUntil: restorableUntil(deletedAt) }))
    .filter((brand) => now <= brand.restorableUntil);
}

function noBrand(publicId: string): SightlineError {
  return new SightlineError('not_found', `There is no brand ${publicId}.`);
}
