import type { Insertable } from 'kysely';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';
import type { Tables } from './schema.ts';

/** Inserts rows in as many statements as the database's limit on parameters asks for. */
export async function insertAll<Name extends keyof Tables>(
  db: Database,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const most = columns === 0 ? 1 : Math.floor(capabilitiesOf(db).maxParameters / columns);
  for (let at = 0; at < rows.length; at += most) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + most))
      .execute();
  }
}
