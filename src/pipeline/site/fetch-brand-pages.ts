import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import { liveBrandId } from '../owned-brand.ts';
import { type FetchDeps, fetchFacts, saveRead } from './fetch-facts.ts';
import { fetchSitemaps } from './fetch-sitemaps.ts';
import { mostCitedPages } from './pages-to-fetch.ts';

/** Most cited pages to fetch beside a brand's own. */
const MOST_CITED = 20;

/**
 * Fetches pages of a brand on request and stores their facts.
 *
 * @param brand public id
 * @param urls in the form of `pageAddress`; at least one
 * @throws SightlineError `not_found` if the brand is gone
 */
export async function fetchBrandPages(
  deps: FetchDeps,
  {
    brand,
    urls,
    stop,
  }: { readonly brand: string; readonly urls: readonly string[]; readonly stop: AbortSignal },
): Promise<{ readonly pages: readonly FetchedPage[]; readonly tracked: readonly TrackedBrand[] }> {
  const brandId = await liveBrandId(deps.db, brand);
  const pages: FetchedPage[] = [];
  for await (const page of fetchFacts(deps, { brandId, urls, stop })) pages.push(page);
  return { pages, tracked: await listTracked(deps.db, brandId) };
}

/** Fetches the brand's own site, starting from its first page, its most cited pages, and its sitemaps. */
export async function fetchOwnAndCited(
  deps: FetchDeps,
  {
    brandId,
    stop,
    onPage,
  }: { readonly brandId: number; readonly stop: AbortSignal; readonly onPage: (page: FetchedPage) => void },
): Promise<void> {
  const own = await fetchOwn(deps, brandId, stop);
  own.forEach(onPage);
  const known = new Set(own.map(({ url }) => url));
  const cited = await mostCitedPages(deps.db, brandId, { now: deps.now(), limit: MOST_CITED });
  const urls = cited.filter((url) => !known.has(url));
  for await (const page of fetchFacts(deps, { brandId, urls, stop })) onPage(page);
  if (!stop.aborted) await fetchSitemaps(deps, { brandId, onlyDue: false, stop });
}

async function fetchOwn(deps: FetchDeps, brandId: number, stop: AbortSignal): Promise<FetchedPage[]> {
  const tracked = await listTracked(deps.db, brandId);
  const domain = tracked.find(({ role }) => role === 'self')?.hosts[0];
  if (domain === undefined) return [];
  try {
    const { asked } = await deps.sites.read(domain, stop);
    return await saveRead(deps, brandId, asked);
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'invalid_argument') throw error;
    // Records why the first page is unreadable.
    const urls = [`https://${domain}/`];
    const pages: FetchedPage[] = [];
    for await (const page of fetchFacts(deps, { brandId, urls, stop })) pages.push(page);
    return pages;
  }
}
