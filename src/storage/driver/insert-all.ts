import type { Insertable } from 'kysely';
import { capabilitiesOf, type InsertedRow } from './capabilities.ts';
import type { Database } from './database.ts';
import type { Tables } from './schema.ts';

/** Inserts any number of rows, which all have the columns of the first. Not for columns of bytes. */
export async function insertAll<Name extends keyof Tables>(
  db: Database,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const query of capabilitiesOf(db).insertions(table, columns, rows as readonly InsertedRow[])) {
    await db.executeQuery(query);
  }
}
