import { existsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { SightlineError } from '../../domain/errors.ts';
import { migrateLimits, migrateMain } from './migrations/index.ts';
import { openPostgres } from './postgres.ts';
import type { LimitTables, Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { isPostgresUrl, sqlitePathOf } from './store-url.ts';

/** What every query function takes first: a store, or a transaction on one. */
export type Database = Kysely<Tables>;
export type LimitsDatabase = Kysely<LimitTables>;

/** An open store. `limits` is apart so that counting requests never waits for an import's write lock. */
export interface Store {
  readonly main: Database;
  readonly limits: LimitsDatabase;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Connections to PostgreSQL at most; SQLite has one. */
  readonly connections?: number;
  /** SQLite only: refuse to make a file that is not there, which may be a misspelt path. */
  readonly mustExist?: boolean;
  /** PostgreSQL only: give a statement up after this long. Without it, never. */
  readonly statementTimeoutMs?: number;
  readonly onConnectionLost?: (error: Error) => void;
}

/**
 * Opens the store a URL names and brings its schema up to date.
 *
 * @param url `sqlite:<path>` or `postgres://…`
 * @throws SightlineError `invalid_setting` for any other URL, `not_found` as `mustExist` says, `unavailable` when the store cannot be opened
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const path = sqlitePathOf(url);
  if (options.mustExist && path !== null && !existsSync(path)) {
    throw new SightlineError('not_found', `There is no store at ${path}; \`sightline apply\` makes one.`);
  }
  // On connections of its own: a migration may take longer than a client would wait.
  const migrating = storeOf(url, {});
  try {
    await migrateMain(migrating.main);
    await migrateLimits(migrating.limits);
  } catch (error) {
    throw new SightlineError(
      'unavailable',
      `The store ${placeOf(url)} cannot be opened: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await migrating.close();
  }
  return storeOf(url, options);
}

/** Resolves when the store answers. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

function storeOf(url: string, options: StoreOptions): Store {
  const path = sqlitePathOf(url);
  if (path !== null) return sqliteStore(path);
  if (isPostgresUrl(url)) return postgresStore(url, options);
  throw new SightlineError(
    'invalid_setting',
    'A store is named by sqlite:<path> or postgres://<user>@<host>/<database>.',
  );
}

function sqliteStore(path: string): Store {
  const main = openSqlite<Tables>(path, 'full');
  const limits = openSqlite<LimitTables>(`${path}-limits`, 'off');
  return {
    main,
    limits,
    close: async () => {
      await main.destroy();
      await limits.destroy();
    },
  };
}

function postgresStore(url: string, options: StoreOptions): Store {
  const pool = openPostgres<Tables & LimitTables>(url, {
    connections: options.connections ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 0,
    onConnectionLost: options.onConnectionLost ?? (() => {}),
  });
  return {
    main: pool as unknown as Database,
    limits: pool as unknown as LimitsDatabase,
    close: () => pool.destroy(),
  };
}

/** What may be shown of a URL: never who logs in, nor with what. */
function placeOf(url: string): string {
  if (sqlitePathOf(url) !== null) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof SightlineError ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const first = cause instanceof AggregateError ? cause.errors[0] : undefined;
  return cause.message || (first instanceof Error ? first.message : cause.name);
}
