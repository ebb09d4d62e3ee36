import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import type { Days } from './read-log-days.ts';

/** Which crawlers' requests. */
export interface CrawlQuery {
  readonly days: Days;
  /** Null for every path. */
  readonly path: string | null;
  /** By token; null for all. */
  readonly crawlers: readonly string[] | null;
  readonly verdict: string | null;
}

export const CRAWL_UNITS = ['crawler', 'page', 'day'] as const;
export type CrawlUnit = (typeof CRAWL_UNITS)[number];

/** Requests with one verdict by a crawler, for a page, or on a day. */
export interface CrawlCount {
  /** The crawler's token, the page's key, or the day in digits. */
  readonly of: string;
  /** As in traffic/counted.ts, like the path. */
  readonly verdict: string;
  readonly requests: number;
  /** Distinct pages, without those that count as others. */
  readonly pages: number;
  readonly refused: number;
  readonly first: number;
  readonly last: number;
}

/** Counts by crawler, page, or day, and verdict: the most requests first. A day without any has no row. */
export async function countCrawls(
  db: Database,
  brandId: number,
  by: CrawlUnit,
  query: CrawlQuery,
): Promise<CrawlCount[]> {
  const of = sql<string>`cast(${sql.ref(by)} as text)`;
  return await inQuery(db, brandId, query)
    .select([of.as('of'), 'verdict'])
    .select([
      sql<number>`sum(requests)`.as('requests'),
      sql<number>`count(distinct nullif(page, ''))`.as('pages'),
      sql<number>`sum(case when status = 'refused' then requests else 0 end)`.as('refused'),
      sql<number>`min(day)`.as('first'),
      sql<number>`max(day)`.as('last'),
    ])
    .groupBy([by, 'verdict'])
    .orderBy('requests', 'desc')
    .orderBy(by)
    .orderBy('verdict')
    .execute();
}

function inQuery(db: Database, brandId: number, { days, path, crawlers, verdict }: CrawlQuery) {
  const { first, last } = days;
  let found = db
    .selectFrom('crawl_counts')
    .where('brand_id', '=', brandId)
    .where('day', '>=', first)
    .where('day', '<=', last);
  if (path !== null) found = found.where('path', '=', path);
  if (crawlers !== null) found = found.where('crawler', 'in', [...crawlers, '']);
  if (verdict !== null) found = found.where('verdict', '=', verdict);
  return found;
}

/** Verified content requests for a page, by what the crawler reads for, and the rest. */
export interface PageCrawls {
  readonly page: string;
  readonly verified: number;
  readonly training: number;
  readonly search: number;
  readonly user: number;
  /** Verified ones that got the page or its redirect. */
  readonly served: number;
  readonly refused: number;
  readonly spoofed: number;
  readonly unverifiable: number;
}

/** The crawlers of a purpose, by token. */
export type TokensOf = Readonly<Record<'training' | 'search' | 'user', readonly string[]>>;

/** Each page's content requests: at most `limit` pages, the most read first. Those that count together are the page ''. */
export async function countPageCrawls(
  db: Database,
  brandId: number,
  days: Days,
  { tokens, limit }: { readonly tokens: TokensOf; readonly limit: number },
): Promise<PageCrawls[]> {
  const verified = sql`verdict = 'verified'`;
  const sum = (condition: ReturnType<typeof sql>) =>
    sql<number>`sum(case when ${condition} then requests else 0 end)`;
  const read = (purpose: keyof TokensOf) =>
    sum(sql`${verified} and crawler in (${sql.join([...tokens[purpose], ''])})`);
  return await inQuery(db, brandId, { days, path: 'content', crawlers: null, verdict: null })
    .select('page')
    .select([
      sum(verified).as('verified'),
      read('training').as('training'),
      read('search').as('search'),
      read('user').as('user'),
      sum(sql`${verified} and status in ('2xx', '3xx', 'unknown')`).as('served'),
      sum(sql`${verified} and status = 'refused'`).as('refused'),
      sum(sql`verdict = 'spoofed'`).as('spoofed'),
      sum(sql`verdict = 'unverifiable'`).as('unverifiable'),
    ])
    .groupBy('page')
    .orderBy('verified', 'desc')
    .orderBy('page')
    .limit(limit)
    .execute();
}

/** `pages` is a JSON list of keys. */
type Given = { readonly brandId: number; readonly pages: string };
interface FirstDay {
  readonly page: string;
  readonly day: number;
}

/** The day of the first verified content request for each page, up to a day. */
export async function firstCrawls(
  db: Database,
  brandId: number,
  pages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await selectFirstCrawls(db, { brandId, pages: JSON.stringify(pages) });
  return new Map(found.map(({ page, day }) => [page, day]));
}

const selectFirstCrawls = statement<Tables, Given, FirstDay>('first crawls of pages', (db, given) => {
  const { jsonTexts, joinInOrder } = capabilitiesOf(db);
  const page = sql`c.brand_id = ${given.brandId} and c.page = given.value and c.verdict = 'verified' and c.path = 'content'`;
  return sql<FirstDay>`
    select c.page, min(c.day) as day
    from ${jsonTexts(given.pages, 'given')} ${joinInOrder('crawl_counts', 'c', page)} group by c.page`;
});
