import type { AuditAction } from '../../domain/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import { findBrandByPublicId } from '../../storage/directory/declare.ts';
import { lockLiveBrand } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';

export interface EditDeps {
  readonly db: Database;
  readonly now: () => number;
  /** Who does it, as the audit log calls them. */
  readonly actor: string;
}

/**
 * Edits something small of a brand, by its public id, under its lock, and enters it in the audit log.
 *
 * @param edit returns the detail for the audit log
 * @throws SightlineError `no_such_brand`
 */
export async function editBrand(
  { db, now, actor }: EditDeps,
  brand: string,
  action: AuditAction,
  edit: (db: Database, brandId: number) => Promise<string>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await findBrandByPublicId(transaction, brand);
    if (found === null || !(await lockLiveBrand(transaction, found.id))) throw noBrand();
    const detail = await edit(transaction, found.id);
    const { organizationId } = found;
    await insertAudit(transaction, { at: now(), organizationId, actor, action, subject: brand, detail });
  });
}

/** The id of a brand by its public id. @throws SightlineError `no_such_brand` */
export async function existingBrand(db: Database, brand: string): Promise<number> {
  const found = await findBrandByPublicId(db, brand);
  if (found === null) throw noBrand();
  return found.id;
}

function noBrand(): SightlineError {
  return new SightlineError('no_such_brand', 'There is no such brand.');
}
