import type { SiteChoice } from '../../../domain/web/site-kinds.ts';
import type { Database } from '../../driver/database.ts';
import { withBrandLock } from './brand-lock.ts';

/** The owner's choice of site kinds, in the order in which they were stored. */
export async function listSiteChoices(db: Database, brandId: number): Promise<SiteChoice[]> {
  const brand = await db.selectFrom('brands').select('sites').where('id', '=', brandId).executeTakeFirst();
  return JSON.parse(brand?.sites ?? '[]') as SiteChoice[];
}

export async function replaceSiteChoices(
  db: Database,
  brandId: number,
  choices: readonly SiteChoice[],
): Promise<void> {
  const stored = JSON.stringify(choices.map(({ host, kind }) => ({ host, kind })));
  await withBrandLock(db, brandId, (transaction) =>
    transaction.updateTable('brands').set({ sites: stored }).where('id', '=', brandId).execute(),
  );
}
