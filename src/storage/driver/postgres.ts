import { hash } from 'node:crypto';
import type { Writable } from 'node:stream';
import {
  CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  type PostgresClient,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryExecutorProvider,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { storeUnavailable } from '../../domain/errors.ts';
import type { Capabilities, CapableAdapter, InsertedRow } from './capabilities.ts';
import { HAS_CITUS, hasCitus, ONE_CONNECTION_EACH } from './citus.ts';
import { jsonOf } from './json-rows.ts';
import type { PoolCounts, StatementLog } from './observed.ts';
import { isFromServer, isOutage } from './postgres-errors.ts';
import { labelOf, nameOf } from './statement.ts';

interface PostgresOptions {
  /** How many connections at most. */
  readonly connections: number;
  /** A statement that takes longer is canceled, and the server is treated as unavailable. 0: never. */
  readonly statementTimeoutMs: number;
  /** Called when a connection breaks; the next query opens another. */
  readonly onConnectionLost: (error: Error) => void;
  readonly log?: StatementLog;
  /** The database that this is a copy of: what was found out about that one holds here. */
  readonly copyOf?: QueryExecutorProvider;
  /** Called once, with what tells how many connections there are. */
  readonly onPool?: ((pool: () => PoolCounts) => void) | undefined;
}

/** How long opening a connection may take. */
const CONNECT_MS = 5000;

/**
 * How long a query waits for a connection while all of them are in use: longer than a statement of the server may take, so
 * that a burst of requests is answered late instead of refused.
 */
export const WAIT_MS = 15_000;

/** The pool gives its own limit to its clients, where it would stand for how long connecting takes. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Opens a pool on a PostgreSQL database. Nothing connects before the first query. */
export function openPostgres<T>(url: string, options: PostgresOptions): Kysely<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: WAIT_MS,
    Client,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // What is asked on a connection at once is sent at once, and answered in its order.
    pipeline: true,
    statement_timeout: options.statementTimeoutMs,
    application_name: 'sightline',
    types: { getTypeParser },
  });
  options.onPool?.(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  pool.on('error', options.onConnectionLost);
  pool.on('connect', (client) => {
    // The pool listens only while a connection is idle; one that breaks in use would end the process.
    client.on('error', options.onConnectionLost);
    client.query(WITHOUT_JIT).catch(() => {}); // Whatever is asked next fails as well, and says so.
  });
  // A server that does not even say that it canceled a statement is given up a little later.
  const giveUpMs = options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + 5000;
  const adapter = options.copyOf?.getExecutor().adapter ?? new CapablePostgresAdapter();
  return new Kysely<T>({
    dialect: new GuardedPostgresDialect(pool, giveUpMs, adapter),
    log: options.log ?? [],
  });
}

/**
 * PostgreSQL compiles a statement that it takes to be costly, anew for each run. Compiling takes longer than any of ours runs: a
 * report of cited pages took 1.4 s instead of 0.05.
 */
const WITHOUT_JIT = 'set jit = off';

const INT8 = 20;
const NUMERIC = 1700;
const JSON_OID = 114;

