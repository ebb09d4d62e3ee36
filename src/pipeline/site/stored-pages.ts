import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { listPagesOfSites } from '../../storage/site/page-facts.ts';
import { liveBrandId } from '../owned-brand.ts';
import { sitesOf } from './pages-to-fetch.ts';

/** Fetched pages, with the names to check them against. */
export interface StoredPages {
  readonly pages: readonly FetchedPage[];
  readonly tracked: readonly TrackedBrand[];
}

/**
 * Stored facts about the brand's own pages.
 *
 * @param brand public id
 * @throws SightlineError `not_found` if the brand is gone
 */
export async function ownPages(db: Database, brand: string): Promise<StoredPages> {
  const brandId = await liveBrandId(db, brand);
  const tracked = await listTracked(db, brandId);
  return { pages: await listPagesOfSites(db, brandId, sitesOf(tracked)), tracked };
}
