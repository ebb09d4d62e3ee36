import { existsSync, statSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { tablesOfFile } from './sqlite.ts';

/**
 * A store's location contains our store, nothing (including an empty file or database), or something foreign that
 * must stay unchanged.
 */
export type StoreContent = 'ours' | 'nothing' | 'foreign';

/** The table that identifies our stores. */
type MigrationsTable = 'sightline_migrations' | 'sightline_limit_migrations';

/** SQLite's result code for a file in another format. */
const NOT_A_DATABASE = 26;

/**
 * Identifies a file without changing it or creating files beside it. Only SQLite opens it: closing a file drops the
 * process's locks, even for a store open in another thread, whose log others would then delete.
 */
export function recognizeFile(path: string, mark: MigrationsTable): StoreContent {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.isFile() && found.size === 0)) return 'nothing';
  // Folders, and files that would block forever, such as pipes.
  if (!found.isFile()) return 'foreign';
  // Even to read, SQLite creates a log for files in WAL mode. Without a log, nobody has the file open.
  const isAtRest = !existsSync(`${path}-wal`);
  try {
    return recognized(tablesOfFile(path, isAtRest), mark);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === NOT_A_DATABASE) return 'foreign';
    throw error;
  }
}

/** Identifies a PostgreSQL database by the tables in its current schema, ignoring extensions. */
export async function recognizeDatabase<T>(db: Kysely<T>, mark: MigrationsTable): Promise<StoreContent> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not exists
      (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`.execute(
    db,
  );
  return recognized(
    rows.map(({ name }) => name),
    mark,
  );
}

function recognized(tables: readonly string[], mark: MigrationsTable): StoreContent {
  if (tables.includes(mark)) return 'ours';
  return tables.length === 0 ? 'nothing' : 'foreign';
}