/**
 * int8 and numeric as numbers (ours are counts, sums of counts and milliseconds, all integers far below 2^53) and
 * JSON as text, as SQLite gives them.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === JSON_OID) return String;
  return pg.types.getTypeParser(oid, format);
}

const capabilities: Capabilities = {
  types: {
    serial: 'serial',
    text: 'text collate "C"',
    bytes: 'bytea',
    clustered: '',
    covering: (...columns) => ` include (${columns.join(', ')})`,
    unlogged: 'unlogged',
  },
  // A list for each row would look up for every value what type it is of, and one of lists copies all of them.
  jsonList: (column, where) => {
    const values = sql`json_agg(${sql.ref(column)})`;
    const wanted = where === null ? values : sql`${values} filter (where ${where})`;
    return sql<string>`coalesce(${wanted}, '[]')`;
  },
  // The planner takes a list to be short, and a query to give as many rows as it may.
  isOneOf: (column, query) => sql<boolean>`${sql.ref(column)} = any(array(${query}))`,
  jsonRows: (json, alias) => sql`json_array_elements(cast(${json} as json)) as ${sql.ref(alias)}(value)`,
  jsonTexts: (json, alias) =>
    sql`json_array_elements_text(cast(${json} as json)) as ${sql.ref(alias)}(value)`,
  // With an offset the planner can neither flatten the subquery nor turn it around.
  joinInOrder: (table, alias, on) => sql`cross join lateral
    (select * from ${sql.table(table)} as ${sql.ref(alias)} where ${on} offset 0) as ${sql.ref(alias)}`,
  byIndex: () => sql``,
  skipLocked: sql`for update skip locked`,
  insertions,
  rowsOfJson: (table, rows) => sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`,
  insertsIntoSeveral: true,
  isSpread,
  // A machine that does not answer gives a message in place of a number, which is an error here.
  sizeInBytes: (spread) =>
    spread
      ? sql`(select sum(result::bigint) from run_command_on_all_nodes('select pg_database_size(current_database())'))`
      : sql`pg_database_size(current_database())`,
  // Autovacuum makes the room of deleted rows free for later ones.
  space: null,
  fate: { idOf, wasCommitted },
  refuseUnwritable: null,
  worksBeside: true,
  mostReaders: null,
  onReader: null,
  maxParameters: 65_000,
  beforeSteps: [ONE_CONNECTION_EACH],
  canDistribute: true,
  integrityProblems,
};

/** What was found out about a database, by the adapter that its pool and transactions share. */
const knownSpread = new WeakMap<object, boolean>();

async function isSpread(db: QueryExecutorProvider): Promise<boolean> {
  const { adapter } = db.getExecutor();
  const known = knownSpread.get(adapter) ?? (await hasCitus(db));
  knownSpread.set(adapter, known);
  return known;
}

async function idOf(transaction: Kysely<never>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
  return (rows[0] as { id: string }).id;
}

async function wasCommitted(db: Kysely<never>, id: string): Promise<boolean> {
  const { rows } = await sql<{ status: string | null }>`select pg_xact_status(${id}::xid8) as status`.execute(
    db,
  );
  const status = rows[0]?.status;
  if (status === 'in progress') throw storeUnavailable(new Error(`transaction ${id} is in progress`));
  return status === 'committed';
}

/** One parameter for all rows: thousands of them would have to be numbered, parsed, and planned. */
function insertions(
  table: string,
  columns: readonly string[],
  rows: readonly InsertedRow[],
): CompiledQuery[] {
  if (rows.length === 0) return [];
  const list = `"${columns.join('", "')}"`;
  const name = `insert ${table} ${hash('sha256', list, 'hex').slice(0, 8)}`;
  const text = `insert into "${table}" (${list})
    select ${list} from json_populate_recordset(null::"${table}", $1::json)`;
  return [CompiledQuery.raw(`${labelOf(name)}${text}`, [jsonOf(rows)])];
}

/** The tables and indexes of the store: its database may have other schemas. */
const OWN_CLASSES = sql`select oid from pg_class where relnamespace = current_schema()::regnamespace`;

/**
 * PostgreSQL keeps foreign keys itself; what can be wrong is a constraint or an index that is not in force. Where Citus has parts of
 * tables on the same server, it leaves those out of pg_class: what is wrong with a table is wrong with each of them.
 */
