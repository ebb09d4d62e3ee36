import { type RawBuilder, sql } from 'kysely';

/** Pieces of SQL that several statements are made of. */

/** A parameter as an integer. PostgreSQL takes one in the list of a select for text if nothing says what it is. */
export function integer(value: unknown): RawBuilder<number> {
  return sql`cast(${value} as integer)`;
}

/** The same for numbers that may be above 2^31, such as instants. */
export function bigint(value: unknown): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}
