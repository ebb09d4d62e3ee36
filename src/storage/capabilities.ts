import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';

/**
 * What the two databases do differently, by name. sqlite.ts and postgres.ts each give theirs; query functions
 * ask for it by `capabilitiesOf(db)` and never for the database's own name.
 */
export interface Capabilities {
  readonly types: {
    /** A key that counts itself up. */
    readonly serial: string;
    /** Text that compares by its bytes, so that both databases sort alike. */
    readonly text: string;
    /** After a table's columns: rows are kept in the order of the primary key, where that can be had. */
    readonly clustered: string;
    /** Before `table`: rows that may be lost in a crash of the database. */
    readonly unlogged: string;
  };
  /** The rows of a subquery as one JSON array, so that a page is read in one statement. */
  readonly jsonArrayFrom: <Row>(
    query: SelectQueryBuilder<never, never, Row> & Expression<Row>,
  ) => RawBuilder<Row[]>;
  /** How many parameters a statement may have. */
  readonly maxParameters: number;
  /** Every damage the database itself can find, in words. */
  readonly integrityProblems: (db: Kysely<never>) => Promise<string[]>;
}

/** What a dialect's adapter carries, so that it is found from a connection and from a transaction alike. */
export interface CapableAdapter {
  readonly capabilities: Capabilities;
}

export function capabilitiesOf<T>(db: Kysely<T>): Capabilities {
  return (db.getExecutor().adapter as unknown as CapableAdapter).capabilities;
}
