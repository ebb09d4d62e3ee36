import { type QueryExecutorProvider, sql } from 'kysely';

/** Whether the database has the extension that spreads it over machines, as a condition. */
export const HAS_CITUS = "exists (select from pg_extension where extname = 'citus')";

/** The same, asked of a PostgreSQL database. */
export async function hasCitus(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${sql.raw(HAS_CITUS)} as is`.execute(db);
  return rows[0]?.is === true;
}
