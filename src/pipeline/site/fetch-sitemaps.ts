import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { belongsTo, hostOfDomain } from '../../domain/web/host.ts';
import { MOST_IN_SITEMAP } from '../../domain/web/sitemap.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import { listSitemaps, saveSitemap } from '../../storage/site/sitemaps.ts';
import type { FetchDeps } from './fetch-facts.ts';
import { FRESH_MS } from './pages-to-fetch.ts';

/**
 * Reads and stores the sitemaps of a brand's declared hosts. Pages that left a sitemap go with it, but none goes because a file could not
 * be read.
 *
 * @param onlyDue whether only those that are missing or a week old
 */
export async function fetchSitemaps(
  { db, now, sites }: FetchDeps,
  {
    brandId,
    onlyDue,
    stop,
  }: { readonly brandId: number; readonly onlyDue: boolean; readonly stop: AbortSignal },
): Promise<void> {
  const own = ownHosts(await listTracked(db, brandId));
  const stored = new Map((await listSitemaps(db, brandId)).map((each) => [each.host, each]));
  for (const host of own) {
    const before = stored.get(host);
    if (onlyDue && before !== undefined && before.fetchedAt > now() - FRESH_MS) continue;
    const read = await sites.readSitemap(host, (each) => belongsTo(each, own), stop);
    if (stop.aborted) return;
    if (read === null) continue;
    const kept = read.isWhole ? [] : (before?.pages ?? []);
    const pages = [...new Set([...read.pages, ...kept])].slice(0, MOST_IN_SITEMAP);
    await saveSitemap(db, brandId, { ...read, host, fetchedAt: now(), pages });
  }
}

function ownHosts(tracked: readonly TrackedBrand[]): readonly string[] {
  const hosts = tracked.find(({ role }) => role === 'self')?.hosts ?? [];
  return hosts.filter((host) => hostOfDomain(host) !== null);
}