async function integrityProblems(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'constraint ' || conname || ' is not validated' as problem from pg_constraint
      where not convalidated and conrelid in (${OWN_CLASSES})
    union all
    select 'index ' || indexrelid::regclass || ' is not valid' from pg_index
      where not indisvalid and indexrelid in (${OWN_CLASSES})`.execute(db);
  return rows.map((row) => row.problem);
}

class CapablePostgresAdapter extends PostgresAdapter implements CapableAdapter {
  readonly capabilities = capabilities;
}

class GuardedPostgresDialect implements Dialect {
  readonly #pool: pg.Pool;
  readonly #giveUpMs: number;
  readonly #adapter: DialectAdapter;

  constructor(pool: pg.Pool, giveUpMs: number, adapter: DialectAdapter) {
    this.#pool = pool;
    this.#giveUpMs = giveUpMs;
    this.#adapter = adapter;
  }

  createAdapter(): DialectAdapter {
    return this.#adapter;
  }

  createDriver(): Driver {
    const pool = this.#pool;
    const guarded = new WeakMap<pg.PoolClient, GuardedClient>();
    return new SnapshotDriver({
      pool: {
        options: pool.options,
        connect: async () => {
          const client = await guard(() => pool.connect());
          const known = guarded.get(client) ?? new GuardedClient(client, this.#giveUpMs);
          guarded.set(client, known);
          return known;
        },
        end: () => pool.end(),
      },
    });
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createIntrospector<T>(db: Kysely<T>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

/** A connection as the driver made it. */
type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** Citus finds the machine of a statement by its brand, which a plan for every brand does not have. */
const KEEP_PLANS = 'set local plan_cache_mode = force_generic_plan';

/**
 * What reads in a snapshot keeps the first plan of each named statement. By itself PostgreSQL plans a statement with many
 * branches anew for each run, because it takes the plan for that run's values to be cheaper than it is; planning then takes longer
 * than running. The statements of reports have one best plan, whatever the brand and the window (docs/performance.md).
 *
 * Nothing waits for a snapshot to start or to end: its start is sent before the first statement, and whether it was one is
 * known at the end; and nothing that was read depends on how it ends.
 */
class SnapshotDriver extends PostgresDriver {
  /** The starts of the snapshots that are open, by their connections. */
  readonly #started = new WeakMap<Connection, Promise<unknown>>();
  #keepsPlans: boolean | undefined;

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read only') return await super.beginTransaction(connection, settings);
    this.#keepsPlans ??= !(await hasCitusOn(connection));
    const start = `start transaction isolation level ${settings.isolationLevel ?? 'read committed'} read only`;
    // Both in one message.
    const text = this.#keepsPlans ? `${start}; ${KEEP_PLANS}` : start;
    this.#started.set(connection, unwatched(connection.executeQuery(CompiledQuery.raw(text))));
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    const started = this.#started.get(connection);
    if (started === undefined) return await super.commitTransaction(connection);
    await started;
    this.#started.delete(connection);
    unwatched(connection.executeQuery(CompiledQuery.raw('commit')));
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#started.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

async function hasCitusOn(connection: Connection): Promise<boolean> {
  const { rows } = await connection.executeQuery(CompiledQuery.raw(`select ${HAS_CITUS} as is`));
  return (rows[0] as { is: boolean }).is;
}

/** Nobody may be waiting for it when it fails. */
function unwatched<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}

/** A connection whose failures are distinguished from invalid statements. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #giveUpMs: number;
  readonly #stream: Writable;
  /** How many statements were asked and are not answered. */
  #waiting = 0;
  #isBroken = false;
  #isHeld = false;

  /** @param giveUpMs how long to wait for the answer to one statement; 0: forever */
  constructor(client: pg.PoolClient, giveUpMs: number) {
    this.#client = client;
    this.#giveUpMs = giveUpMs;
    this.#stream = (client as unknown as { connection: { stream: Writable } }).connection.stream;
  }

  query = ((text: string, parameters: unknown[]) =>
    guard(() => this.#ask(text, parameters))) as PostgresClient['query'];

  async #ask(text: string, values: unknown[]): Promise<PostgresQueryResult<unknown>> {
    this.#waiting += 1;
    try {
      this.#hold();
      // It is answered after those that were asked before it.
      const query = { name: nameOf(text), text, values, query_timeout: this.#giveUpMs * this.#waiting };
      return await this.#answerTo(query as pg.QueryConfig);
    } catch (error) {
      // Or its stack would lead to the socket instead of to who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      this.#isBroken ||= !isFromServer(error);
      throw error;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** By a callback: the promise that the client makes itself keeps results in memory until the heap is cleared as a whole. */
  #answerTo(query: pg.QueryConfig): Promise<PostgresQueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.#client.query(query, (error, result) => {
        if (error) reject(error);
        else resolve(result as PostgresQueryResult<unknown>);
      });
    });
  }

  /** What is asked before anything else happens is sent together, as the start of a snapshot with its first statements. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.#stream.uncork();
    });
  }

  /** Gives the connection back; one that failed without a word from the server is closed instead. */
  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isBroken);
  }
}

async function guard<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw isOutage(error) ? storeUnavailable(error) : error;
  }
}
