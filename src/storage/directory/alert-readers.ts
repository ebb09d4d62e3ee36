import { type RawBuilder, sql } from 'kysely';

/** How many users have read the alert of a row. @param table that has it, or its name in the statement */
export function readersOf(table: string): RawBuilder<number> {
  return sql<number>`(
    select count(*) from alert_reads as r
    where r.brand_id = ${sql.ref(`${table}.brand_id`)} and r.alert_id = ${sql.ref(`${table}.id`)})`;
}
