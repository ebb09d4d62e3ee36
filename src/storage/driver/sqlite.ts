import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely';
import { storeUnavailable } from '../../domain/errors.ts';
import type { Capabilities, CapableAdapter, InsertedRow } from './capabilities.ts';
import { keepToOwner, makeFolder } from './own-files.ts';
import type { StatementLog } from './store-observer.ts';

/** The main store keeps every commit through a power cut; limits may lose the last. */
type Durability = 'full' | 'off';

/** Opens or creates a SQLite file with the first query. */
export function openSqlite<T>(path: string, durability: Durability, log: StatementLog = []): Kysely<T> {
  const place: Place = {
    open: () => openFile(path, durability),
    // Counts may begin again in a new file.
    mayOpenAgain: () => durability === 'off' || existsSync(path),
    freeBytes: () => freeBytesAt(dirname(path)),
    mayWrite: () => isWritable(path),
    connections: new Set(),
  };
  const readers = new Readers(
    (adapter) => new Kysely({ dialect: new NodeSqliteDialect(place, adapter), log }),
  );
  const adapter = new NodeSqliteAdapter(place, readers);
  return new Kysely<T>({ dialect: new NodeSqliteDialect(place, adapter, () => readers.destroy()), log });
}

interface Reader {
  readonly db: Kysely<never>;
  /** Users and waiters. */
  uses: number;
}

/** A long report may run while this many others are read. */
const MOST_READERS = 3;

/** Additional read-only connections; each opens when all earlier ones are busy. */
class Readers {
  readonly #open: (adapter: NodeSqliteAdapter) => Kysely<never>;
  readonly #all: Reader[] = [];

  constructor(open: (adapter: NodeSqliteAdapter) => Kysely<never>) {
    this.#open = open;
  }

  async run<Result>(
    adapter: NodeSqliteAdapter,
    work: (db: Kysely<never>) => Promise<Result>,
  ): Promise<Result> {
    const reader = this.#leastUsed(adapter);
    reader.uses += 1;
    try {
      return await work(reader.db);
    } finally {
      reader.uses -= 1;
    }
  }

  async destroy(): Promise<void> {
    for (const { db } of this.#all.splice(0)) await db.destroy();
  }

  #leastUsed(adapter: NodeSqliteAdapter): Reader {
    const [least] = this.#all.toSorted((a, b) => a.uses - b.uses);
    if (least !== undefined && (least.uses === 0 || this.#all.length >= MOST_READERS)) return least;
    const added = { db: this.#open(adapter), uses: 0 };
    this.#all.push(added);
    return added;
  }
}

/** A file's tables, read without changing it. `isAtRest`: nobody is writing, so skip the log. */
export function tablesOfFile(path: string, isAtRest: boolean): string[] {
  const url = pathToFileURL(path);
  if (isAtRest) url.searchParams.set('immutable', '1');
  const file = new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS.full });
  try {
    const rows = file.prepare("select name from sqlite_schema where type = 'table'").all();
    return rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'));
  } finally {
    file.close();
  }
}

/**
 * Copies a database's rows at one instant to an empty file, while others may write. A page copy would include deleted
 * data in free pages and between rows.
 */
export function copyRows(path: string, target: string): void {
  const file = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS.full });
  try {
    file.prepare('vacuum into ?').run(target);
  } finally {
    file.close();
  }
}

/** Deletes finished jobs' replies from a private copy, and shrinks it. */
export function leaveOutReplies(path: string): void {
  const file = new DatabaseSync(path);
  try {
    file.exec(`
      delete from replies where exists (
        select 1 from jobs j where j.brand_id = replies.brand_id and j.id = replies.job_id and j.next_at is null);
      vacuum`);
  } finally {
    file.close();
  }
}

