import { insertAudit } from '../../storage/directory/access/audit.ts';
import { listUsers } from '../../storage/directory/access/users.ts';
import { findOrganizationRows, removeOrganization } from '../../storage/directory/delete-organization.ts';
import type { Organization } from '../../storage/directory/organizations.ts';
import { type DeletedBrand, markBrandsDeleted } from '../../storage/directory/purges.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { emptyLog } from '../../storage/space.ts';
import { deleteUser } from '../accounts/delete-user.ts';
import type { ActingDeps } from '../accounts/users.ts';
import { type PurgeDeps, purgeBrand, type RowsByTable, refuseEarlyEnd, rowsText } from './purge-brand.ts';

export interface DeleteDeps extends PurgeDeps, Omit<ActingDeps, 'db'> {}

interface DeletedOrganization {
  readonly organization: Organization;
  readonly brands: readonly DeletedBrand[];
  /** Its rows at the start, by table. */
  readonly rows: RowsByTable;
}

/**
 * Deletes an organization's brands, so that nothing is asked for them. The audit log records the row counts from the start.
 */
export async function startDeletion(
  { db, now, actor }: Omit<ActingDeps, 'random'>,
  organization: Organization,
): Promise<DeletedOrganization> {
  const rows = await findOrganizationRows(db, organization.id);
  return await inTransaction(db, async (transaction) => {
    const brands = await markBrandsDeleted(transaction, organization.id, now());
    const entry = { at: now(), organizationId: null, actor, subject: organization.publicId };
    await insertAudit(transaction, { ...entry, action: 'organization.delete', detail: rowsText(rows) });
    return { organization, brands, rows };
  });
}

/**
 * Removes an organization with its users, keys, brands, and their data. Audit entries stay without details. You may
 * stop or kill it: the organization stays until the end, and deleting it again continues.
 *
 * @returns the deleted rows by table
 * @throws SightlineError `conflict` if stopped
 */
export async function continueDeletion(
  deps: DeleteDeps,
  { organization, brands }: DeletedOrganization,
): Promise<RowsByTable> {
  const { db, actor } = deps;
  const removed: Record<string, number> = {};
  const add = (rows: RowsByTable) => {
    for (const [table, count] of Object.entries(rows))
      if (count > 0) removed[table] = (removed[table] ?? 0) + count;
  };
  for (const user of await listUsers(db, organization.id)) {
    const { audit_log: _, ...rows } = await deleteUser(deps, user);
    add(rows);
  }
  for (const brand of brands) {
    if (!deps.stop.aborted) add(await purgeBrand(deps, brand, actor));
  }
  refuseEarlyEnd(deps);
  await inTransaction(db, async (transaction) => add(await removeOrganization(transaction, organization.id)));
  await emptyLog(db);
  return removed;
}
