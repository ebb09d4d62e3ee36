import Type, { type Static } from 'typebox';
import type { Envelope } from '../reports/run/run-report.ts';
import { count, nullableText, text } from '../reports/shape/schemas.ts';

/** Maximum size of a sent result. Assistants refuse much larger ones. */
export const MOST_CHARACTERS = 40_000;

/** The protocol's overhead: the result's type and its server. */
const OF_PROTOCOL = 500;

export const CutSchema = Type.Object(
  {
    what: text('The missing part, and how to get it.'),
    rows_left_out: count('Rows left out to keep the result small.'),
    cursor: nullableText(
      'Pass it as `cursor` to continue after the last row; null if there is no further row.',
    ),
  },
  { description: 'Only if this result leaves something out.' },
);

/** A report's result, as much as fits. */
export type CutEnvelope = Envelope<unknown, { readonly cut?: Static<typeof CutSchema> }>;

type Row = Readonly<Record<string, unknown>>;

export interface TruncateOptions {
  /** Sentences on earlier omissions. */
  readonly lacks: readonly string[];
  /** Maximum rows, even if more fit; undefined for all. */
  readonly most?: number | undefined;
  /** How many of the first rows to keep if not all fit. */
  readonly wholeRows: (rows: readonly unknown[], most: number) => number;
  /** The cursor after the first rows in a report without its own pages. */
  readonly cursorAfter: (rows: number) => string;
}

/**
 * Renders as much as fits: the whole report, or its first rows, or one row with its texts and lists shortened. Lists omissions in
 * `meta.cut`.
 */
export function truncate<Result>(
  envelope: Envelope,
  { lacks, most, wholeRows, cursorAfter }: TruncateOptions,
  render: (envelope: CutEnvelope) => Result,
): Result {
  const attempt = (kept: Envelope, more: readonly string[]) => {
    const result = render(withCut(envelope, kept, [...lacks, ...more], cursorAfter));
    return JSON.stringify(result).length <= MOST_CHARACTERS - OF_PROTOCOL ? result : null;
  };
  const whole = attempt(most === undefined ? envelope : withRows(envelope, most, wholeRows), []);
  if (whole !== null) return whole;
  const firstRows = (rows: number) => attempt(withRows(envelope, rows, wholeRows), [ROWS_LACK]);
  let best = firstRows(1);
  if (best === null) return shortened(envelope, attempt);
  let [fits, tooMany] = [1, most ?? longestList(envelope.data)];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const result = firstRows(middle);
    if (result === null) tooMany = middle;
    else [best, fits] = [result, middle];
  }
  return best;
}

/** Limits for texts and lists, in the order in which to try them. */
const SIZES = [
  { text: 8000, list: 60 },
  { text: 4000, list: 30 },
  { text: 1500, list: 15 },
  { text: 400, list: 8 },
  { text: 60, list: 3 },
] as const;

function shortened<Result>(
  envelope: Envelope,
  attempt: (kept: Envelope, more: readonly string[]) => Result | null,
): Result {
  const one = withRows(envelope, 1, (_, most) => most);
  for (const size of SIZES) {
    const lack = `Texts end after ${size.text} characters, and lists within a row after ${size.list} entries.`;
    const kept = { ...one, data: valueWithin(one.data, size) };
    const result = attempt(kept, [ROWS_LACK, lack]);
    if (result !== null) return result;
  }
  throw new Error('One row is too large for a result, even without its texts.');
}

const ROWS_LACK =
  'Rows are left out to keep the result small; pass `cursor` to continue, or ask for less with the other arguments.';

/** The envelope with its omissions in `meta.cut`; unchanged without any. */
function withCut(
  whole: Envelope,
  kept: Envelope,
  lacks: readonly string[],
  cursorAfter: TruncateOptions['cursorAfter'],
): CutEnvelope {
  if (lacks.length === 0) return kept;
  const rowsLeftOut = rowsOf(whole.data) - rowsOf(kept.data);
  const own = rowsLeftOut === 0 ? null : cursorAfter(longestList(kept.data));
  const { next_cursor: cursor = own } = kept.meta;
  const cut = { what: lacks.join(' '), rows_left_out: rowsLeftOut, cursor };
  return { data: kept.data, meta: { ...kept.meta, cut } };
}

/** The first rows of every list in a report. A shortened page has a cursor to its next row. */
function withRows({ data, meta }: Envelope, most: number, wholeRows: TruncateOptions['wholeRows']): Envelope {
  const first = (rows: readonly unknown[]) => rows.slice(0, wholeRows(rows, Math.min(most, rows.length)));
  if (!Array.isArray(data)) {
    const lists = Object.entries(data as Row).map(([name, each]) => [
      name,
      Array.isArray(each) ? first(each) : each,
    ]);
    return { data: Object.fromEntries(lists), meta };
  }
  const kept = first(data);
  const last = kept.at(-1) as Row | undefined;
  const isCut = kept.length < data.length && 'next_cursor' in meta;
  return { data: kept, meta: isCut ? { ...meta, next_cursor: cursorOf(last) } : meta };
}

/** In reports with pages, the last row's id is the cursor. */
function cursorOf(last: Row | undefined): string | null {
  return typeof last?.id === 'string' ? last.id : null;
}

function listsOf(data: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(data) ? [data] : Object.values(data as Row).filter((each) => Array.isArray(each));
}

function longestList(data: unknown): number {
  return Math.max(1, ...listsOf(data).map(({ length }) => length));
}

function rowsOf(data: unknown): number {
  return listsOf(data).reduce((sum, { length }) => sum + length, 0);
}

/** A value with texts and inner lists cut to this length. */
function valueWithin(value: unknown, size: (typeof SIZES)[number]): unknown {
  if (typeof value === 'string') return value.length > size.text ? `${startOf(value, size.text)}…` : value;
  if (Array.isArray(value)) return value.slice(0, size.list).map((each) => valueWithin(each, size));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, valueWithin(each, size)]));
}

/** The first characters of a text, without half of a surrogate pair at the end. */
function startOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
