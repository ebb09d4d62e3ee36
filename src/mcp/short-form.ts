import type { TSchema } from 'typebox';

/** A shorter form for a report whose rows are too large for an assistant. */
export interface ShortForm<Data = unknown> {
  /** Default parameters that differ from the report's. */
  readonly defaults: Readonly<Record<string, number | string>>;
  /** Schema of its rows, if they differ from the report's. */
  readonly data?: TSchema;
  readonly description: string;
  /** Description of `full`; without it, there is no such argument and rows are unchanged. */
  readonly fullDescription?: string;
  shorten?(data: Data): ShortData;
  /** Extra text for clients that read no structured content. */
  textOf?(data: Data): string;
  /** How many of the first `most` rows to keep so that no page splits a group; at least one. */
  wholeRows?(rows: Data extends readonly unknown[] ? Data : readonly unknown[], most: number): number;
}

export interface ShortData {
  /** The shortened rows, in the given order. */
  readonly data: unknown;
  /** A sentence on the omissions; null for none. */
  readonly lack: string | null;
  /** A smaller first page, and its omissions; without it, all rows come first. */
  readonly first?: { readonly rows: number; readonly lack: string };
}
