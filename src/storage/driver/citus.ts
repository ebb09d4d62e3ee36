import { type QueryExecutorProvider, sql } from 'kysely';

/** SQL condition: the Citus extension is installed. */
export const HAS_CITUS = "exists (select from pg_extension where extname = 'citus')";

export async function hasCitus(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${sql.raw(HAS_CITUS)} as is`.execute(db);
  return rows[0]?.is === true;
}

/**
 * For transactions that change a cluster's tables: one connection per machine, because others would not see the
 * changes to tables that refer to each other. Without Citus, nothing reads the setting.
 */
export const ONE_CONNECTION_EACH = "set local citus.multi_shard_modify_mode = 'sequential'";
