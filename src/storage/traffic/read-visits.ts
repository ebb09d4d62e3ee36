import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import type { Days } from './read-log-days.ts';

/** Which visits. */
export interface VisitQuery {
  readonly days: Days;
  /** Null for all products. */
  readonly product: string | null;
}

export const VISIT_UNITS = ['engine', 'page', 'day'] as const;
export type VisitUnit = (typeof VISIT_UNITS)[number];

/** Visits from a product by a kind of evidence, to a page from a product, or on a day. */
export interface VisitCount {
  readonly product: string | null;
  /** As in traffic/counted.ts. */
  readonly evidence: string | null;
  readonly page: string | null;
  readonly day: number | null;
  /** Without paid ones. */
  readonly visits: number;
  readonly paid: number;
}

const KEYS = { engine: ['product', 'evidence'], page: ['page', 'product'], day: ['day'] } as const;

/** Counts by product and evidence, by page and product, or by day: the most visits first. A day without any has no row. */
export async function countVisits(
  db: Database,
  brandId: number,
  by: VisitUnit,
  { days, product }: VisitQuery,
): Promise<VisitCount[]> {
  let found = db
    .selectFrom('visit_counts')
    .where('brand_id', '=', brandId)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last);
  if (product !== null) found = found.where('product', '=', product);
  const rows = await found
    .select(KEYS[by])
    .select([UNPAID.as('visits'), PAID.as('paid')])
    .groupBy(KEYS[by])
    .orderBy('visits', 'desc')
    .orderBy('paid', 'desc')
    .orderBy(sql.join(KEYS[by].map((key) => sql.ref(key))))
    .execute();
  return rows.map((row) => ({ ...NO_KEY, ...(row as Partial<VisitCount> & typeof row) }));
}

const NO_KEY = { product: null, evidence: null, page: null, day: null };
const UNPAID = sql<number>`sum(case when paid = 0 then visits else 0 end)`;
const PAID = sql<number>`sum(case when paid = 0 then 0 else visits end)`;

/** `pages` is a JSON list of keys. */
type Given = { readonly brandId: number; readonly pages: string };
interface FirstDay {
  readonly page: string;
  readonly day: number;
}

/** The day of the first visit to each page. */
export async function firstVisits(
  db: Database,
  brandId: number,
  pages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await selectFirstVisits(db, { brandId, pages: JSON.stringify(pages) });
  return new Map(found.map(({ page, day }) => [page, day]));
}

const selectFirstVisits = statement<Tables, Given, FirstDay>('first visits of pages', (db, given) => {
  const { jsonTexts, joinInOrder } = capabilitiesOf(db);
  const page = sql`v.brand_id = ${given.brandId} and v.page = given.value`;
  return sql<FirstDay>`
    select v.page, min(v.day) as day
    from ${jsonTexts(given.pages, 'given')} ${joinInOrder('visit_counts', 'v', page)} group by v.page`;
});
