import { sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import { TABLES } from '../driver/migrations/0002-schema.ts';
import { primaryKeyOf } from '../driver/migrations/table.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { forgetBrand } from './access/audit.ts';
import { lockBrand, lockBrandsOf, withBrandLock } from './brand/brand-lock.ts';

/** Purges a deleted brand's rows. */

/** Brand tables in purge order: referring rows first, `brand_state` last. */
export const PURGED_TABLES = (Object.keys(TABLES) as (keyof Tables)[])
  .filter((table) => TABLES[table].kind === 'brand' && table !== 'brand_state')
  .reverse();

/**
 * Central tables with a brand's rows. Keys stay, so a key pinned to the brand still reports it. A user limited to
 * this brand stays limited.
 */
const CENTRAL = ['shared_reports', 'sheet_links', 'endpoints'] as const;

/** Row counts by table; omits empty tables. */
export type RowsByTable = Readonly<Record<string, number>>;

export interface DeletedBrand {
  readonly id: number;
  readonly publicId: string;
  readonly organizationId: number;
}

/**
 * Brands with rows that were deleted before an instant, or whose purge has begun; and live prospects that ended before
 * another, none by default.
 */
export async function listPurgeable(
  db: Database,
  deletedBefore: number,
  endedBefore = 0,
): Promise<DeletedBrand[]> {
  return await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId', 'organization_id as organizationId'])
    .where('purged_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('deleted_at', '<', deletedBefore),
        eb('purge_began_at', 'is not', null),
        eb('deleted_at', 'is', null).and('prospect_until', '<=', endedBefore),
      ]),
    )
    .orderBy('id')
    .execute();
}

export async function countRowsOfBrand(db: Database, brandId: number): Promise<RowsByTable> {
  const rows: Record<string, number> = {};
  for (const table of [...PURGED_TABLES, ...CENTRAL]) {
    const { rows: found } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where brand_id = ${brandId}`.execute(db);
    const n = Number(found[0]?.n ?? 0);
    if (n > 0) rows[table] = n;
  }
  return rows;
}

/**
 * Begins a purge and erases the brand's name, domain, sites, and themes. Run it in a transaction.
 *
 * @returns whether this call began it: the brand is deleted and not restored, or an ended prospect
 */
export async function beginPurge(db: Database, brandId: number, now: number): Promise<boolean> {
  await lockBrand(db, brandId);
  const { numUpdatedRows } = await db
    .updateTable('brands')
    .set((eb) => ({ name: eb.ref('public_id'), domain: null }))
    .set({
      configured: 0,
      sites: '[]',
      themes: '[]',
      drain_address: null,
      drain_secret: null,
      purge_began_at: now,
    })
    .set((eb) => ({ deleted_at: eb.fn.coalesce('deleted_at', eb.val(now)) }))
    .where('id', '=', brandId)
    .where((eb) => eb.or([eb('deleted_at', 'is not', null), eb('prospect_until', '<=', now)]))
    .where('purge_began_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes up to `most` of a brand's rows from a table, in primary key order.
 *
 * @returns how many
 */
export async function purgeSome(
  db: Database,
  table: keyof Tables,
  brandId: number,
  most: number,
): Promise<number> {
  const names = primaryKeyOf(TABLES[table]).filter((name) => name !== 'brand_id');
  const key = sql.join(names.map((name) => sql.ref(name)));
  return await withBrandLock(db, brandId, async (transaction) => {
    const of = sql`${sql.table(table)} where brand_id = ${brandId}`;
    const { rows } = await sql<Record<string, unknown>>`
      select ${key} from ${of} order by ${key} limit 1 offset ${most - 1}`.execute(transaction);
    const [last] = rows;
    const upTo = last ? sql`and (${key}) <= (${sql.join(names.map((name) => last[name]))})` : sql``;
    const { numAffectedRows } = await sql`delete from ${of} ${upTo}`.execute(transaction);
    return Number(numAffectedRows ?? 0n);
  });
}

/**
 * Ends a purge; only the row with the brand's id remains. Run it in a transaction.
 *
 * @returns how many rows were removed
 */
export async function endPurge(
  db: Database,
  { id: brandId, publicId }: Pick<DeletedBrand, 'id' | 'publicId'>,
  now: number,
): Promise<RowsByTable> {
  await lockBrand(db, brandId);
  await forgetBrand(db, publicId);
  const rows: Record<string, number> = {};
  for (const table of CENTRAL) {
    const { numDeletedRows } = await db.deleteFrom(table).where('brand_id', '=', brandId).executeTakeFirst();
    if (numDeletedRows > 0n) rows[table] = Number(numDeletedRows);
  }
  await db.deleteFrom('brand_state').where('brand_id', '=', brandId).execute();
  await db.updateTable('brands').set({ purged_at: now }).where('id', '=', brandId).execute();
  return rows;
}

/** Marks an organization's live brands as deleted, in a transaction. @returns all its brands with rows */
export async function markBrandsDeleted(
  db: Database,
  organizationId: number,
  now: number,
): Promise<DeletedBrand[]> {
  await lockBrandsOf(db, organizationId);
  await db
    .updateTable('brands')
    .set({ deleted_at: now })
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute();
  const purgeable = await listPurgeable(db, Number.MAX_SAFE_INTEGER);
  return purgeable.filter((brand) => brand.organizationId === organizationId);
}
