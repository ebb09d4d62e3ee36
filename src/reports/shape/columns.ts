import type { Interval } from '../../domain/proportion.ts';
import type { RateOfQuestions } from '../../domain/rate.ts';
import type { AnswersFilters } from './answers-filters.ts';

/** The path of a field in a record whose values fit: `present`, or `framing.classified` for a field of a field. */
export type Path<Row, Value> = string extends keyof Row
  ? string
  : Row extends object
    ? {
        [Key in keyof Row & string]: Row[Key] extends Value
          ? Key
          : NonNullable<Row[Key]> extends readonly unknown[]
            ? never
            : NonNullable<Row[Key]> extends object
              ? `${Key}.${Path<NonNullable<Row[Key]>, Value>}`
              : never;
      }[keyof Row & string]
    : never;

type NumberPath<Row> = Path<Row, number | null>;

interface Labeled<Row, Id extends string> {
  /** What the code, the address of a page, and CSV call it: in snake_case, and no other of its table. By default the name of its field. */
  readonly id: Id;
  /** What a person reads at the top of the column. Nothing looks a column up by it. */
  readonly label: string;
  /** Only in CSV: what a table on a screen has no room for. */
  readonly csvOnly?: true;
  /** Only where `meta` has this: what a report says if it is asked to compare, or to put another brand beside. */
  readonly onlyWith?: 'compared' | 'beside' | 'weeks';
  /** On a terminal only with `--full`. */
  readonly fullOnly?: true;
  /** On a screen only where records differ in it. */
  readonly whereVaried?: true;
  /** On a terminal never cut, as figures are not: what does not fit goes on in a second line. */
  readonly whole?: true;
  /** The filters of /answers that list the answers which the figure counts; null if it is 0 by definition. */
  behind?(row: Row): AnswersFilters | null;
}

/** A number of things, with what it is out of: `31 of 80`. */
interface CountColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'count';
  readonly field: NumberPath<Row>;
  readonly of?: NumberPath<Row>;
  /** What is shown for null. */
  readonly none?: string;
  /** The brand whose mentions are counted, if these are not answers: the sum of their `count`. Undefined where they are. */
  occurrencesOf?(row: Row): string | undefined;
}

/** A share with its counts and its interval: `12 of 56, 21% (13 to 34%)`; a count alone where nothing is divided. */
interface RateColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'rate';
  readonly count: NumberPath<Row>;
  readonly of: NumberPath<Row>;
  readonly rate: NumberPath<Row>;
  readonly interval: Path<Row, Interval | null>;
  /** Where it would be for other questions, which has a column of its own in tables; here where there is room for both in one text. */
  readonly range?: Path<Row, Interval | null>;
  /** What is said where there is a rate and no interval, if that is not for too few answers. */
  readonly withoutInterval?: string;
  /** Below this many there is no rate; null if there is a rate from the first on. */
  readonly floor: NumberPath<Row> | null;
  /** If mentions are counted and not answers: whose. The denominator is then the mentions of all tracked brands. Undefined where answers are. */
  occurrencesOf?(row: Row): string | undefined;
  /** The filters that list the answers of the denominator. */
  among?(row: Row): AnswersFilters;
}

/** Where a rate would be for other questions like those asked: `6 to 52%`, or `3 of 12 ever`, the questions with any answer that counts; or another range. */
interface RangeColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'range';
  readonly range: Path<Row, Interval | null>;
  readonly questions?: Path<Row, RateOfQuestions['questions'] | null>;
}

/** A fraction without an interval: `12.3%`. */
interface ShareColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'share';
  readonly field: NumberPath<Row>;
}

/** An amount in US dollars: `$0.0123`. */
interface MoneyColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'money';
  readonly field: NumberPath<Row>;
}

/** A difference in percentage points with its interval: `-40.0 (-49.1 to -27.2)`. */
interface PointsColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'points';
  readonly field: NumberPath<Row>;
  readonly lower: NumberPath<Row>;
  readonly upper: NumberPath<Row>;
}

