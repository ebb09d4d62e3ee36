import { type RawBuilder, sql } from 'kysely';

/**
 * How many users have read the alert of a row. The brand's id is given, and not that of the row: so the statement touches one
 * brand's part only.
 *
 * @param table that has it, or its name in the statement
 */
export function readersOf(table: string, brandId: number): RawBuilder<number> {
  return sql<number>`(
    select count(*) from alert_reads as r
    where r.brand_id = ${brandId} and r.alert_id = ${sql.ref(`${table}.id`)})`;
}
