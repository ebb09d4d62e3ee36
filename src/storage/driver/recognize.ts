import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type MARK, tablesOfFile } from './sqlite.ts';

/**
 * What there is where a store is looked for: one of ours, nothing yet (an empty file or database counts as nothing), or
 * something that is not ours and must not be touched.
 */
export type Found = 'ours' | 'nothing' | 'foreign';

/** The table that distinguishes our stores from others. */
export type MarkTable = typeof MARK | 'sightline_limit_migrations';

const SQLITE_HEADER = 'SQLite format 3\0';

/** Bytes 18 and 19 of the header are 2 in a file with a write-ahead log. */
const WAL_MODE = 2;

/** What a file is. Looking does not change it, and creates no file next to it. */
export function recognizeFile(path: string, mark: MarkTable): Found {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.isFile() && found.size === 0)) return 'nothing';
  // A folder, and what would be waited for without end, such as a pipe.
  if (!found.isFile()) return 'foreign';
  const header = headerOf(path);
  if (header.toString('latin1', 0, SQLITE_HEADER.length) !== SQLITE_HEADER) return 'foreign';
  // Even to read, SQLite would create a log next to a file in WAL mode. Without a log, nobody has the file open.
  const isAtRest = header[18] === WAL_MODE && !existsSync(`${path}-wal`);
  return recognized(tablesOfFile(path, isAtRest), mark);
}

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header;
}

/** The same of a PostgreSQL database, as far as the tables of its current schema tell. Those of extensions do not count. */
export async function recognizeDatabase<T>(db: Kysely<T>, mark: MarkTable): Promise<Found> {
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

function recognized(tables: readonly string[], mark: MarkTable): Found {
  if (tables.includes(mark)) return 'ours';
  return tables.length === 0 ? 'nothing' : 'foreign';
}
