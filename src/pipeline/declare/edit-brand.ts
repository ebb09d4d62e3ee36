import type { AuditAction } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { lockLiveBrand } from '../../storage/directory/brand/brand-lock.ts';
import { findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';

export interface EditDeps {
  readonly db: Database;
  readonly now: () => number;
  /** For the audit log. */
  readonly actor: string;
}

/**
 * Makes a small edit to a brand under its lock, and audits it.
 *
 * @param edit returns the audit detail
 * @returns it
 * @throws SightlineError `no_such_brand`
 */
export async function editBrand(
  { db, now, actor }: EditDeps,
  brand: string,
  action: AuditAction,
  edit: (db: Database, brandId: number) => Promise<string>,
): Promise<string> {
  return await inTransaction(db, async (transaction) => {
    const found = await findBrandByPublicId(transaction, brand);
    if (found === null || !(await lockLiveBrand(transaction, found.id))) throw noBrand();
    const detail = await edit(transaction, found.id);
    const { organizationId } = found;
    await insertAudit(transaction, { at: now(), organizationId, actor, action, subject: brand, detail });
    return detail;
  });
}

/** A brand's internal id. @throws SightlineError `no_such_brand` */
export async function existingBrand(db: Database, brand: string): Promise<number> {
  const found = await findBrandByPublicId(db, brand);
  if (found === null) throw noBrand();
  return found.id;
}

function noBrand(): SightlineError {
  return new SightlineError('no_such_brand', 'There is no such brand.');
}
