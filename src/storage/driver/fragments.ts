import { type RawBuilder, sql } from 'kysely';

/** SQL fragments for several statements. */

/** For numbers above 2^31, such as instants. In a select list, PostgreSQL takes untyped parameters for text. */
export function bigint(value: unknown): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}
