import { type RawBuilder, type Selectable, sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { jsonOf } from '../driver/json-rows.ts';
import { TABLES } from '../driver/migrations/0002-schema.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** The tables of a batch with their columns, in foreign-key order. */
const COLUMNS = {
  collections: columnsOf('collections'),
  cited_pages: columnsOf('cited_pages'),
  search_queries: columnsOf('search_queries'),
  answers: columnsOf('answers'),
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
  citations: columnsOf('citations'),
  searches: columnsOf('searches'),
  cards: columnsOf('cards'),
  panel_delta: columnsOf('panel_delta'),
} as const satisfies { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name])[] };

function columnsOf<Name extends keyof Tables>(table: Name) {
  return Object.keys(TABLES[table].columns) as (keyof Tables[Name] & string)[];
}

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
