import type { CompiledQuery, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely';

/** Words in `create` statements that differ between the databases. */
export interface Types {
  /** An auto-incrementing key. */
  readonly serial: string;
  /** Text with byte order, so both databases sort alike. */
  readonly text: string;
  readonly bytes: string;
  /** After a table's columns: stores rows in primary key order, if possible. */
  readonly clustered: string;
  /** Before `table`: a database crash may lose the rows. */
  readonly unlogged: string;
}

/**
 * Named differences between the databases. sqlite.ts and postgres.ts each provide them; query functions use
 * `capabilitiesOf(db)` and never the database's name.
 */
export interface Capabilities {
  readonly types: Types;
  /** A column of a group's rows, optionally filtered, as a JSON list's text. */
  readonly jsonList: (column: string, where: RawBuilder<unknown> | null) => RawBuilder<string>;
  /** Whether a column is in a small query result; looks the rows up by an index. */
  readonly isOneOf: (column: string, query: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** A JSON list's elements (one parameter) as rows of `<alias>.value`. */
  readonly jsonRows: (json: string, alias: string) => RawBuilder<unknown>;
  /** For text elements; `<alias>.value` is text. */
  readonly jsonTexts: (json: string, alias: string) => RawBuilder<unknown>;
  /**
   * Joins a table row by row after the preceding tables. For statements that take quadratic time in the other order,
   * which PostgreSQL may choose without statistics, right after a large import.
   */
  readonly joinInOrder: (table: string, alias: string, on: RawBuilder<unknown>) => RawBuilder<unknown>;
  /**
   * After a table's alias: forces this index. SQLite has no statistics and would choose between two indexes by
   * chance; PostgreSQL's planner knows their sizes.
   */
  readonly byIndex: (index: string) => RawBuilder<unknown>;
  /** After a select: skips rows that other transactions have locked, if several can write. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Inserts rows with these columns, by statements whose texts recur. */
  readonly insertions: (
    table: string,
    columns: readonly string[],
    rows: readonly InsertedRow[],
  ) => CompiledQuery[];
  /** A table's rows from a parameter with a JSON list of objects; null if not supported. */
  readonly rowsOfJson: ((table: string, rows: string) => RawBuilder<unknown>) | null;
  /** Whether one statement can insert into several tables on one machine. */
  readonly insertsIntoSeveral: boolean;
  /** Whether tables may be on several machines: statements must then name the brand of every brand row they read. */
  readonly isDistributed: (db: QueryExecutorProvider) => Promise<boolean>;
  /** How to reclaim the space of deleted rows; null if the database does it itself. */
  readonly space: Space | null;
  /** How to learn a transaction's outcome; null if no connection can break during a commit. */
  readonly commitOutcome: CommitOutcome | null;
  /**
   * Throws `unavailable` if nothing can be written although reads work, as on a full disk. Writes nothing and takes
   * no lock. Null if only a write can tell.
   */
  readonly refuseUnwritable: ((db: Kysely<never>) => Promise<void>) | null;
  /** Whether the database runs in its own process, in parallel with this one. */
  readonly runsInOwnProcess: boolean;
  /**
   * Runs work on a separate read-only connection, so that nobody waits for it; null if every caller has its own
   * connection anyway.
   */
  readonly onReader: (<Result>(work: (db: Kysely<never>) => Promise<Result>) => Promise<Result>) | null;
  /** The maximum number of such connections; null if any connection can read in parallel. */
  readonly mostReaders: number | null;
  /** Maximum parameters per statement. */
  readonly maxParameters: number;
  /** Statements that begin a schema change. */
  readonly beforeSteps: readonly string[];
  /** Whether a cluster can store it, with an extension. */
  readonly canDistribute: boolean;
  /** All damage that the database itself can find, in words. */
  readonly integrityProblems: (db: Kysely<never>) => Promise<string[]>;
}

/** The outcome of a transaction whose connection broke. */
export interface CommitOutcome {
  /** The open transaction's id, in a separate statement: Citus refuses the function in one that writes. */
  readonly idOf: (transaction: Kysely<never>) => Promise<string>;
  /** @throws SightlineError `unavailable` while it is running */
  readonly wasCommitted: (db: Kysely<never>, id: string) => Promise<boolean>;
}

/** Values by column; missing ones are null. */
export type InsertedRow = Readonly<Record<string, string | number | null | undefined>>;

/** Space of deleted rows in a file. */
interface Space {
  /** Free bytes for later rows. `isReturnable`: the file can shrink step by step. */
  readonly free: (db: Kysely<never>) => Promise<{ readonly bytes: number; readonly isReturnable: boolean }>;
  /** Returns up to `mostBytes` to the system, in one short transaction. */
  readonly giveBack: (db: Kysely<never>, mostBytes: number) => Promise<void>;
  /** Rewrites the whole file without free space, so that it can shrink from then on. */
  readonly rewrite: (db: Kysely<never>) => Promise<void>;
  /**
   * Copies the log into the file and empties it, because it contains old pages.
   *
   * @returns false if a reader or writer was in the way
   */
  readonly emptyLog: (db: Kysely<never>) => Promise<boolean>;
}

/** A dialect's adapter carries the capabilities, so connections and transactions both have them. */
export interface CapableAdapter {
  readonly capabilities: Capabilities;
}

export function capabilitiesOf<T>(db: Kysely<T>): Capabilities {
  return (db.getExecutor().adapter as unknown as CapableAdapter).capabilities;
}
