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
import { isFromServer, isOutage } from './postgres-errors.ts';
import { labelOf, nameOf } from './statement.ts';
import type { PoolCounts, StatementLog } from './store-observer.ts';

interface PostgresOptions {
  readonly connections: number;
  /** Cancels longer statements and treats the server as unavailable. 0: never. */
  readonly statementTimeoutMs: number;
  /** Called when a connection breaks; the next query opens another. */
  readonly onConnectionLost: (error: Error) => void;
  readonly log?: StatementLog;
  /** Called once, with a function that returns the connection counts. */
  readonly onPool?: ((pool: () => PoolCounts) => void) | undefined;
}

const CONNECT_MS = 5000;

/**
 * How long a query waits while all connections are in use: longer than the server's statement timeout, so bursts are
 * answered late instead of refused.
 */
export const WAIT_MS = 15_000;

/** The pool passes its own timeout to clients, which would take it for the connect timeout. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Opens a PostgreSQL pool. Connects with the first query. */
export function openPostgres<T>(url: string, options: PostgresOptions): Kysely<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: WAIT_MS,
    Client,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Sends concurrent queries on a connection at once; answers keep their order.
    pipeline: true,
    statement_timeout: options.statementTimeoutMs,
    application_name: 'sightline',
    types: { getTypeParser },
  });
  options.onPool?.(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  pool.on('error', options.onConnectionLost);
  pool.on('connect', (client) => {
    // The pool listens only to idle connections; a break during use would end the process.
    client.on('error', options.onConnectionLost);
    client.query(WITHOUT_JIT).catch(() => {}); // The next query fails too, and reports it.
  });
  // If the server does not even confirm a cancel, give up a little later.
  const giveUpMs = options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + 5000;
  return new Kysely<T>({
    dialect: new GuardedPostgresDialect(pool, giveUpMs),
    log: options.log ?? [],
  });
}

/**
 * PostgreSQL's JIT compiles expensive statements on each run, which takes longer than running ours: a cited-pages
 * report took 1.4 s instead of 0.05.
 */
const WITHOUT_JIT = 'set jit = off';

const INT8 = 20;
const NUMERIC = 1700;
const JSON_OID = 114;

/**
 * int8 and numeric as numbers (our counts, sums, and milliseconds are integers far below 2^53) and JSON as text, as
 * in SQLite.
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
    unlogged: 'unlogged',
  },
  // A list per row would look up each value's type, and a list of lists copies them all.
  jsonList: (column, where) => {
    const values = sql`json_agg(${sql.ref(column)})`;
    const selected = where === null ? values : sql`${values} filter (where ${where})`;
    return sql<string>`coalesce(${selected}, '[]')`;
  },
  // The planner assumes short lists, and full query results.
  isOneOf: (column, query) => sql<boolean>`${sql.ref(column)} = any(array(${query}))`,
  jsonRows: (json, alias) => sql`json_array_elements(cast(${json} as json)) as ${sql.ref(alias)}(value)`,
  jsonTexts: (json, alias) =>
    sql`json_array_elements_text(cast(${json} as json)) as ${sql.ref(alias)}(value)`,
  // With an offset, the planner cannot flatten or reorder the subquery.
  joinInOrder: (table, alias, on) => sql`cross join lateral
    (select * from ${sql.table(table)} as ${sql.ref(alias)} where ${on} offset 0) as ${sql.ref(alias)}`,
  byIndex: () => sql``,
  skipLocked: sql`for update skip locked`,
  insertions,
  rowsOfJson: (table, rows) => sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`,
  insertsIntoSeveral: true,
  isDistributed,
  // Autovacuum reuses the space of deleted rows.
  space: null,
  commitOutcome: { idOf, wasCommitted },
  refuseUnwritable: null,
  runsInOwnProcess: true,
  mostReaders: null,
  onReader: null,
  maxParameters: 65_000,
  beforeSteps: [ONE_CONNECTION_EACH],
  canDistribute: true,
  integrityProblems,
};

/** Known facts per database, by the adapter that its pool and transactions share. */
const knownSpread = new WeakMap<object, boolean>();

async function isDistributed(db: QueryExecutorProvider): Promise<boolean> {
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

/** One parameter for all rows: thousands would need numbering, parsing, and planning. */
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

/** The store's tables and indexes: the database may have other schemas. */
const OWN_CLASSES = sql`select oid from pg_class where relnamespace = current_schema()::regnamespace`;

/**
 * PostgreSQL enforces foreign keys itself; only invalid constraints or indexes can be wrong. Citus hides local shards
 * from pg_class; each shares its table's problems.
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
  readonly #adapter = new CapablePostgresAdapter();

  constructor(pool: pg.Pool, giveUpMs: number) {
    this.#pool = pool;
    this.#giveUpMs = giveUpMs;
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

/** The driver's own connection. */
type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** Citus routes a statement by its brand, which a generic plan lacks. */
const KEEP_PLANS = 'set local plan_cache_mode = force_generic_plan';

/**
 * Snapshots keep each named statement's first plan. PostgreSQL by default replans statements with many branches for
 * each run, because it estimates the custom plan to be cheaper, although planning takes longer than running. Report
 * statements have one best plan for every brand and window (bench/RESULTS.md).
 *
 * Snapshots start and end without waiting: the start goes out ahead of the first statement, the end reveals whether
 * it succeeded, and no result depends on it.
 */
class SnapshotDriver extends PostgresDriver {
  /** Pending snapshot starts, by connection. */
  readonly #started = new WeakMap<Connection, Promise<unknown>>();
  #keepsPlans: boolean | undefined;

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read only') return await super.beginTransaction(connection, settings);
    this.#keepsPlans ??= !(await hasCitusOn(connection));
    const start = `start transaction isolation level ${settings.isolationLevel ?? 'read committed'} read only`;
    // In one message.
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

/** Nobody may be awaiting it when it fails. */
function unwatched<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}

/** Tells connection failures from invalid statements. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #giveUpMs: number;
  readonly #stream: Writable;
  /** Unanswered statements. */
  #waiting = 0;
  #isBroken = false;
  #isHeld = false;

  /** @param giveUpMs timeout per statement; 0: none */
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
      // Answers arrive after those to earlier statements.
      const query = { name: nameOf(text), text, values, query_timeout: this.#giveUpMs * this.#waiting };
      return await this.#answerTo(query as pg.QueryConfig);
    } catch (error) {
      // Otherwise the stack would point to the socket instead of the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      this.#isBroken ||= !isFromServer(error);
      throw error;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** With a callback: the client's own promise keeps results in memory until a full collection. */
  #answerTo(query: pg.QueryConfig): Promise<PostgresQueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.#client.query(query, (error, result) => {
        if (error) reject(error);
        else resolve(result as PostgresQueryResult<unknown>);
      });
    });
  }

  /** Sends statements from the same tick together, such as a snapshot's start with its first statements. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.#stream.uncork();
    });
  }

  /** Returns the connection to the pool; closes one that failed without a server message. */
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