/** Where a file is. */
interface Place {
  readonly open: () => DatabaseSync;
  /** Whether to open the file after it has failed: a missing one is not recreated. */
  readonly mayOpenAgain: () => boolean;
  readonly freeBytes: () => number;
  /** Whether this process may write; false on a read-only mount. */
  readonly mayWrite: () => boolean;
  /** All connections to the file. After one finds it failing, all reopen it, as the log may have changed. */
  readonly connections: Set<NodeSqliteConnection>;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Log pages before a checkpoint. An answer changes about a hundred pages, many shared with the next answer and then
 * copied once: eight times the default writes a quarter fewer bytes per answer.
 */
const CHECKPOINT_PAGES: Record<Durability, number> = { full: 8000, off: 1000 };

/**
 * Cache per connection in kB, and the 4 kB pages before a transaction spills early. The system caches the file too:
 * reports are as fast with 4 MB as with 16, which every server thread would hold.
 */
const CACHE_KB = 4000;
const SPILL_PAGES = 4000;

/**
 * Whether deleted bytes are overwritten. Always, not only for purges: a row that moves leaves bytes that no later
 * deletion finds. Request counts expire within the hour.
 */
const SECURE_DELETE: Record<Durability, 'on' | 'off'> = { full: 'on', off: 'off' };

/** How long to wait for another process's write. It blocks the whole process, so counting requests waits briefly. */
const BUSY_MS: Record<Durability, number> = { full: 5000, off: 250 };

function openFile(path: string, durability: Durability): DatabaseSync {
  makeFolder(dirname(path));
  keepToOwner(path);
  const file = new DatabaseSync(path, { timeout: BUSY_MS[durability] });
  // Setting it again would wait for a writer, which may itself need this thread.
  const { auto_vacuum: vacuum } = file.prepare('pragma auto_vacuum').get() ?? {};
  if (vacuum !== INCREMENTAL) file.exec('pragma auto_vacuum = incremental');
  file.exec(
    `pragma journal_mode = wal; pragma synchronous = ${durability}; pragma temp_store = memory;
     pragma cache_size = -${CACHE_KB}; pragma cache_spill = ${SPILL_PAGES}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES[durability]};
     pragma journal_size_limit = 67108864; pragma foreign_keys = on;
     pragma secure_delete = ${SECURE_DELETE[durability]}`,
  );
  return file;
}

const capabilities: Omit<Capabilities, 'refuseUnwritable' | 'onReader'> = {
  types: {
    serial: 'integer',
    text: 'text',
    bytes: 'blob',
    clustered: ' without rowid',
    unlogged: '',
  },
  jsonList: (column, where) => {
    const values = sql<string>`json_group_array(${sql.ref(column)})`;
    return where === null ? values : sql<string>`${values} filter (where ${where})`;
  },
  isOneOf: (column, query) => sql<boolean>`${sql.ref(column)} in (${query})`,
  jsonRows: (json, alias) => sql`json_each(${json}) as ${sql.ref(alias)}`,
  jsonTexts: (json, alias) => sql`json_each(${json}) as ${sql.ref(alias)}`,
  joinInOrder: (table, alias, on) => sql`cross join ${sql.table(table)} as ${sql.ref(alias)} on ${on}`,
  byIndex: (index) => sql`indexed by ${sql.ref(index)}`,
  skipLocked: sql``,
  insertions,
  rowsOfJson: null,
  insertsIntoSeveral: false,
  isDistributed: async () => false,
  space: { free: freeSpace, giveBack, rewrite, emptyLog },
  commitOutcome: null,
  runsInOwnProcess: false,
  mostReaders: MOST_READERS,
  maxParameters: 32_000,
  beforeSteps: [],
  canDistribute: false,
  integrityProblems,
};

/** Rows per statement, largest first. A few of them make any number, so few texts need preparing. */
const ROWS_AT_ONCE = [64, 8, 2, 1];

function insertions(
  table: string,
  columns: readonly string[],
  rows: readonly InsertedRow[],
): CompiledQuery[] {
  const queries: CompiledQuery[] = [];
  for (let at = 0; at < rows.length; ) {
    const count = ROWS_AT_ONCE.find((each) => each <= rows.length - at) ?? 1;
    const values = rows.slice(at, at + count).flatMap((row) => columns.map((column) => row[column] ?? null));
    queries.push(CompiledQuery.raw(insertionOf(table, columns, count), values));
    at += count;
  }
  return queries;
}

/** Built texts: building one takes as long as inserting a row. */
const INSERTIONS = new Map<string, string>();

function insertionOf(table: string, columns: readonly string[], count: number): string {
  const list = `"${table}" ("${columns.join('", "')}")`;
  const key = `${count} ${list}`;
  const known = INSERTIONS.get(key);
  if (known !== undefined) return known;
  const row = `(${columns.map(() => '?').join(', ')})`;
  const text = `insert into ${list} values ${Array(count).fill(row).join(', ')}`;
  INSERTIONS.set(key, text);
  return text;
}

/** Detects write failures in advance. Other disk failures surface with the next write. */
export async function refuseUnwritable(
  db: Kysely<never>,
  { freeBytes, mayWrite }: Pick<Place, 'freeBytes' | 'mayWrite'>,
): Promise<void> {
  if (!mayWrite()) throw storeUnavailable(new Error('the file of the store cannot be written'));
  const { rows } = await sql<{ left: number }>`
    select m.max_page_count - p.page_count + f.freelist_count as left
    from pragma_max_page_count as m, pragma_page_count as p, pragma_freelist_count as f`.execute(db);
  const isAtLimit = (rows[0]?.left ?? 1) <= 0;
  if (isAtLimit || freeBytes() < FULL_BELOW_BYTES) throw storeUnavailable(new Error('the disk is full'));
}

async function freeSpace(db: Kysely<never>): Promise<{ bytes: number; isReturnable: boolean }> {
  const { rows } = await sql<{ bytes: number; vacuum: number }>`
    select f.freelist_count * s.page_size as bytes, a.auto_vacuum as vacuum
    from pragma_freelist_count as f, pragma_page_size as s, pragma_auto_vacuum as a`.execute(db);
  return { bytes: rows[0]?.bytes ?? 0, isReturnable: rows[0]?.vacuum === INCREMENTAL };
}

const INCREMENTAL = 2;

async function giveBack(db: Kysely<never>, mostBytes: number): Promise<void> {
  const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(db);
  const pages = Math.max(1, Math.floor(mostBytes / (rows[0]?.page_size ?? 4096)));
  await sql`pragma incremental_vacuum(${sql.lit(pages)})`.execute(db);
}

/** Connections request this mode (openFile); an older file gets it when rewritten. */
async function rewrite(db: Kysely<never>): Promise<void> {
  await sql`vacuum`.execute(db);
}

/** How long to wait for readers of the log; nobody can write meanwhile. */
const EMPTYING_MS = 250;

async function emptyLog(db: Kysely<never>): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = ${sql.lit(EMPTYING_MS)}`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
      return rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(BUSY_MS.full)}`.execute(connection);
    }
  });
}

