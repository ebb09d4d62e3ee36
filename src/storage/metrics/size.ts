import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/** The size of the whole database, in bytes. PostgreSQL looks at every file of it. */
export async function databaseBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select ${capabilitiesOf(db).sizeInBytes} as bytes`.execute(
    db,
  );
  return Number(rows[0]?.bytes);
}
