import { existsSync, statSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type MARK, tablesOfFile } from './sqlite.ts';

/**
 * What there is where a store is looked for: one of ours, nothing yet (an empty file or database counts as nothing), or
 * something that is not ours and must not be touched.
 */
export type Found = 'ours' | 'nothing' | 'foreign';

/** The table that distinguishes our stores from others. */
type MarkTable = typeof MARK | 'sightline_limit_migrations';

/** SQLite's result code for a file that is none of its own. */
const NOT_A_DATABASE = 26;

/**
 * What a file is. Looking does not change it, and creates no file next to it. Only SQLite opens it: when a process closes a file,
 * it loses its locks on it, also those of a store that it has open in another thread, whose log others would then delete.
 */
export function recognizeFile(path: string, mark: MarkTable): Found {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.isFile() && found.size === 0)) return 'nothing';
  // A folder, and what would be waited for without end, such as a pipe.
  if (!found.isFile()) return 'foreign';
  // Even to read, SQLite would create a log next to a file that has one when it is open. Without a log, nobody has it open.
  const isAtRest = !existsSync(`${path}-wal`);
  try {
    return recognized(tablesOfFile(path, isAtRest), mark);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === NOT_A_DATABASE) return 'foreign';
    throw error;
  }
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
