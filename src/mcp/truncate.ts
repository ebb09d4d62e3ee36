import Type, { type Static } from 'typebox';
import type { Envelope } from '../reports/run/run-report.ts';
import { count, nullableText, text } from '../reports/shape/schemas.ts';
import { mapLists } from './rows-cursor.ts';

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

/**
 * Renders as much as fits: the whole report, or its first rows, or one row with its texts and lists shortened. Lists omissions in
 * `meta.cut`.
 *
 * @param cursorAfter the cursor after the first rows in a report without its own pages
 */
export function truncate<Result>(
  envelope: Envelope,
  cursorAfter: (rows: number) => string,
  render: (envelope: CutEnvelope) => Result,
): Result {
  const attempt = (kept: CutEnvelope) => {
    const result = render(kept);
    return JSON.stringify(result).length <= MOST_CHARACTERS - OF_PROTOCOL ? result : null;
  };
  const firstRows = (rows: number) => withRows(envelope, rows, cursorAfter);
  const whole = attempt(envelope);
  if (whole !== null) return whole;
  let best = attempt(firstRows(1));
  if (best === null) return shortened(firstRows(1), attempt);
  let [fits, tooMany] = [1, longestList(envelope.data)];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const result = attempt(firstRows(middle));
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

function shortened<Result>(one: CutEnvelope, attempt: (kept: CutEnvelope) => Result | null): Result {
  const { next_cursor: cursor = null, cut = { what: '', rows_left_out: 0, cursor } } = one.meta;
  for (const size of SIZES) {
    const lack = `Texts end after ${size.text} characters, and lists within a row after ${size.list} entries.`;
    const what = `${cut.what} ${lack}`.trim();
    const result = attempt({
      data: valueWithin(one.data, size),
      meta: { ...one.meta, cut: { ...cut, what } },
    });
    if (result !== null) return result;
  }
  throw new Error('One row is too large for a result, even without its texts.');
}

const ROWS_LACK =
  'Rows are left out to keep the result small; pass `cursor` to continue, or ask for less with the other arguments.';

/** The first rows of every list in a report, and what is left out. A shortened page has a cursor to its next row. */
function withRows(
  { data, meta }: Envelope,
  most: number,
  cursorAfter: (rows: number) => string,
): CutEnvelope {
  const kept = mapLists(data, (rows) => rows.slice(0, most));
  const left = rowsOf(data) - rowsOf(kept);
  if (left === 0) return { data, meta };
  const own = 'next_cursor' in meta ? { next_cursor: cursorOf(kept) } : {};
  const cut = { what: ROWS_LACK, rows_left_out: left, cursor: own.next_cursor ?? cursorAfter(most) };
  return { data: kept, meta: { ...meta, ...own, cut } };
}

/** In reports with pages, the last row's id is the cursor. */
function cursorOf(rows: unknown): string | null {
  const last = (rows as readonly Row[]).at(-1);
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
