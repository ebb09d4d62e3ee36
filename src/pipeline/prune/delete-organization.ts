import { insertAudit } from '../../storage/directory/access/audit.ts';
import { listUsers } from '../../storage/directory/access/users.ts';
import { findOrganizationRows, removeOrganization } from '../../storage/directory/delete-organization.ts';
import type { Organization } from '../../storage/directory/organizations.ts';
import { markBrandsDeleted } from '../../storage/directory/purges.ts';
import { emptyLog } from '../../storage/space.ts';
import { deleteUser } from '../accounts/delete-user.ts';
import type { ActingDeps } from '../accounts/users.ts';
import { type PurgeDeps, purgeBrand, type RowsByTable, rowsText } from './purge-brand.ts';

export interface DeleteDeps extends PurgeDeps, Omit<ActingDeps, 'db'> {}

/**
 * Deletes an organization with its users, keys, brands, and their data. Audit entries stay without details. You may
 * stop or kill it: the organization stays until the end, and deleting it again continues.
 *
 * @returns this run's deleted rows by table; null if stopped early
 */
export async function deleteOrganization(
  deps: DeleteDeps,
  organization: Organization,
): Promise<{ readonly rows: RowsByTable; readonly isDone: boolean }> {
  const { db, actor, now, stop } = deps;
  const removed: Record<string, number> = {};
  const add = (rows: RowsByTable) => {
    for (const [table, count] of Object.entries(rows))
      if (count > 0) removed[table] = (removed[table] ?? 0) + count;
  };
  for (const user of await listUsers(db, organization.id)) {
    const { audit_log: _, ...rows } = await deleteUser(deps, user);
    add(rows);
  }
  const brands = await db
    .transaction()
    .execute((transaction) => markBrandsDeleted(transaction, organization.id, now()));
  for (const brand of brands) {
    if (!stop.aborted) add(await purgeBrand(deps, brand, actor));
  }
  if (stop.aborted) return { rows: removed, isDone: false };
  await db.transaction().execute(async (transaction) => {
    add(await removeOrganization(transaction, organization.id));
    await insertAudit(transaction, {
      at: now(),
      organizationId: null,
      actor,
      action: 'organization.delete',
      subject: organization.publicId,
      detail: rowsText(removed),
    });
  });
  await emptyLog(db);
  return { rows: removed, isDone: true };
}

/** Current row counts by table. */
export async function countOrganization(db: DeleteDeps['db'], { id }: Organization): Promise<RowsByTable> {
  return await findOrganizationRows(db, id);
}
