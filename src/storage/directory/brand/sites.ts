import type { OtherKind, SiteChoice } from '../../../domain/web/site-kinds.ts';
import type { Database } from '../../driver/database.ts';
import { insertAll } from '../../driver/insert-all.ts';
import { withBrandLock } from './brand-lock.ts';

/** The owner's choice of site kinds, by host. */
export async function listSiteChoices(db: Database, brandId: number): Promise<SiteChoice[]> {
  const rows = await db
    .selectFrom('brand_sites')
    .select(['host', 'kind'])
    .where('brand_id', '=', brandId)
    .orderBy('host')
    .execute();
  return rows.map(({ host, kind }) => ({ host, kind: kind as OtherKind }));
}

/** Replaces a brand's choices. */
export async function replaceSiteChoices(
  db: Database,
  brandId: number,
  choices: readonly SiteChoice[],
): Promise<void> {
  const rows = choices.map(({ host, kind }) => ({ brand_id: brandId, host, kind }));
  await withBrandLock(db, brandId, async (transaction) => {
    await transaction.deleteFrom('brand_sites').where('brand_id', '=', brandId).execute();
    await insertAll(transaction, 'brand_sites', rows);
  });
}
