import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/** The size of the whole database, in bytes. PostgreSQL looks at every file of it, on every machine. */
export async function databaseBytes(db: Database): Promise<number> {
  const { isSpread, sizeInBytes } = capabilitiesOf(db);
  const size = sizeInBytes(await isSpread(db));
  const { rows } = await sql<{ bytes: number }>`select ${size} as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}
