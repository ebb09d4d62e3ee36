import type { CompiledQuery, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely';

/** The words of a `create` statement in which the two databases differ. */
export interface Types {
  /** A key that counts itself up. */
  readonly serial: string;
  /** Text that compares by its bytes, so both databases sort alike. */
  readonly text: string;
  readonly bytes: string;
  /** After a table's columns: rows are kept in the order of the primary key, where that can be had. */
  readonly clustered: string;
  /** After a primary key: columns that its index includes too, if the rows are not stored in its order. */
  readonly covering: (...columns: string[]) => string;
  /** Before `table`: rows that may be lost in a crash of the database. */
  readonly unlogged: string;
}

/**
 * What the two databases do differently, by name. sqlite.ts and postgres.ts each give theirs; query functions
 * ask for it by `capabilitiesOf(db)` and never for the database's own name.
 */
export interface Capabilities {
  readonly types: Types;
  /** A column of a group's rows, or of those that meet a condition, as the text of a JSON list. */
  readonly jsonList: (column: string, where: RawBuilder<unknown> | null) => RawBuilder<string>;
  /** Whether a column is one of the values that a query gives, which are few: the rows of each are looked up in an index. */
  readonly isOneOf: (column: string, query: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** The elements of a JSON list, which is one parameter however many there are, as rows of `<alias>.value`. */
  readonly jsonRows: (json: string, alias: string) => RawBuilder<unknown>;
  /** The same where the elements are texts, and `<alias>.value` is text. */
  readonly jsonTexts: (json: string, alias: string) => RawBuilder<unknown>;
  /**
   * Joins a table after those before it, looking its rows up one by one. For statements that would take quadratic time in
   * the other order, which PostgreSQL may choose if it has no statistics yet: right after a large import.
   */
  readonly joinInOrder: (table: string, alias: string, on: RawBuilder<unknown>) => RawBuilder<unknown>;
  /**
   * After a table's alias: reads the table by this index. SQLite keeps no statistics and would choose between two indexes by
   * chance; PostgreSQL's planner knows how many rows each has.
   */
  readonly byIndex: (index: string) => RawBuilder<unknown>;
  /** After a select: skips rows that another transaction has locked, if several can write concurrently. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Inserts rows with these columns, by statements whose text recurs and is not built from the rows each time. */
  readonly insertions: (
    table: string,
    columns: readonly string[],
    rows: readonly InsertedRow[],
  ) => CompiledQuery[];
  /** The rows of a table that a parameter holds as a JSON list of objects; null where a parameter cannot. */
  readonly rowsOfJson: ((table: string, rows: string) => RawBuilder<unknown>) | null;
  /** Whether one statement can insert into several tables, where these are on one machine. */
  readonly insertsIntoSeveral: boolean;
  /** Whether tables may be on several machines: a statement is then to name the brand of every row of brands that it reads. */
  readonly isSpread: (db: QueryExecutorProvider) => Promise<boolean>;
  /** The size of the database in bytes, as an expression; on all machines together, where there may be several. */
  readonly sizeInBytes: (isSpread: boolean) => RawBuilder<number>;
  /** What the database does with the room of deleted rows; null where it takes care of that itself. */
  readonly space: Space | null;
  /** How to learn what became of a transaction; null where no connection can be lost while it commits. */
  readonly fate: Fate | null;
  /**
   * Throws `unavailable` if nothing can be written although reads go on, as on a full disk. It writes nothing itself and waits for no lock. Null where only a
   * write can tell.
   */
  readonly refuseUnwritable: ((db: Kysely<never>) => Promise<void>) | null;
  /** Whether the database works in a process of its own, while this one does something else. */
  readonly worksBeside: boolean;
  /**
   * Runs work on another connection to the same database, which only reads, so that nobody else waits for it; null where each has a
   * connection of its own anyway.
   */
  readonly onReader: (<Result>(work: (db: Kysely<never>) => Promise<Result>) => Promise<Result>) | null;
  /** How many such connections there are at most; null where any connection reads beside the others. */
  readonly mostReaders: number | null;
  /** How many parameters a statement may have. */
  readonly maxParameters: number;
  /** What a transaction that changes the schema begins with. */
  readonly beforeSteps: readonly string[];
  /** Whether a cluster of machines can store it: with an extension that the database may have. */
  readonly canDistribute: boolean;
  /** Every damage the database itself can find, in words. */
  readonly integrityProblems: (db: Kysely<never>) => Promise<string[]>;
}

/** What became of a transaction whose connection was lost. */
export interface Fate {
  /** The id of the open transaction. By a statement of its own: Citus refuses the function in one that writes. */
  readonly idOf: (transaction: Kysely<never>) => Promise<string>;
  /** @throws SightlineError `unavailable` while it is not over */
  readonly wasCommitted: (db: Kysely<never>, id: string) => Promise<boolean>;
}

/** Values of a row to insert, by column. One that is missing is null. */
export type InsertedRow = Readonly<Record<string, string | number | null | undefined>>;

/** The room that deleted rows have left in a file. */
interface Space {
  /** Free bytes, which later rows use first. `isReturnable`: the file can be made smaller a bit at a time. */
  readonly free: (db: Kysely<never>) => Promise<{ readonly bytes: number; readonly isReturnable: boolean }>;
  /** Gives at most so many free bytes back to the system, in one short transaction. */
  readonly giveBack: (db: Kysely<never>, mostBytes: number) => Promise<void>;
  /** Writes the whole file anew, without free room, and so that it can be made smaller from then on. */
  readonly rewrite: (db: Kysely<never>) => Promise<void>;
  /** Writes what the log has into the file, and empties the log, which has old pages too. @returns whether nobody was in the way */
  readonly emptyLog: (db: Kysely<never>) => Promise<boolean>;
}

/** What a dialect's adapter carries, so that it is found from a connection and from a transaction alike. */
export interface CapableAdapter {
  readonly capabilities: Capabilities;
}

export function capabilitiesOf<T>(db: Kysely<T>): Capabilities {
  return (db.getExecutor().adapter as unknown as CapableAdapter).capabilities;
}
