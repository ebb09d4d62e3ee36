import type { Insertable } from 'kysely';
import { capabilitiesOf, type InsertedRow } from './capabilities.ts';
import type { Database } from './database.ts';
import type { Tables } from './schema/schema.ts';

/** Inserts any number of rows with the first row's columns. Not for byte columns. */
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