async function integrityProblems(db: Kysely<never>): Promise<string[]> {
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const orphans = await sql<{ table: string; parent: string }>`
    select "table", parent from pragma_foreign_key_check`.execute(db);
  return [
    ...check.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...orphans.rows.map(
      (row) => `a row of ${row.table} refers to a row of ${row.parent} that does not exist`,
    ),
  ];
}

class NodeSqliteAdapter extends SqliteAdapter implements CapableAdapter {
  readonly capabilities: Capabilities;

  constructor(place: Pick<Place, 'freeBytes' | 'mayWrite'>, readers: Readers) {
    super();
    this.capabilities = {
      ...capabilities,
      refuseUnwritable: (db) => refuseUnwritable(db, place),
      onReader: (work) => readers.run(this, work),
    };
  }

  /** Migrations run in one `begin immediate`, so a second process waits and finds them done. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect implements Dialect {
  readonly #place: Place;
  readonly #adapter: NodeSqliteAdapter;
  readonly #onDestroy: () => Promise<void>;

  /** @param adapter the connections' shared adapter, which knows the file's features */
  constructor(place: Place, adapter: NodeSqliteAdapter, onDestroy: () => Promise<void> = async () => {}) {
    this.#place = place;
    this.#adapter = adapter;
    this.#onDestroy = onDestroy;
  }

