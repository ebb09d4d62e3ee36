import type { OtherKind, SiteChoice } from '../../domain/site-kinds.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { writing } from './heads.ts';

/** What the owner of a brand chose that sites are, by host. */
export async function listSiteChoices(db: Database, brandId: number): Promise<SiteChoice[]> {
  const rows = await db
    .selectFrom('brand_sites')
    .select(['host', 'kind'])
    .where('brand_id', '=', brandId)
    .orderBy('host')
    .execute();
  return rows.map(({ host, kind }) => ({ host, kind: kind as OtherKind }));
}

/** Makes these the choices of a brand. */
export async function replaceSiteChoices(
  db: Database,
  brandId: number,
  choices: readonly SiteChoice[],
): Promise<void> {
  const rows = choices.map(({ host, kind }) => ({ brand_id: brandId, host, kind }));
  await writing(db, brandId, async (transaction) => {
    await transaction.deleteFrom('brand_sites').where('brand_id', '=', brandId).execute();
    await insertAll(transaction, 'brand_sites', rows);
  });
}
