import { type RawBuilder, sql } from 'kysely';

/** SQL fragments for several statements. */

/** An integer parameter. In a select list, PostgreSQL takes untyped parameters for text. */
export function integer(value: unknown): RawBuilder<number> {
  return sql`cast(${value} as integer)`;
}

/** For numbers above 2^31, such as instants. */
export function bigint(value: unknown): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}