/** A list position, with how many answers it is over: `2.50 (31 ranked)`. */
interface PositionColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'position';
  readonly field: NumberPath<Row>;
  readonly decimals: 0 | 1 | 2;
  /** How many answers gave it a position; `behind` lists these. */
  readonly ranked?: NumberPath<Row>;
}

interface InstantColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'instant';
  readonly field: Path<Row, string | null>;
  /** Only its UTC day. */
  readonly day?: true;
  readonly none?: string;
}

/** Text on one line; `prose` is longer and gets lines of its own where there is no room; `engine` is the slug of one; `code` is read as words. */
interface TextColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'text' | 'prose' | 'engine' | 'link' | 'code';
  readonly field: Path<Row, string | null>;
  readonly none?: string;
}

interface FlagColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'flag';
  readonly field: Path<Row, boolean>;
}

/** Several short texts in one cell. */
interface ListColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'list';
  items(row: Row): readonly string[];
  /** The items are slugs of engines, which a person reads as names. */
  readonly of?: 'engines';
  /** For sentences: on a screen, under the table, and only if there is any. */
  readonly below?: true;
  /** What is shown for none. */
  readonly none?: string;
}

/** What a person sees of one or more fields of a record. */
export type Column<Row, Id extends string = string> =
  | CountColumn<Row, Id>
  | RateColumn<Row, Id>
  | RangeColumn<Row, Id>
  | ShareColumn<Row, Id>
  | MoneyColumn<Row, Id>
  | PointsColumn<Row, Id>
  | PositionColumn<Row, Id>
  | InstantColumn<Row, Id>
  | TextColumn<Row, Id>
  | FlagColumn<Row, Id>
  | ListColumn<Row, Id>;

/** How a list of records is shown, in reading order. */
export interface Table<Row, Id extends string = string> {
  /** What it is of, where a report has several. */
  readonly title?: string;
  /** The sentence that stands for an empty list. */
  readonly none: string;
  readonly columns: readonly Column<Row, Id>[];
  /** On a terminal: the first column stands above the rows that share it, and leaves its room to the others. */
  readonly grouped?: true;
  /** On a terminal without `--full`: which of the records there are; for none, the table is left out. */
  brief?(rows: readonly Row[]): readonly Row[];
  /** What is in `meta` because it is no record of the list: rows of its own in CSV, which has no `meta`. */
  apart?(meta: AnyRow): readonly AnyRow[];
  /** In CSV: a record that has a list of its own as a line for each of its items, which then have that item alone. */
  lines?(row: Row): readonly Row[];
  /** Which of the records a person needs to see; all of them are in JSON and CSV. */
  compact?(rows: readonly Row[]): readonly Row[];
}

/** The records of data by the name of their list: `rows` if the data is a list, `record` if it is a single record. */
export type Lists<Data> = Data extends readonly (infer Row)[]
  ? { readonly rows: Row }
  : [ListName<Data>] extends [never]
    ? { readonly record: Data }
    : { readonly [Name in ListName<Data>]: Data[Name] extends readonly (infer Row)[] ? Row : never };

type ListName<Data> = {
  [Key in keyof Data]: Data[Key] extends readonly unknown[] ? Key : never;
}[keyof Data];

/** A table for each list of the data, by the same names. */
export type Tables<Data> = { readonly [Name in keyof Lists<Data>]: Table<Lists<Data>[Name]> };

/** A record of any report. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A column of any report. */
export type AnyColumn = Column<AnyRow>;

/** Columns of figures, which are read from the right and never cut. */
export const FIGURE_KINDS: ReadonlySet<AnyColumn['kind']> = new Set([
  'count',
  'rate',
  'range',
  'share',
  'money',
  'points',
  'position',
]);

/** The tables of any report. */
export type AnyTables = Readonly<Record<string, Table<AnyRow>>>;

