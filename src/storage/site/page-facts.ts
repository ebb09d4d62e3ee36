import { sql } from 'kysely';
import { hostOf } from '../../domain/web/host.ts';
import { pageDigestOf } from '../../domain/web/page.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import { siteOf } from '../../domain/web/site.ts';
import { lockLiveBrand, withBrandLock } from '../directory/brand/brand-lock.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** Facts of fetched pages, the newest per page. */

type StoredFacts = Omit<FetchedPage, 'url' | 'fetchedAt'>;

/** Stores or replaces a page's facts; does nothing for a deleted brand. */
export async function savePage(db: Database, brandId: number, page: FetchedPage): Promise<void> {
  const { url, fetchedAt, ...found } = page;
  const values = { url, fetched_at: fetchedAt, found: JSON.stringify(found satisfies StoredFacts) };
  const site = siteOf(hostOf(url) ?? '');
  await withBrandLock(db, brandId, async (transaction) => {
    // A brand deleted meanwhile may already be purged.
    if (!(await lockLiveBrand(transaction, brandId))) return;
    await transaction
      .insertInto('page_facts')
      .values({ brand_id: brandId, digest: pageDigestOf(url), site, ...values })
      .onConflict((conflict) => conflict.columns(['brand_id', 'digest']).doUpdateSet(values))
      .execute();
  });
}

/** Stored facts by given URL; omits pages never fetched. */
export async function findPages(
  db: Database,
  brandId: number,
  urls: readonly string[],
): Promise<ReadonlyMap<string, FetchedPage>> {
  if (urls.length === 0) return new Map();
  const digests = new Map(urls.map((url) => [url, pageDigestOf(url)]));
  const rows = await selectPages(db, { brandId, digests: JSON.stringify([...new Set(digests.values())]) });
  const byDigest = new Map(rows.map((row) => [row.digest, pageFrom(row)]));
  return new Map(
    urls.flatMap((url) => {
      const page = byDigest.get(digests.get(url) ?? '');
      return page === undefined ? [] : [[url, page]];
    }),
  );
}

interface Row {
  readonly digest: string;
  readonly url: string;
  readonly fetched_at: number;
  readonly found: string;
}

type Given = { readonly brandId: number; readonly digests: string };

const selectPages = statement<Tables, Given, Row>('fetched pages by digest', (db, { brandId, digests }) => {
  const { jsonTexts, joinInOrder } = capabilitiesOf(db);
  const page = sql`f.brand_id = ${brandId} and f.digest = given.value`;
  return sql<Row>`
    select f.digest, f.url, f.fetched_at, f.found
    from ${jsonTexts(digests, 'given')} ${joinInOrder('page_facts', 'f', page)}`;
});

/** Stored facts on these sites, by URL. */
export async function listPagesOfSites(
  db: Database,
  brandId: number,
  sites: readonly string[],
): Promise<FetchedPage[]> {
  if (sites.length === 0) return [];
  return (await pagesByUrl(db, brandId).where('site', 'in', sites).execute()).map(pageFrom);
}

/** All stored facts, by URL. A brand has few enough to read each. */
export async function listPages(db: Database, brandId: number): Promise<FetchedPage[]> {
  return (await pagesByUrl(db, brandId).execute()).map(pageFrom);
}

function pagesByUrl(db: Database, brandId: number) {
  return db
    .selectFrom('page_facts')
    .select(['digest', 'url', 'fetched_at', 'found'])
    .where('brand_id', '=', brandId)
    .orderBy('url');
}

/** What was fetched of sites. */
const FETCHED = ['page_facts', 'sitemaps'] as const;

/** Whether any page or sitemap was last fetched before an instant. */
export async function hasPagesBefore(db: Database, brandId: number, before: number): Promise<boolean> {
  for (const table of FETCHED) {
    const row = await db
      .selectFrom(table)
      .select('brand_id')
      .where('brand_id', '=', brandId)
      .where('fetched_at', '<', before)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/**
 * Removes what was fetched before an instant, in the caller's transaction with the brand's lock.
 *
 * @returns how many pages and sitemaps
 */
export async function deletePagesBefore(db: Database, brandId: number, before: number): Promise<number> {
  let deleted = 0;
  for (const table of FETCHED) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('brand_id', '=', brandId)
      .where('fetched_at', '<', before)
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

/** Removes facts under a page key of an older version. The next fetch stores new ones. */
export async function deleteOutdatedPages(db: Database, brandId: number): Promise<void> {
  const pages = await db
    .selectFrom('page_facts')
    .select(['digest', 'url'])
    .where('brand_id', '=', brandId)
    .execute();
  const outdated = pages.filter(({ digest, url }) => digest !== pageDigestOf(url));
  if (outdated.length === 0) return;
  await withBrandLock(db, brandId, async (transaction) => {
    for (const { digest } of outdated) {
      await transaction
        .deleteFrom('page_facts')
        .where('brand_id', '=', brandId)
        .where('digest', '=', digest)
        .execute();
    }
  });
}

function pageFrom({ url, fetched_at: fetchedAt, found }: Row): FetchedPage {
  return { url, fetchedAt, ...(JSON.parse(found) as StoredFacts) };
}
