import { type QueryExecutorProvider, sql } from 'kysely';

/** Whether the database has the extension that spreads it over machines, as a condition. */
export const HAS_CITUS = "exists (select from pg_extension where extname = 'citus')";

/** The same, asked of a PostgreSQL database. */
export async function hasCitus(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${sql.raw(HAS_CITUS)} as is`.execute(db);
  return rows[0]?.is === true;
}

/**
 * For a transaction that changes tables of a cluster: one connection to each machine, because others would not see what the
 * transaction did to tables that refer to each other. Without Citus it is a setting that nothing reads.
 */
export const ONE_CONNECTION_EACH = "set local citus.multi_shard_modify_mode = 'sequential'";
