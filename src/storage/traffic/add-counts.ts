import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { jsonOf } from '../driver/json-rows.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** Counts of crawls and visits. Callers hold the brand's lock. */

interface PageOnDay {
  readonly day: number;
  /** Empty for pages beyond the day's most. */
  readonly page: string;
}

/** Requests alike; no two rows of a call differ in `requests` alone. */
export interface CrawlCount extends PageOnDay {
  readonly crawler: string;
  readonly verdict: string;
  readonly status: string;
  readonly path: string;
  readonly requests: number;
}

/** Visits alike; no two rows of a call differ in `visits` alone. */
export interface VisitCount extends PageOnDay {
  readonly product: string;
  readonly evidence: string;
  readonly paid: boolean;
  readonly visits: number;
}

type Given = { readonly brandId: number; readonly rows: string };

/** A number in a given row, by its place. */
const numberAt = (place: number) => sql`cast(given.value ->> ${sql.lit(place)} as integer)`;

const knownPages = statement<Tables, Given, PageOnDay>('pages with counts', (db, { brandId, rows }) => {
  const [day, page] = [numberAt(0), sql`given.value ->> 1`];
  const isIn = (table: string) => sql`exists (select 1 from ${sql.table(table)} as c
    where c.brand_id = ${brandId} and c.day = ${day} and c.page = ${page})`;
  return sql<PageOnDay>`
    select ${day} as day, ${page} as page from ${capabilitiesOf(db).jsonRows(rows, 'given')}
    where ${isIn('crawl_counts')} or ${isIn('visit_counts')}`;
});

/** Those of these pages that their day's counts name. */
export async function findCountedPages(
  db: Database,
  brandId: number,
  pages: readonly PageOnDay[],
): Promise<PageOnDay[]> {
  return await knownPages(db, { brandId, rows: jsonOf(pages.map(({ day, page }) => [day, page])) });
}

const addToCrawls = statement<Tables, Given, never>('add to crawls', (db, { brandId, rows }) => {
  return sql<never>`
    insert into crawl_counts (brand_id, day, page, crawler, verdict, status, path, requests)
    select cast(${brandId} as integer), ${numberAt(0)}, given.value ->> 1, given.value ->> 2, given.value ->> 3,
      given.value ->> 4, given.value ->> 5, ${numberAt(6)}
    from ${capabilitiesOf(db).jsonRows(rows, 'given')} where true
    on conflict (brand_id, day, page, crawler, verdict, status, path)
    do update set requests = crawl_counts.requests + excluded.requests`;
});

export async function addCrawls(db: Database, brandId: number, counts: readonly CrawlCount[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ day, page, crawler, verdict, status, path, requests }) => {
    return [day, page, crawler, verdict, status, path, requests];
  });
  await addToCrawls(db, { brandId, rows: jsonOf(rows) });
}

const addToVisits = statement<Tables, Given, never>('add to visits', (db, { brandId, rows }) => {
  return sql<never>`
    insert into visit_counts (brand_id, day, page, product, evidence, paid, visits)
    select cast(${brandId} as integer), ${numberAt(0)}, given.value ->> 1, given.value ->> 2, given.value ->> 3,
      ${numberAt(4)}, ${numberAt(5)}
    from ${capabilitiesOf(db).jsonRows(rows, 'given')} where true
    on conflict (brand_id, day, page, product, evidence, paid)
    do update set visits = visit_counts.visits + excluded.visits`;
});

export async function addVisits(db: Database, brandId: number, counts: readonly VisitCount[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ day, page, product, evidence, paid, visits }) => {
    return [day, page, product, evidence, paid ? 1 : 0, visits];
  });
  await addToVisits(db, { brandId, rows: jsonOf(rows) });
}
