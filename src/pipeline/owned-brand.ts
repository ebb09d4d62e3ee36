import type { AuditAction } from '../domain/audit.ts';
import { SightlineError } from '../domain/errors.ts';
import { detailOf, insertAudit } from '../storage/directory/audit.ts';
import { findReadableBrand } from '../storage/directory/brands.ts';
import { lockLiveBrand } from '../storage/directory/heads.ts';
import type { Database } from '../storage/driver/database.ts';

/** A brand of an organization, to which something is added or from which it is taken. */
export interface OwnedBrand {
  /** Internal id. */
  readonly organizationId: number;
  /** Public id. */
  readonly brand: string;
}

/** Its internal id. @throws SightlineError `no_such_brand` */
export async function ownedBrandId(db: Database, { organizationId, brand }: OwnedBrand): Promise<number> {
  const row = await findReadableBrand(db, { organizationId, brandIds: null }, brand);
  if (row === null) throw noBrand();
  return row.id;
}

/** Its internal id, under its lock until the transaction ends. @throws SightlineError `no_such_brand` */
export async function lockOwnedBrand(db: Database, of: OwnedBrand): Promise<number> {
  const id = await ownedBrandId(db, of);
  if (!(await lockLiveBrand(db, id))) throw noBrand();
  return id;
}

/** Enters in the audit log what became of something of the brand, by its id. */
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

/** The one refusal of a brand that does not exist, and of somebody else's. */
export function noBrand(): SightlineError {
  return new SightlineError('no_such_brand', 'There is no brand with that id that you may read.');
}
