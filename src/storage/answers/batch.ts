import { type RawBuilder, type Selectable, sql } from 'kysely';
import { dayOf } from '../../domain/period.ts';
import { type Capabilities, capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { jsonOf } from '../driver/json-rows.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import {
  type AnswerBatch,
  addition,
  addToCounts,
  answersBetween,
  BY_TRACKED,
  COUNT_TABLES,
  columnList,
} from './counts.ts';
import type { CountedBrand } from './parts.ts';

/** What a batch of collections is stored in, and the columns that it fills; what refers to rows comes after them. */
const COLUMNS = {
  collections: [
    ...['brand_id', 'id', 'identity', 'prompt_id', 'market_id', 'engine', 'outcome', 'collected_at'],
    ...['stored_at', 'detail', 'model', 'micros', 'latency_ms', 'location_applied', 'language_applied'],
  ],
  cited_pages: ['brand_id', 'id', 'digest', 'url', 'title'],
  search_queries: ['brand_id', 'id', 'folded'],
  answers: [
    ...['brand_id', 'id', 'public_id', 'prompt_id', 'market_id', 'engine', 'outcome', 'collected_at'],
    ...['location_code', 'text', 'reader', 'reading', 'outcome_stated', 'searches_known'],
  ],
  mentions: [
    ...['brand_id', 'answer_id', 'tracked_id', 'engine', 'collected_at', 'mentioned', 'rank', 'count'],
    ...['framing', 'framing_signals', 'snippet', 'cited'],
  ],
  citations: [
    ...[
      'brand_id',
      'answer_id',
      'position',
      'url',
      'host',
      'title',
      'collected_at',
      'first_of_host',
      'named',
    ],
    ...['engine', 'site', 'page_id', 'first_of_site', 'first_of_page', 'rival'],
  ],
  searches: [
    ...['brand_id', 'answer_id', 'position', 'query', 'query_id', 'engine', 'collected_at'],
    ...['first_of_query', 'named'],
  ],
} as const satisfies { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name])[] };

type BatchTable = keyof typeof COLUMNS;

const BATCH_TABLES = Object.keys(COLUMNS) as BatchTable[];

export type BatchRow<Name extends BatchTable> = Pick<
  Selectable<Tables[Name]>,
  (typeof COLUMNS)[Name][number] & keyof Selectable<Tables[Name]>
>;

/** All that a batch inserts. */
export type BatchRows = { readonly [Name in BatchTable]: readonly BatchRow<Name>[] };

/**
 * A batch of up to this many answers is one statement where that is possible: then the way to the database and back, and
 * planning, cost more than the rows. More answers are found faster by the indexes of what is stored.
 */
const FEW = 20;

/** Inserts a batch and adds its answers to the counts. Run it in a transaction that holds the brand's lock. */
export async function insertCounted(db: Database, brand: CountedBrand, rows: BatchRows): Promise<void> {
  if (rows.answers.length === 0) return await insertAll(db, 'collections', rows.collections);
  const { insertsIntoSeveral, isSpread } = capabilitiesOf(db);
  // Citus routes no statement that inserts in its `with`.
  const isOneStatement = rows.answers.length <= FEW && insertsIntoSeveral && !(await isSpread(db));
  return isOneStatement ? await insertAtOnce(db, brand, rows) : await insertOneByOne(db, brand, rows);
}

/** Whether no answer is of a sealed day, as nearly always: then their statements need not look at longer blocks. */
function kindOf({ sealedDay }: CountedBrand, { answers }: BatchRows): Days {
  return answers.every((each) => dayOf(each.collected_at) >= sealedDay) ? 'open' : 'any';
}

type Days = 'open' | 'any';

/** The tables that count answers of such days as they are stored. */
const tablesFor = (days: Days) =>
  COUNT_TABLES.filter(({ isOfSealedDays }) => days === 'any' || !isOfSealedDays);

/** The same by a statement for each table. */
export async function insertOneByOne(db: Database, brand: CountedBrand, rows: BatchRows): Promise<void> {
  for (const table of BATCH_TABLES) await insertAll(db, table, rows[table]);
  const brandId = brand.id;
  const days = kindOf(brand, rows);
  const ids = rows.answers.map(({ id }) => id);
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  if (ids.length <= FEW) {
    for (const add of ADDITIONS[days]) await add(db, { brandId, first, last });
    return;
  }
  // Planned for as many answers as there are: a plan that was kept from an empty store would go through all rows.
  const batch = answersBetween(brandId, first, last, days === 'open');
  for (const table of tablesFor(days)) await addToCounts(db, table, batch);
}

