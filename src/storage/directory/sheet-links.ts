import type { OpenedSheet, SheetLink } from '../../domain/sharing/sheet-link.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';
import { subscriptionOf } from './organizations.ts';

const LISTED = ['public_id', 'report', 'query', 'until'] as const;

/** A brand's links for sheets, newest first, also those that have ended by themselves. */
export async function listSheetLinks(db: Database, brandId: number): Promise<SheetLink[]> {
  const rows = await db
    .selectFrom('sheet_links')
    .select(LISTED)
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(linkFrom);
}

/** The caller holds the brand's lock. @param hash the token's SHA-256 */
export async function insertSheetLink(
  db: Database,
  brandId: number,
  { id, report, query, until, hash }: SheetLink & { readonly hash: string },
): Promise<void> {
  await db
    .insertInto('sheet_links')
    .values({ public_id: id, brand_id: brandId, report, query: JSON.stringify(query), until, hash })
    .execute();
}

/** @returns its report; null if the brand has no such link */
export async function deleteSheetLink(db: Database, brandId: number, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('sheet_links')
    .where('brand_id', '=', brandId)
    .where('public_id', '=', id)
    .returning('report')
    .executeTakeFirst();
  return row?.report ?? null;
}

/** A link valid at an instant, by its token's SHA-256; null for a deleted brand. */
export async function findSheet(db: Database, hash: string, now: number): Promise<OpenedSheet | null> {
  const [row] = await selectSheet(db, { hash, now });
  if (!row) return null;
  return {
    ...linkFrom(row),
    brand: row.brand,
    brandId: row.brand_id,
    organizationId: row.organization_id,
    organizationName: row.organization,
    subscription: subscriptionOf(row),
  };
}

const selectSheet = statement('sheet by hash', (db: Database, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('sheet_links as s')
    .innerJoin('brands as b', 'b.id', 's.brand_id')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .select(['s.public_id', 's.report', 's.query', 's.until', 's.brand_id'])
    .select(['b.public_id as brand', 'b.organization_id', 'o.name as organization'])
    .select(['o.plan', 'o.status', 'o.trial_ends_at', 'o.prompts_included', 'o.api_access'])
    .where('s.hash', '=', hash)
    .where('s.until', '>', now)
    .where('b.deleted_at', 'is', null),
);

interface LinkRow {
  readonly public_id: string;
  readonly report: string;
  readonly query: string;
  readonly until: number;
}

function linkFrom({ public_id: id, report, query, until }: LinkRow): SheetLink {
  return { id, report, query: JSON.parse(query) as SheetLink['query'], until };
}
