import type { AuditAction } from '../domain/access/audit.ts';
import { SightlineError } from '../domain/errors.ts';
import { detailOf, insertAudit } from '../storage/directory/access/audit.ts';
import { lockLiveBrand } from '../storage/directory/brand/brand-lock.ts';
import { findReadableBrand, findWorkspace } from '../storage/directory/brands.ts';
import type { Database } from '../storage/driver/database.ts';

export interface OwnedBrand {
  /** Internal id. */
  readonly organizationId: number;
  /** Public id. */
  readonly brand: string;
}

/** The brand's internal id. @throws SightlineError `no_such_brand` */
export async function ownedBrandId(db: Database, { organizationId, brand }: OwnedBrand): Promise<number> {
  const row = await findReadableBrand(db, { organizationId, brandIds: null }, brand);
  if (row === null) throw noBrand();
  return row.id;
}

/**
 * Locks the brand until the transaction ends.
 *
 * @returns its internal id
 * @throws SightlineError `no_such_brand`
 */
export async function lockOwnedBrand(db: Database, of: OwnedBrand): Promise<number> {
  const id = await ownedBrandId(db, of);
  if (!(await lockLiveBrand(db, id))) throw noBrand();
  return id;
}

export async function auditOwned(
  { db, now, actor }: { readonly db: Database; readonly now: () => number; readonly actor: string },
  { organizationId, brand }: OwnedBrand,
  action: AuditAction,
  subject: string,
  detail: string,
): Promise<void> {
  const entry = { at: now(), organizationId, actor, action, subject, detail: detailOf(brand, detail) };
  await insertAudit(db, entry);
}

/** A live brand's internal id. @throws SightlineError `not_found` if it is gone */
export async function liveBrandId(db: Database, brand: string): Promise<number> {
  const brandId = await findWorkspace(db, brand);
  if (brandId === null) throw new SightlineError('not_found', `There is no brand ${brand}.`);
  return brandId;
}

/** Unknown brands and other organizations' brands get one error, so a caller cannot tell which exist. */
export function noBrand(): SightlineError {
  return new SightlineError('no_such_brand', 'There is no brand with that id that you may read.');
}
