import { type RawBuilder, type Selectable, sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { jsonOf } from '../driver/json-rows.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** The tables of a batch with their columns, in foreign-key order. */
const COLUMNS = {
  collections: [
    'brand_id',
    'id',
    'identity',
    'prompt_id',
    'market_id',
    'engine',
    'outcome',
    'collected_at',
    'stored_at',
    'detail',
    'model',
    'micros',
    'latency_ms',
    'location_applied',
    'language_applied',
  ],
  cited_pages: ['brand_id', 'id', 'digest', 'url', 'title'],
  search_queries: ['brand_id', 'id', 'folded'],
  answers: [
    'brand_id',
    'id',
    'public_id',
    'prompt_id',
    'market_id',
    'engine',
    'outcome',
    'collected_at',
    'location_code',
    'text',
    'reader',
    'reading',
    'outcome_stated',
    'searches_known',
    'cards_known',
  ],
  mentions: [
    'brand_id',
    'answer_id',
    'tracked_id',
    'collected_at',
    'mentioned',
    'rank',
    'count',
    'framing',
    'framing_signals',
    'snippet',
    'cited',
  ],
  citations: [
    'brand_id',
    'answer_id',
    'position',
    'url',
    'host',
    'title',
    'collected_at',
    'first_of_host',
    'site',
    'page_id',
    'first_of_site',
  ],
  searches: ['brand_id', 'answer_id', 'position', 'query', 'query_id', 'collected_at', 'first_of_query'],
  cards: [
    'brand_id',
    'answer_id',
    'position',
    'kind',
    'title',
    'url',
    'host',
    'seller',
    'price',
    'text',
    'collected_at',
  ],
  panel_delta: ['brand_id', 'answer_id', 'day', 'version', 'content'],
} as const satisfies { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name])[] };

type BatchTable = keyof typeof COLUMNS;

const BATCH_TABLES = Object.keys(COLUMNS) as BatchTable[];

export type BatchRow<Name extends BatchTable> = Pick<
  Selectable<Tables[Name]>,
  (typeof COLUMNS)[Name][number] & keyof Selectable<Tables[Name]>
>;

export type BatchRows = { readonly [Name in BatchTable]: readonly BatchRow<Name>[] };

/**
 * Batches up to this size are one statement if possible: for them, round trips and planning cost more than the rows.
 */
const FEW = 20;

/** Inserts a batch. Run it in a transaction with the brand's lock. */
export async function insertBatch(db: Database, rows: BatchRows): Promise<void> {
  const { insertsIntoSeveral, isDistributed } = capabilitiesOf(db);
  // Citus cannot route a statement with inserts in `with`.
  const isOneStatement =
    rows.answers.length > 0 && rows.answers.length <= FEW && insertsIntoSeveral && !(await isDistributed(db));
  if (isOneStatement) return await insertAtOnce(db, rows);
  for (const table of BATCH_TABLES) await insertAll(db, table, rows[table]);
}

async function insertAtOnce(db: Database, rows: BatchRows): Promise<void> {
  const given = Object.fromEntries(BATCH_TABLES.map((table) => [table, jsonOf(rows[table])]));
  await INSERT(db, given as Record<BatchTable, string>);
}

const INSERT = statement<Tables, Record<BatchTable, string>, never>('store a batch', (db, given) => {
  const inserted = BATCH_TABLES.map((table) => {
    const columns = sql.join(COLUMNS[table].map((name) => sql.ref(name)));
    return sql`${sql.ref(`inserted_${table}`)} as (
      insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsIn(db, table, given[table])})`;
  });
  return sql<never>`with ${sql.join(inserted)} select`;
});

function rowsIn(db: Database, table: BatchTable, rows: string): RawBuilder<unknown> {
  const { rowsOfJson } = capabilitiesOf(db);
  if (rowsOfJson === null) throw new Error('rows cannot come in as JSON');
  return rowsOfJson(table, rows);
}
