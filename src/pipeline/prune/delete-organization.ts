import { insertAudit } from '../../storage/directory/audit.ts';
import { findOrganizationRows, removeOrganization } from '../../storage/directory/delete-organization.ts';
import type { Organization } from '../../storage/directory/organizations.ts';
import { markBrandsDeleted } from '../../storage/directory/purges.ts';
import { listUsers } from '../../storage/directory/users.ts';
import { emptyLog } from '../../storage/space.ts';
import { deleteUser } from '../accounts/delete-user.ts';
import type { ActingDeps } from '../accounts/users.ts';
import { type PurgeDeps, purgeBrand, type RowsByTable, rowsText } from './purge-brand.ts';

export interface DeleteDeps extends PurgeDeps, Omit<ActingDeps, 'db'> {}

/**
 * Removes an organization with its users, keys, brands, and all that those have. Of the audit log, the entries stay without their
 * details. It may be stopped or killed: the organization is there until the end, and deleting it again goes on.
 *
 * @returns how many rows this run removed, by table; null if it was stopped before the end
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

/** How many rows it has now, by table. */
export async function countOrganization(db: DeleteDeps['db'], { id }: Organization): Promise<RowsByTable> {
  return await findOrganizationRows(db, id);
}
