import type { RecommendationStatus, SitePart, SiteWork } from '../../../domain/alerts/recommendation.ts';
import type { Database } from '../../driver/database.ts';

/** A brand's recommendation work, by site; sites without notes have no row. */
export async function listSiteWork(db: Database, brandId: number): Promise<SiteWork[]> {
  const rows = await db
    .selectFrom('recommendation_statuses')
    .select(['site', 'part', 'status', 'note', 'asked_at as askedAt'])
    .where('brand_id', '=', brandId)
    .orderBy('site')
    .orderBy('part')
    .execute();
  return rows.map(({ part, status, ...row }) => ({
    ...row,
    part: part as SitePart,
    status: status as RecommendationStatus,
  }));
}

/** Records work on a part of a site, under the brand's lock. */
export async function saveSiteWork(
  db: Database,
  brandId: number,
  { site, part, status, note, askedAt }: SiteWork,
): Promise<void> {
  const values = { status, note, asked_at: askedAt };
  await db
    .insertInto('recommendation_statuses')
    .values({ brand_id: brandId, site, part, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'site', 'part']).doUpdateSet(values))
    .execute();
}

/** Deletes a site part's notes, under the brand's lock. */
export async function deleteSiteWork(
  db: Database,
  brandId: number,
  { site, part }: Pick<SiteWork, 'site' | 'part'>,
): Promise<void> {
  await db
    .deleteFrom('recommendation_statuses')
    .where('brand_id', '=', brandId)
    .where('site', '=', site)
    .where('part', '=', part)
    .execute();
}
