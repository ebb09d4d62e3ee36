import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import { LIMITS, MAIN, migrate } from './migrations/index.ts';
import { companionOf } from './own-files.ts';
import { recognizeDatabase, recognizeFile } from './recognize.ts';
import type { LimitTables, Tables } from './schema/schema.ts';
import { describeFailure, freeBytesAt, openSqlite } from './sqlite.ts';
import { logFor, type StoreObserver } from './store-observer.ts';
import { isPostgresUrl, sqlitePathOf } from './store-url.ts';

/** The first parameter of every query function: a store or transaction. */
export type Database = Kysely<Tables>;
export type LimitsDatabase = Kysely<LimitTables>;

/** An open store. `limits` is separate, so that counting requests never waits for an import's write lock. */
export interface Store {
  readonly main: Database;
  readonly limits: LimitsDatabase;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Maximum PostgreSQL connections; SQLite has one. */
  readonly connections?: number;
  /** Refuse to create a missing store: the path or database may be misspelled. */
  readonly mustExist?: boolean;
  /** PostgreSQL only: statement timeout; default: none. */
  readonly statementTimeoutMs?: number;
  readonly onConnectionLost?: (error: Error) => void;
  readonly observer?: StoreObserver | undefined;
  /** Called before migrating an older store. */
  readonly onUpgrade?: (() => void) | undefined;
}

/**
 * Opens a store and migrates it.
 *
 * @param url `sqlite:<path>` or `postgres://…`
 * @throws SightlineError `invalid_setting` for any other URL, and for a foreign file or database, which stays
 * unchanged; `not_found` with `mustExist`; `unavailable` if the store cannot be opened
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  // On separate connections: a migration may exceed the statement timeout.
  const migrating = await storeOf(url, {});
  try {
    await refuseOthers(url, migrating.main, options.mustExist === true);
    await migrate(migrating.main, MAIN, options.onUpgrade);
    await migrate(migrating.limits, LIMITS);
  } catch (error) {
    throw cannotOpen(url, error);
  } finally {
    await migrating.close();
  }
  return await storeOf(url, options);
}

/** Creates nothing for readers, and writes nothing to foreign files. */
async function refuseOthers(url: string, main: Database, mustExist: boolean): Promise<void> {
  const path = sqlitePathOf(url);
  const found =
    path === null
      ? await recognizeDatabase(main, 'sightline_migrations')
      : recognizeFile(path, 'sightline_migrations');
  if (found === 'nothing' && mustExist) {
    const place = path ?? placeOf(url);
    throw new SightlineError('not_found', `There is no store at ${place}; \`sightline apply\` creates one.`);
  }
  if (found === 'foreign') throw notOurs(url);
  if (path !== null && recognizeFile(limitsPathOf(path), 'sightline_limit_migrations') === 'foreign') {
    throw notOurs(`sqlite:${limitsPathOf(path)}`);
  }
}

function notOurs(url: string): SightlineError {
  const what =
    sqlitePathOf(url) === null
      ? 'contains tables that are not from Sightline; give Sightline its own database or schema'
      : 'is not a file of Sightline; give it one of its own';
  return new SightlineError('invalid_setting', `${placeOf(url)} ${what}. Nothing in it was changed.`);
}

function cannotOpen(url: string, error: unknown): SightlineError {
  const isRefusal = error instanceof SightlineError && error.code !== 'unavailable';
  if (isRefusal) return error;
  const path = sqlitePathOf(url);
  const inner = error instanceof SightlineError ? error.cause : error;
  const cause = path === null ? inner : describeFailure(inner, () => freeBytesAt(dirname(path)));
  return new SightlineError(
    'unavailable',
    `The store ${placeOf(url)} cannot be opened: ${reasonOf(cause)}.`,
    { cause },
  );
}

export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
  await capabilitiesOf(db).refuseUnwritable?.(db as never);
}

async function storeOf(url: string, options: StoreOptions): Promise<Store> {
  const path = sqlitePathOf(url);
  if (path !== null) return sqliteStore(path, options);
  if (isPostgresUrl(url)) return await postgresStore(url, options);
  throw new SightlineError(
    'invalid_setting',
    'The URL of a store is sqlite:<path> or postgres://<user>@<host>/<database>.',
  );
}

function sqliteStore(path: string, { observer }: StoreOptions): Store {
  const main = openSqlite<Tables>(path, 'full', logFor(observer));
  const limits = openSqlite<LimitTables>(limitsPathOf(path), 'off', logFor(observer));
  return {
    main,
    limits,
    close: async () => {
      await main.destroy();
      await limits.destroy();
    },
  };
}

function limitsPathOf(path: string): string {
  return companionOf(path, '-limits');
}

/** Loads PostgreSQL's client on demand: SQLite threads need not spend memory on it. */
async function postgresStore(url: string, options: StoreOptions): Promise<Store> {
  const { openPostgres } = await import('./postgres.ts');
  const pool = openPostgres<Tables & LimitTables>(url, {
    connections: options.connections ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 0,
    onConnectionLost: options.onConnectionLost ?? (() => {}),
    log: logFor(options.observer),
    onPool: options.observer?.onPool,
  });
  return {
    main: pool as unknown as Database,
    limits: pool as unknown as LimitsDatabase,
    close: () => pool.destroy(),
  };
}

/** The URL without user and password. */
function placeOf(url: string): string {
  if (sqlitePathOf(url) !== null) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const first = cause instanceof AggregateError ? cause.errors[0] : undefined;
  return cause.message || (first instanceof Error ? first.message : cause.name);
}
