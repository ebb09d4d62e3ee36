import type { Database } from '../driver/database.ts';
import { countRowsOfBrand, type RowsByTable } from './purges.ts';

/**
 * An organization's tables beyond its brands' rows, referring rows first. `users` have their own sessions and links.
 */
const OF_ORGANIZATION = ['oauth_connections', 'api_keys', 'spending', 'endpoints', 'brands'] as const;

/** An organization's row counts by table: its own, its users', and its brands'. */
export async function findOrganizationRows(db: Database, organizationId: number): Promise<RowsByTable> {
  const rows: Record<string, number> = {};
  for (const table of ['users', ...OF_ORGANIZATION] as const) {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (n > 0) rows[table] = n;
  }
  const brands = await db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();
  for (const { id } of brands) {
    for (const [table, n] of Object.entries(await countRowsOfBrand(db, id)))
      rows[table] = (rows[table] ?? 0) + n;
  }
  return rows;
}

/**
 * Removes an organization without users or brand rows. Audit entries keep actor, action, and time, but lose details,
 * which may contain names and addresses. Run it in a transaction.
 */
export async function removeOrganization(db: Database, organizationId: number): Promise<RowsByTable> {
  const rows: Record<string, number> = {};
  for (const table of OF_ORGANIZATION) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    rows[table] = Number(numDeletedRows);
  }
  await db
    .updateTable('audit_log')
    .set({ detail: '', changes: null })
    .where('organization_id', '=', organizationId)
    .execute();
  await db.deleteFrom('organizations').where('id', '=', organizationId).execute();
  return { ...rows, organizations: 1 };
}