  createAdapter(): NodeSqliteAdapter {
    return this.#adapter;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#place, this.#onDestroy);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector<T>(db: Kysely<T>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** One connection; Kysely gives it to one query or transaction at a time. */
class NodeSqliteDriver implements Driver {
  readonly #connection: NodeSqliteConnection;
  readonly #onDestroy: () => Promise<void>;

  constructor(place: Place, onDestroy: () => Promise<void>) {
    this.#connection = new NodeSqliteConnection(place);
    this.#onDestroy = onDestroy;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begin = settings.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#onDestroy();
    this.#connection.close();
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly reads: boolean;
}

const STATEMENTS_KEPT = 200;

/** Yield to the event loop after this long. */
const LONGEST_TURN_MS = 25;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #place: Place;
  readonly #prepared = new Map<string, Prepared>();
  #file: DatabaseSync | undefined;
  #hasFailed = false;
  #turnBegan = 0;

  constructor(place: Place) {
    this.#place = place;
    place.connections.add(this);
  }

  /** Closes the file unless a transaction is open. */
  forgetIdle(): void {
    if (this.#file && !this.#file.isTransaction) this.#forget();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() - this.#turnBegan > LONGEST_TURN_MS) await this.#endTurn();
    return this.#guarded(() => {
      const { statement, reads } = this.#prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (reads) return { rows: statement.all(...parameters) as R[] };
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    });
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const rows = this.#guarded(() =>
      this.#prepare(query.sql).statement.iterate(...(query.parameters as SQLInputValue[])),
    );
    for (const row of rows) yield { rows: [row as R] };
  }

  /** Rolls back. SQLite may already have done so, and the file may be gone. */
  rollback(): void {
    if (this.#file?.isTransaction) this.#guarded(() => this.#file?.exec('rollback'));
  }

  close(): void {
    this.#prepared.clear();
    const file = this.#file;
    this.#file = undefined;
    if (file?.isOpen) file.close();
  }

  #current(): DatabaseSync {
    if (this.#file) return this.#file;
    if (this.#hasFailed && !this.#place.mayOpenAgain()) {
      throw storeUnavailable(new Error('the file is no longer there'));
    }
    this.#file = this.#place.open();
    return this.#file;
  }

  #prepare(text: string): Prepared {
    const file = this.#current();
    const known = this.#prepared.get(text);
    if (known) return known;
    if (this.#prepared.size >= STATEMENTS_KEPT) this.#prepared.clear();
    const statement = file.prepare(text);
    // Pragmas without columns may still work row by row, like incremental_vacuum: read them to the end.
    const reads = statement.columns().length > 0 || /^pragma\b/i.test(text);
    const prepared = { statement, reads };
    this.#prepared.set(text, prepared);
    return prepared;
  }

  /** Statements never wait, so a chain of them would block other requests. */
  async #endTurn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnBegan = performance.now();
  }

  /** Reports a failing file as unavailable and drops it, so the next query reopens it. */
  #guarded<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (!isFileFailure(error)) throw error;
      if (!isBusy(error)) {
        this.#forget();
        for (const each of this.#place.connections) each.forgetIdle();
      }
      throw storeUnavailable(describeFailure(error, this.#place.freeBytes));
    }
  }

  #forget(): void {
    this.#hasFailed = true;
    try {
      this.close();
    } catch {
      // The file has just failed; closing it may fail for the reported reason.
    }
  }
}

// SQLite result codes (sqlite.org/rescode.html) for failing files or disks, rather than wrong statements.
const BUSY = [5, 6, 15];
const FILE_FAILURES = [...BUSY, 7, 8, 9, 10, 11, 13, 14, 23, 26];

function isFileFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: string; errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') {
    return FILE_FAILURES.includes((errcode ?? 0) & 0xff) || error.message.startsWith('no such table');
  }
  return error.message === 'database is not open' || (error as NodeJS.ErrnoException).syscall !== undefined;
}

function isBusy(error: unknown): boolean {
  return BUSY.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);
}

const FULL = 13;
const IO_FAILURE = 10;

/** With less space, SQLite cannot write its next page and log. */
const FULL_BELOW_BYTES = 256 * 1024;

/** A file failure with advice: SQLite reports several kinds of full disks only as "disk I/O error". */
export function describeFailure(error: unknown, freeBytes: () => number): unknown {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  if (BUSY.includes(code)) return new Error('another process is writing to it', { cause: error });
  const isFull = code === FULL || (code === IO_FAILURE && hasNoRoom(freeBytes));
  return isFull ? new Error('the disk is full', { cause: error }) : error;
}

function hasNoRoom(freeBytes: () => number): boolean {
  try {
    return freeBytes() < FULL_BELOW_BYTES;
  } catch {
    return false; // The folder is gone too; only SQLite's message remains.
  }
}
