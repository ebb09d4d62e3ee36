import type { Share, SharedPage } from '../../domain/sharing/share-link.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';
import { subscriptionOf } from './organizations.ts';

/** A link valid at an instant, by its token's SHA-256; null for a deleted brand. */
export async function findShare(db: Database, hash: string, now: number): Promise<Share | null> {
  const [row] = await selectShare(db, { hash, now });
  if (!row) return null;
  const { plan, status, prompts_included, api_access } = row;
  const subscribed = plan !== null && status !== null && prompts_included !== null && api_access !== null;
  return {
    id: row.public_id,
    name: row.name,
    organizationId: row.organization_id,
    organizationName: row.organization,
    subscription: subscribed ? subscriptionOf({ ...row, plan, status, prompts_included, api_access }) : null,
    brandInternalId: row.brand_id,
    brandId: row.brand,
    brandName: row.brand_name,
    pages: JSON.parse(row.pages) as SharedPage[],
    report: row.report,
    window: row.window_words,
    expiresAt: row.expires_at,
  };
}

const selectShare = statement('share by hash', (db: Database, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('shares as h')
    .innerJoin('brands as b', 'b.id', 'h.brand_id')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .leftJoin('subscriptions as s', 's.organization_id', 'o.id')
    .select(['h.public_id', 'h.name', 'h.pages', 'h.report', 'h.window_words', 'h.expires_at', 'h.brand_id'])
    .select(['b.public_id as brand', 'b.name as brand_name', 'b.organization_id', 'o.name as organization'])
    .select(['s.plan', 's.status', 's.trial_ends_at', 's.prompts_included', 's.api_access'])
    .where('h.hash', '=', hash)
    .where('h.revoked_at', 'is', null)
    .where('h.expires_at', '>', now)
    .where('b.deleted_at', 'is', null),
);

interface NewShare {
  readonly publicId: string;
  readonly brandId: number;
  readonly name: string;
  readonly hash: string;
  readonly pages: readonly SharedPage[];
  readonly report: string | null;
  readonly window: string | null;
  /** A user id. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertShare(db: Database, share: NewShare): Promise<void> {
  await db
    .insertInto('shares')
    .values({
      public_id: share.publicId,
      brand_id: share.brandId,
      name: share.name,
      hash: share.hash,
      pages: JSON.stringify(share.pages),
      report: share.report,
      window_words: share.window,
      created_by: share.createdBy,
      created_at: share.createdAt,
      expires_at: share.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** A link for the brand's editors. The token is not stored. */
export interface ListedShare {
  readonly id: string;
  readonly name: string;
  readonly pages: readonly SharedPage[];
  /** Its client report's public id; null for a link to pages. */
  readonly report: string | null;
  readonly window: string | null;
  /** Its creator's name. */
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** A brand's links, newest first. */
export async function listShares(db: Database, brandId: number, limit: number): Promise<ListedShare[]> {
  const rows = await db
    .selectFrom('shares as h')
    .leftJoin('users as u', 'u.public_id', 'h.created_by')
    .select([
      'h.public_id as id',
      'h.name',
      'h.pages',
      'h.report',
      'h.window_words as window',
      'u.name as createdBy',
    ])
    .select(['h.created_at as createdAt', 'h.expires_at as expiresAt', 'h.revoked_at as revokedAt'])
    .where('h.brand_id', '=', brandId)
    .orderBy('h.created_at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, pages: JSON.parse(row.pages) as SharedPage[] }));
}

/** A brand's valid links. */
export async function countLiveShares(db: Database, brandId: number, now: number): Promise<number> {
  const { n } = await db
    .selectFrom('shares')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return n;
}

/** Revokes a link. @returns its name, unless it was revoked before */
export async function endShare(
  db: Database,
  brandId: number,
  publicId: string,
  now: number,
): Promise<string | null> {
  const row = await db
    .updateTable('shares')
    .set({ revoked_at: now })
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}