/** To each table of counts, its answers from one number to another. */
const additions = (days: Days) =>
  tablesFor(days).map((table) =>
    statement<Tables, { brandId: number; first: number; last: number }, never>(
      `add to ${table.name}, ${days} days`,
      ['brandId', 'first', 'last'],
      (db, { brandId, first, last }) =>
        addition<never>(table, answersBetween(brandId, first, last, days === 'open'), capabilitiesOf(db)),
    ),
  );

const ADDITIONS = { open: additions('open'), any: additions('any') };

async function insertAtOnce(db: Database, brand: CountedBrand, rows: BatchRows): Promise<void> {
  const brandId = brand.id;
  const days = kindOf(brand, rows);
  const given = Object.fromEntries(BATCH_TABLES.map((table) => [table, jsonOf(rows[table])]));
  await INSERT_AND_COUNT[days](db, { brandId, ...(given as Record<BatchTable, string>) });
  const answers = rows.answers.map(({ text: _, ...row }) => row);
  await ADD_BY_TRACKED[days](db, { brandId, answers: jsonOf(answers) });
}

/** All that come in. */
const incomingOf = (brandId: number, days: Days): AnswerBatch => ({
  ...{ brandId, where: sql`1 = 1`, areOpen: days === 'open' },
});

/**
 * Inserts a batch and counts it in one statement, which does not read back what it stores: every table that the counts are
 * made of is, within it, the rows that come in.
 */
const insertAndCount = (days: Days) =>
  statement<Tables, Record<BatchTable, string> & { brandId: number }, never>(
    `store a batch, ${days} days`,
    ['brandId', ...BATCH_TABLES],
    (db, given) => {
      const capabilities = { ...capabilitiesOf(db), joinInOrder: joinAtOnce };
      const incoming = BATCH_TABLES.map((table) => incomingAs(table, table, given[table], capabilities));
      const inserted = BATCH_TABLES.map(
        (table) => sql`${sql.ref(`inserted_${table}`)} as (
        insert into ${sql.table(table)} (${columnsOf(table)}) select ${columnsOf(table)} from ${sql.table(table)})`,
      );
      const counted = COUNT_TABLES.filter((table) => !BY_TRACKED.includes(table)).map(
        (table) =>
          sql`${sql.ref(`counted_${table.name}`)} as (${addition(table, incomingOf(given.brandId, days), capabilities)})`,
      );
      return sql<never>`
      with ${sql.join([...incoming, selfOf(given.brandId), ...inserted, ...counted])} ${KEEP_NEXT_PLAN}`;
    },
  );

const INSERT_AND_COUNT = { open: insertAndCount('open'), any: insertAndCount('any') };

/**
 * What depends on earlier answers is counted by the next statement, which PostgreSQL would plan anew for each answer: that takes
 * longer than running it, whose plan is the same for all. Said in the statement before, it costs no way to the database and back.
 */
const KEEP_NEXT_PLAN = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`;

/** Of the tracked brands, counts other than voices ask only for the brand itself: one row, where many would be looked up. */
const selfOf = (brandId: number) => sql`tracked_brands as materialized (
  select brand_id, id, role from tracked_brands where brand_id = ${brandId} and role = 'self')`;

/** What depends on earlier answers, which may be of the same batch, is counted once it is stored. */
const addByTracked = (days: Days) =>
  statement<Tables, { brandId: number; answers: string }, never>(
    `add what depends on earlier answers, ${days} days`,
    ['brandId', 'answers'],
    (db, given) => {
      const capabilities = capabilitiesOf(db);
      const incoming = incomingOf(given.brandId, days);
      const answers = incomingAs('collections', 'answers', given.answers, capabilities);
      const counted = tablesFor(days)
        .filter((table) => BY_TRACKED.includes(table))
        .map(
          (table) => sql`${sql.ref(`counted_${table.name}`)} as (${addition(table, incoming, capabilities)})`,
        );
      return sql<never>`with ${sql.join([answers, ...counted])} select`;
    },
  );

const ADD_BY_TRACKED = { open: addByTracked('open'), any: addByTracked('any') };

/** Rows that come in for a table, under a name that stands for the table of that name in the rest of the statement. */
function incomingAs(
  name: BatchTable,
  table: BatchTable,
  rows: string,
  { rowsOfJson }: Capabilities,
): RawBuilder<unknown> {
  if (rowsOfJson === null) throw new Error('rows cannot come in as JSON');
  return sql`${sql.ref(name)} as materialized (select ${columnsOf(table)} from ${rowsOfJson(table, rows)})`;
}

/** For rows that come in, which have no index to look them up by. */
const joinAtOnce: Capabilities['joinInOrder'] = (table, alias, on) =>
  sql`join ${sql.table(table)} as ${sql.ref(alias)} on ${on}`;

function columnsOf(table: BatchTable): RawBuilder<unknown> {
  return columnList(COLUMNS[table]);
}
