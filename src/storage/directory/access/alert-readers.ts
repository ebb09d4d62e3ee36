import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the number of users who have read a row's alert. It takes the brand id instead of the row's, so the
 * statement touches only one brand's part.
 *
 * @param table the alerts table's name or alias
 */
export function readersOf(table: string, brandId: number): RawBuilder<number> {
  return sql<number>`(
    select count(*) from alert_reads as r
    where r.brand_id = ${brandId} and r.alert_id = ${sql.ref(`${table}.id`)})`;
}
