import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/schema.ts';

const TABLES: readonly (keyof Tables)[] = [
  'organizations',
  'subscriptions',
  'alert_settings',
  'api_keys',
  'brands',
  'tracked_brands',
  'brand_engines',
  'prompts',
  'collections',
  'answers',
  'mentions',
  'citations',
  'visibility_counts',
  'source_counts',
  'alerts',
];

type Contents = Record<keyof Tables, Record<string, unknown>[]>;

/** Every row of every table, in one fixed order, to compare a store with itself. */
export async function contentsOf(db: Database): Promise<Contents> {
  const contents: Partial<Contents> = {};
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    contents[table] = rows.map((row) => ({ ...row })).sort(byJson);
  }
  return contents as Contents;
}

/** The rows of the two tables of counts, without what tells one store from another. */
export async function countsOf(db: Database): Promise<unknown[]> {
  const visibility = await db
    .selectFrom('visibility_counts as v')
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'v.brand_id').onRef('t.id', '=', 'v.tracked_id'),
    )
    .innerJoin('brands as b', 'b.id', 'v.brand_id')
    .select(['b.public_id', 'v.span', 'v.block', 'v.engine', 't.name', 'v.responses', 'v.present', 'v.cited'])
    .select(['v.ranked', 'v.rank_sum', 'v.classified', 'v.recommended', 'v.negative'])
    .execute();
  const sources = await db
    .selectFrom('source_counts as s')
    .innerJoin('brands as b', 'b.id', 's.brand_id')
    .select(['b.public_id', 's.span', 's.block', 's.host', 's.answers', 's.named'])
    .execute();
  return [...visibility, ...sources].map((row) => ({ ...row })).sort(byJson);
}

function byJson(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
