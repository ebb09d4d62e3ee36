import { lockLiveBrand, withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';

/** A sitemap as it was last read. */
export interface StoredSitemap {
  /** The declared host whose robots.txt names it. */
  readonly host: string;
  /** UTC milliseconds. */
  readonly fetchedAt: number;
  /** Own pages by their keys (domain/web/page.ts), each once. */
  readonly pages: readonly string[];
  /** Listed addresses that are no own page. */
  readonly elsewhere: number;
  /** False if some of its files could not be read, or a limit was reached. */
  readonly isWhole: boolean;
}

type Found = Omit<StoredSitemap, 'host' | 'fetchedAt'>;

/** Stores or replaces a host's sitemap; does nothing for a deleted brand. */
export async function saveSitemap(
  db: Database,
  brandId: number,
  { host, fetchedAt, ...found }: StoredSitemap,
): Promise<void> {
  const values = { fetched_at: fetchedAt, found: JSON.stringify(found satisfies Found) };
  await withBrandLock(db, brandId, async (transaction) => {
    // A brand deleted meanwhile may already be purged.
    if (!(await lockLiveBrand(transaction, brandId))) return;
    await transaction
      .insertInto('sitemaps')
      .values({ brand_id: brandId, host, ...values })
      .onConflict((conflict) => conflict.columns(['brand_id', 'host']).doUpdateSet(values))
      .execute();
  });
}

/** A brand's sitemaps, by host. */
export async function listSitemaps(db: Database, brandId: number): Promise<StoredSitemap[]> {
  const rows = await db
    .selectFrom('sitemaps')
    .select(['host', 'fetched_at', 'found'])
    .where('brand_id', '=', brandId)
    .orderBy('host')
    .execute();
  return rows.map(({ host, fetched_at: fetchedAt, found }) => ({
    host,
    fetchedAt,
    ...(JSON.parse(found) as Found),
  }));
}
