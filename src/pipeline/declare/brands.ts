import { OPERATOR } from '../../domain/access/audit.ts';
import { restorableUntil } from '../../domain/access/deletion.ts';
import { type NamedBrand, there } from '../../domain/brand/brand-choice.ts';
import { PROSPECT_DAYS } from '../../domain/brand/prospect.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { findBrandByName, findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import {
  countAnswers,
  deleteBrand,
  listDeletedBrands,
  restoreBrand,
} from '../../storage/directory/brands.ts';
import { findProspectEnd, setProspectEnd } from '../../storage/directory/prospects.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { auditBrand } from './apply/audit-changes.ts';
import { brandIdOf } from './find-brand.ts';

export interface BrandActor {
  readonly actor: string;
  /** Limits the brands; null for all. Refuses others' brands exactly like unknown ones. */
  readonly organizationId: number | null;
}

const BY_OPERATOR: BrandActor = { actor: OPERATOR, organizationId: null };

function isOf(organizationId: number | null, brand: { readonly organizationId: number }): boolean {
  return organizationId === null || organizationId === brand.organizationId;
}

export interface DeletableBrand {
  readonly id: string;
  readonly name: string;
  readonly answers: number;
}

/** A live brand by id or name. @throws SightlineError as `brandIdOf` does */
export async function deletableBrand(db: Database, idOrName: string): Promise<DeletableBrand> {
  const id = await brandIdOf(db, idOrName);
  const brand = await findBrandByPublicId(db, id);
  if (!brand || brand.deletedAt !== null) throw noBrand(id);
  return { id, name: brand.name, answers: await countAnswers(db, brand.id) };
}

/**
 * Deletes a brand: keys cannot read it, and Sightline collects nothing for it. Its data stays until a purge
 * (pipeline/prune/purge-brand.ts), and its id stays reserved.
 *
 * @returns the deadline for restoring it, in UTC milliseconds
 * @throws SightlineError `not_found`
 */
export async function removeBrand(
  db: Database,
  publicId: string,
  now: number,
  { actor, organizationId }: BrandActor = BY_OPERATOR,
): Promise<number> {
  return await inTransaction(db, async (transaction) => {
    const brand = await findBrandByPublicId(transaction, publicId);
    const found = brand && isOf(organizationId, brand) && (await deleteBrand(transaction, publicId, now));
    if (!found) throw noBrand(publicId);
    await auditBrand(transaction, { at: now, actor }, 'brand.delete', publicId);
    return restorableUntil(now);
  });
}

/**
 * Restores a deleted brand with its data. The days in between have no answers. A prospect that ended meanwhile begins its
 * days anew.
 *
 * @throws SightlineError `not_found`, or `conflict` after the deadline, or if another brand took its name
 */
export async function undoBrandDeletion(
  db: Database,
  publicId: string,
  now: number,
  { actor, organizationId }: BrandActor = BY_OPERATOR,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const brand = await deletedBrand(transaction, publicId, organizationId);
    const until = restorableUntil(brand.deletedAt);
    if (now > until) {
      throw new SightlineError(
        'conflict',
        `The brand ${publicId} was restorable only until ${formatInstant(until)}.`,
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
      throw new SightlineError(
        'conflict',
        `Sightline has already removed the data of the brand ${publicId}.`,
      );
    }
    const end = await findProspectEnd(transaction, brand.id);
    // Else the next prune would remove it again.
    if (end !== null && end <= now) await setProspectEnd(transaction, brand.id, now + PROSPECT_DAYS * DAY_MS);
    await auditBrand(transaction, { at: now, actor }, 'brand.restore', publicId);
  });
}

/** A deleted brand. @param organizationId null for any @throws SightlineError `not_found` */
export async function deletedBrand(db: Database, publicId: string, organizationId: number | null) {
  const brand = await findBrandByPublicId(db, publicId);
  const deletedAt = brand?.deletedAt ?? null;
  if (brand && deletedAt !== null && isOf(organizationId, brand)) return { ...brand, deletedAt };
  const deleted = await listDeletedBrands(db, organizationId);
  throw new SightlineError('not_found', `There is no deleted brand ${publicId}; ${there(deleted)}.`);
}

export interface RestorableBrand extends NamedBrand {
  readonly organizationId: number;
  /** UTC milliseconds. */
  readonly restorableUntil: number;
}

/** Restorable brands, last deleted first. */
export async function restorableBrands(
  db: Database,
  organizationId: number | null,
  now: number,
): Promise<RestorableBrand[]> {
  const deleted = await listDeletedBrands(db, organizationId);
  return deleted
    .map(({ deletedAt, ...brand }) => ({ ...brand, restorableUntil: restorableUntil(deletedAt) }))
    .filter((brand) => now <= brand.restorableUntil);
}

function noBrand(publicId: string): SightlineError {
  return new SightlineError('not_found', `There is no brand ${publicId}.`);
}
