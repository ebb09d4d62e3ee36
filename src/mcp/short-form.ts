import type { TSchema } from 'typebox';

/** A report in the size that an assistant can read, where its own rows are too large for that. */
export interface ShortForm<Data = unknown> {
  /** What parameters are when they are left out, where that is not what the report says. */
  readonly defaults: Readonly<Record<string, number | string>>;
  /** What its rows are, where they are not those of the report. */
  readonly data?: TSchema;
  readonly description: string;
  /** What `full` does; without it there is no such argument, and rows are as they are. */
  readonly fullDescription?: string;
  shorten?(data: Data): Shortened;
  /** What a reader of the text alone needs in addition to the tables. */
  textOf?(data: Data): string;
  /** How many of the first `most` rows to keep so that no page splits what belongs together; at least one. */
  wholeRows?(rows: Data extends readonly unknown[] ? Data : readonly unknown[], most: number): number;
}

export interface Shortened {
  /** The rows in short, in the order in which they are given. */
  readonly data: unknown;
  /** A sentence that says what they lack; null if they lack nothing. */
  readonly lack: string | null;
  /** How many of these rows come first, and what a result with no more than those lacks; all of them if left out. */
  readonly first?: { readonly rows: number; readonly lack: string };
}
