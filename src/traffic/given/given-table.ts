import type { Instrument } from '../outside-changes.ts';

/** Files with figures that an engine or a service gives its site's owner. One more is a file here and a line in index.ts. */
export const GIVEN_KINDS = [
  'bing_days',
  'bing_pages',
  'bing_queries',
  'search_console_days',
  'search_console_pages',
  'ga4',
] as const;
export type GivenKind = (typeof GIVEN_KINDS)[number];

/** What a cell of a column holds. `share`: a percentage, which its sign may be missing from. */
export type CellType = 'day' | 'page' | 'source' | 'text' | 'count' | 'share';

/** A column that a report knows. */
export interface Field {
  /** As in a mapping, and in stored figures: `cited_pages`. */
  readonly id: string;
  readonly type: CellType;
  /** Its header, in the languages of the service. */
  readonly names: RegExp;
  /** What its header names besides. */
  readonly also?: RegExp;
  /** A file without it is none of this report. */
  readonly isNeeded?: boolean;
}

/** A row of a file's table, by its fields. Null: the cell has nothing, which is unavailable and not 0. */
export type Cells = Readonly<Record<string, string | number | null>>;

export interface GivenRow {
  /** UTC days since 1970; the day is the service's own. Null: the row is of the whole window. */
  readonly day: number | null;
  /** The key (domain/web/page.ts). */
  readonly page: string | null;
  /** A query, or a product's id (traffic/products.ts). */
  readonly label: string | null;
  /** By field; null is unavailable. Shares are fractions of 1. */
  readonly figures: Cells;
}

/** A report whose files are tables. */
export interface GivenReport {
  readonly kind: GivenKind;
  readonly instrument: Instrument;
  /** For people. */
  readonly name: string;
  /** A column belongs to the first field that fits it. */
  readonly fields: readonly Field[];
  /** The first day with figures, in UTC days since 1970; null if unknown. */
  readonly begins: number | null;
  /** What two rows with the same day, page, and label are: parts that add up, a mistake, or different by their other texts. */
  readonly alike: 'parts' | 'mistake' | 'different';
  /** In an undecided `11/12/2026`, the month comes first. */
  readonly monthFirst: boolean;
  /** A sentence if the columns are those of a similar report, which this one must not be taken for. */
  readonly refusal?: (headers: readonly string[], rows: readonly (readonly string[])[]) => string | null;
  /** Label and figures; null leaves the row out. */
  readonly rowOf: (cells: Cells) => Pick<GivenRow, 'label' | 'figures'> | null;
}

/** Where a field was found. */
export interface Column {
  readonly field: string;
  /** From 0. */
  readonly at: number;
  /** The header; empty in a file without one. */
  readonly header: string;
  readonly by: 'name' | 'values' | 'mapping';
}

/** UTC days since 1970, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** A file's table, read whole. */
export interface GivenTable {
  readonly kind: GivenKind;
  readonly columns: readonly Column[];
  /** Headers of columns that are not kept. */
  readonly unused: readonly string[];
  /** Rows in the file, without the header. */
  readonly lines: number;
  /** Rows of other sites than the brand's, or of sources that are no AI product. */
  readonly leftOut: number;
  readonly rows: readonly GivenRow[];
  /** The days that it covers; null if neither the file nor the person says. */
  readonly days: Days | null;
  /** Whether each row has its day. */
  readonly isDaily: boolean;
  /** What was taken to come first in days such as `11/12/2026`, if nothing in the file decides. */
  readonly assumed: 'month' | 'day' | null;
}
