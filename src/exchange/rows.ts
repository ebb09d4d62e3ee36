/** The fields of an import that a file's columns can become. `named` and `position` are the other tool's own figures. */
export const IMPORT_FIELDS = [
  'question',
  'engine',
  'time',
  'market',
  'answer',
  'citations',
  'searches',
  'model',
  'id',
  'named',
  'position',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The other tool's reading of the brand in an answer; null where it has none. */
export interface TheirFigures {
  readonly named: boolean | null;
  /** From 1, as that tool counts. */
  readonly position: number | null;
}

/** One row of another tool's export, as Sightline would import it. */
export interface ImportRow {
  /** From 1 in the file, the header not counted. */
  readonly row: number;
  readonly question: string;
  /** As the file says; empty if it says nothing. */
  readonly engine: string;
  /** UTC milliseconds. */
  readonly collectedAt: number;
  /** As the file says. */
  readonly market: string | null;
  /** Markdown or plain text. */
  readonly answer: string;
  /** In the file's order, `http` and `https` only; null if it has no field for them. */
  readonly citations: readonly { readonly url: string; readonly title: string | null }[] | null;
  readonly searches: readonly string[] | null;
  readonly model: string | null;
  /** The file's id, or else a hash of what tells the row apart, so a second import skips it. */
  readonly externalId: string;
  readonly theirs: TheirFigures;
}

/** A row that cannot be imported, with as much of it as could be read. */
export interface LeftOutRow {
  readonly row: number;
  readonly reason: LeftOutReason;
  readonly question: string | null;
  readonly engine: string | null;
  readonly collectedAt: number | null;
  readonly market: string | null;
  readonly theirs: TheirFigures;
}

/** Why a row is left out: what it is, and why that is a reason. */
export const LEFT_OUT_WORDS = {
  unreadable: ['cannot be read', 'its cells do not fit the columns, or it is no JSON'],
  too_long: ['too long', 'a row may have 4 million characters, and an answer 1 million'],
  no_answer: ['without the answer’s text', 'a score alone cannot be read again'],
  no_time: ['without a date', 'it belongs to no day'],
  bad_time: ['with a date that cannot be read', 'it belongs to no day'],
  unsure_time: ['with a date such as 11/12/2026', 'nothing in the file says which is the month'],
  future_time: ['with a date in the future', 'no answer can be from then'],
  no_question: ['without a question', 'an answer only counts for its question'],
  no_engine: ['of an engine that is left out', 'no engine of Sightline, or not chosen'],
  no_market: ['of another market', 'no market of the brand, or not chosen'],
  doubled: ['stored already', 'or twice in the file: an answer is stored once'],
} as const satisfies Record<string, readonly [string, string]>;
export type LeftOutReason = keyof typeof LEFT_OUT_WORDS;

export function isLeftOut(row: ImportRow | LeftOutRow): row is LeftOutRow {
  return 'reason' in row;
}
