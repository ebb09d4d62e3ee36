import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Tables whose rows are pruned by age, and the column that it counts from; null there: not yet. */
const SINCE = {
  comparisons: 'evaluated_at',
  tasks: 'ended_at',
  audit_log: 'at',
  spot_checks: 'created_at',
} as const;

export type AgingTable = keyof typeof SINCE;

/** Ids of rows from before an instant, after an id. @param brandId null for a table of all brands */
export async function findOldRows(
  db: Database,
  table: AgingTable,
  brandId: number | null,
  { before, after, limit }: { readonly before: number; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where ${ofBrand(brandId)} ${sql.ref(SINCE[table])} < ${before} and id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteOldRows(
  db: Database,
  table: AgingTable,
  brandId: number | null,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${ofBrand(brandId)} id in (${sql.join(ids)})`.execute(db);
}

function ofBrand(brandId: number | null): RawBuilder<unknown> {
  return brandId === null ? sql`` : sql`brand_id = ${brandId} and`;
}