/** The column of a `Rate`. */
export const RATE = {
  kind: 'rate',
  count: 'present',
  of: 'responses',
  rate: 'rate',
  interval: 'interval',
  floor: 'min_sample',
} as const;

/** The column of a `Rate` that is a field of a record. */
export function rateAt<const At extends string>(at: At) {
  return {
    kind: 'rate',
    count: `${at}.present`,
    of: `${at}.responses`,
    rate: `${at}.rate`,
    interval: `${at}.interval`,
    floor: `${at}.min_sample`,
  } as const;
}

/** What has to be said under it. */
export const RANGE_NOTE =
  '“Questions like these”: where it would be for others like them that name no tracked brand; or for how many of these it ever was.';

/** The column of the range of questions of a rate, beside that of the rate. */
export const RANGE = {
  id: 'range_of_questions',
  label: 'Questions like these',
  kind: 'range',
  range: 'range_of_questions',
  questions: 'questions',
} as const;

/** The same of a rate that is a field of a record, where the text of the rate has it. */
export function rangeAt<const At extends string>(at: At, prefix: string) {
  return {
    ...RANGE,
    id: `${at}_range_of_questions`,
    label: `${prefix}Questions like these`,
    range: `${at}.range_of_questions`,
    questions: `${at}.questions`,
    csvOnly: true,
  } as const;
}

/** How much the answers of a rate repeat each other. */
export const REPEATS = {
  id: 'design_effect',
  label: 'Answers for one',
  kind: 'position',
  field: 'design_effect',
  decimals: 2,
  csvOnly: true,
} as const;

/** The same of a rate that is a field of a record. */
export function repeatsAt<const At extends string>(at: At, prefix: string) {
  return {
    ...REPEATS,
    id: `${at}_design_effect`,
    label: `${prefix}Answers for one`,
    field: `${at}.design_effect`,
  } as const;
}

/** The same where records do not say how many questions there are. */
export const RANGE_ALONE = {
  id: RANGE.id,
  label: RANGE.label,
  kind: 'range',
  range: RANGE.range,
} as const;

/** The same of an earlier window. */
export const REPEATS_BEFORE = { ...repeatsAt('compared', 'Before: '), onlyWith: 'compared' } as const;

/** The range of an earlier window. */
export const RANGE_BEFORE = {
  ...RANGE,
  id: 'compared_range_of_questions',
  range: 'compared.range_of_questions',
  questions: 'compared.questions',
  onlyWith: 'compared',
  csvOnly: true,
} as const;

/** How /answers names a brand of a report in its filters. */
export function filterName({ role, name }: { readonly role: string; readonly name: string }): string {
  return role === 'self' ? 'self' : name;
}

/** The same of a record that has the brand's name in `brand`. */
export function filterBrand({ role, brand }: { readonly role: string; readonly brand: string }): string {
  return filterName({ role, name: brand });
}

/** The filters that list the answers which a column counts of a record, among those that its market and its tag choose. */
export function filtersBehind({ behind }: Pick<AnyColumn, 'behind'>, row: AnyRow): AnswersFilters | null {
  return ofRow(row, behind?.(row) ?? null);
}

/** The filters that list the answers of the denominator; null of a column without one. */
export function filtersAmong(column: AnyColumn, row: AnyRow): AnswersFilters | null {
  return ofRow(row, column.kind === 'rate' ? (column.among?.(row) ?? null) : null);
}

function ofRow({ market, tag }: AnyRow, filters: AnswersFilters | null): AnswersFilters | null {
  if (filters === null) return null;
  return {
    ...(typeof market === 'string' ? { market } : {}),
    ...(typeof tag === 'string' ? { tag } : {}),
    ...filters,
  };
}

/** The value at a path of a record; null where a field on the way is. */
export function valueAt(row: AnyRow, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (value === null || value === undefined) return null;
    value = (value as AnyRow)[name];
  }
  return value ?? null;
}
