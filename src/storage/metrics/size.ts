import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/** The database size in bytes. PostgreSQL inspects all files on all machines. */
export async function databaseBytes(db: Database): Promise<number> {
  const { isDistributed, sizeInBytes } = capabilitiesOf(db);
  const size = sizeInBytes(await isDistributed(db));
  const { rows } = await sql<{ bytes: number }>`select ${size} as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}
