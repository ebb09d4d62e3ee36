import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { DAY_MS, periodOf } from '../../domain/time/period.ts';
import { siteOf } from '../../domain/web/site.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { countPages } from '../../panel/counts/cited/pages.ts';
import { listMostCited } from '../../storage/answers/lookups.ts';
import { listTracked, readBrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inSnapshot } from '../../storage/driver/snapshot.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { findPages, listPagesOfSites } from '../../storage/site/page-facts.ts';

/** Days of answers to take cited pages from. */
const CITED_DAYS = 30;

/** Like the list in /pages. */
const MOST_CITED = 100;

/** Sightline does not refetch a page or a sitemap by itself within this time. */
export const FRESH_MS = 7 * DAY_MS;

interface Chosen {
  readonly now: number;
  readonly limit: number;
}

/** The pages that answers about the brand cite most. */
export async function mostCitedPages(
  db: Database,
  brandId: number,
  { now, limit }: Chosen,
): Promise<string[]> {
  return await inSnapshot(db, async (snapshot) => {
    const panel = openPanel(snapshot, await readBrandSnapshot(snapshot, { id: brandId }));
    const answers = { panel, period: periodOf(now, CITED_DAYS), only: {} };
    const counts = await countPages(answers, { limit });
    return (await listMostCited(snapshot, brandId, counts, limit)).map(({ url }) => url);
  });
}

/** Own pages fetched before and most cited pages, if their facts are old or use other names. */
export async function duePages(db: Database, brandId: number, { now, limit }: Chosen): Promise<string[]> {
  const tracked = await listTracked(db, brandId);
  const own = await listPagesOfSites(db, brandId, sitesOf(tracked));
  const cited = await mostCitedPages(db, brandId, { now, limit: MOST_CITED });
  const known = await findPages(db, brandId, cited);
  const lookedFor = readingKey(tracked);
  const pages = [
    ...own.map((page) => ({ url: page.url, page })),
    ...cited.map((url) => ({ url, page: known.get(url) })),
  ];
  const due = pages.filter(
    ({ page }) =>
      page === undefined || page.fetchedAt <= now - FRESH_MS || (page.named && page.lookedFor !== lookedFor),
  );
  return [...new Set(due.map(({ url }) => url))].slice(0, limit);
}

/** The brand's own sites. */
export function sitesOf(tracked: readonly TrackedBrand[]): string[] {
  const own = tracked.find(({ role }) => role === 'self');
  return [...new Set((own?.hosts ?? []).map(siteOf))];
}
