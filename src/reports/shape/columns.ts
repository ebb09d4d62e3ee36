import type { Interval } from '../../domain/figures/proportion.ts';
import type { RateOfQuestions } from '../../domain/figures/rate.ts';
import type { AnswersFilters } from './answers-filters.ts';

/** The path to a field whose values fit: `present`, or `framing.classified` for a nested field. */
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
  /** Its id in code, page addresses, and CSV: snake_case and unique in the table. By default the field's name. */
  readonly id: Id;
  /** The heading. Nothing looks a column up by it. */
  readonly label: string;
  /** Only in CSV, if screens have no space for it. */
  readonly csvOnly?: true;
  /** Only if `meta` has this field, as with `compare` or `beside`. */
  readonly onlyWith?: 'compared' | 'beside' | 'divided_by' | 'weeks' | 'share_on';
  /** On a terminal only with `--full`. */
  readonly fullOnly?: true;
  /** Screens show it only if records differ in it. */
  readonly whereVaried?: true;
  /** Terminals wrap it and never cut it. */
  readonly whole?: true;
  /** The /answers filters that list the answers in the figure; null if it is 0 by definition. */
  answerFilter?(row: Row): AnswersFilters | null;
}

/** A number and its total: `31 of 80`. */
interface CountColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'count';
  readonly field: NumberPath<Row>;
  readonly of?: NumberPath<Row>;
  /** Shown for null. */
  readonly none?: string;
  /** The brand, if the figure counts mentions (the sum of `count`). Undefined if it counts answers. */
  occurrencesOf?(row: Row): string | undefined;
}

/** A share with its counts and interval: `12 of 56, 21% (13 to 34%)`; a count alone without a denominator. */
interface RateColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'rate';
  readonly count: NumberPath<Row>;
  readonly of: NumberPath<Row>;
  readonly rate: NumberPath<Row>;
  readonly interval: Path<Row, Interval | null>;
  /** The range for other questions. Tables have a column for it; a text with enough space shows both. */
  readonly range?: Path<Row, Interval | null>;
  /** Shown for a rate without an interval, if the reason is not too few answers. */
  readonly withoutInterval?: string;
  /** Shown where the whole rate is null. */
  readonly none?: string;
  /** Minimum denominator for a rate; null for none. */
  readonly floor: NumberPath<Row> | null;
  /** The brand, if the figure counts mentions; all tracked brands' mentions are then the denominator. Undefined if it counts answers. */
  occurrencesOf?(row: Row): string | undefined;
  /** Filters that list the answers in the denominator. */
  denominatorFilter?(row: Row): AnswersFilters;
}

/** A rate's range for similar questions: `6 to 52%`, or `any in 3 of 12 questions`, those with any answer that counts; or another range. */
interface RangeColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'range';
  readonly range: Path<Row, Interval | null>;
  readonly questions?: Path<Row, RateOfQuestions['questions'] | null>;
}

/** A fraction without its counts: `12.3%`, or with its interval `12% (8 to 19%)`. */
interface ShareColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'share';
  readonly field: NumberPath<Row>;
  readonly interval?: Path<Row, Interval | null>;
  /** Shown for null. */
  readonly none?: string;
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

/** A list position and how many answers have one: `2.50 (31 ranked)`. */
interface PositionColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'position';
  readonly field: NumberPath<Row>;
  readonly decimals: 0 | 1 | 2;
  /** How many answers have a position; `answerFilter` lists these. */
  readonly ranked?: NumberPath<Row>;
}

interface InstantColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'instant';
  readonly field: Path<Row, string | null>;
  /** Only its UTC day. */
  readonly day?: true;
  readonly none?: string;
}

/** Text on one line. `prose` is longer and can take its own lines; `engine` is an engine's slug; `code` reads as words. */
interface TextColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'text' | 'prose' | 'engine' | 'link' | 'code';
  readonly field: Path<Row, string | null>;
  readonly none?: string;
}

interface FlagColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'flag';
  readonly field: Path<Row, boolean | null>;
}

/** Several short texts in one cell. */
interface ListColumn<Row, Id extends string> extends Labeled<Row, Id> {
  readonly kind: 'list';
  items(row: Row): readonly string[];
  /** The items are engine slugs, shown as engine names. */
  readonly of?: 'engines';
  /** For sentences: screens show them under the table, if there are any. */
  readonly below?: true;
  /** Shown for an empty list. */
  readonly none?: string;
}

/** A column: one or more record fields as a person reads them. */
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

/** A list's table, in reading order. */
export interface Table<Row, Id extends string = string> {
  /** A heading, if a report has several lists. */
  readonly title?: string;
  /** Replaces an empty list. */
  readonly none: string;
  readonly columns: readonly Column<Row, Id>[];
  /** On a terminal, records that share the first column stand below its value. */
  readonly grouped?: true;
  /** On a terminal without `--full`: the records to show; without any, no table. */
  brief?(rows: readonly Row[]): readonly Row[];
  /** In CSV, a record with a list becomes a line for each item. */
  lines?(row: Row): readonly Row[];
  /** The records that screens show; JSON and CSV have all. */
  compact?(rows: readonly Row[]): readonly Row[];
}

/** The data's records by list name: `rows` if the data is a list, `record` if it is a single record. */
export type Lists<Data> = Data extends readonly (infer Row)[]
  ? { readonly rows: Row }
  : [ListName<Data>] extends [never]
    ? { readonly record: Data }
    : { readonly [Name in ListName<Data>]: Data[Name] extends readonly (infer Row)[] ? Row : never };

type ListName<Data> = {
  [Key in keyof Data]: Data[Key] extends readonly unknown[] ? Key : never;
}[keyof Data];

/** A table for each list in the data, by the same names. */
export type Tables<Data> = { readonly [Name in keyof Lists<Data>]: Table<Lists<Data>[Name]> };

export type AnyRow = Readonly<Record<string, unknown>>;

export type AnyColumn = Column<AnyRow>;

/** Columns with figures are right-aligned and never cut. */
export const FIGURE_KINDS: ReadonlySet<AnyColumn['kind']> = new Set([
  'count',
  'rate',
  'range',
  'share',
  'money',
  'points',
  'position',
]);

export type AnyTables = Readonly<Record<string, Table<AnyRow>>>;

/** A column that shows the field with its id. */
export function column<
  const Kind extends AnyColumn['kind'],
  const Id extends string,
  const Label extends string,
  const More extends object = object,
>(
  kind: Kind,
  id: Id,
  label: Label,
  more?: More,
): { readonly id: Id; readonly label: Label; readonly kind: Kind; readonly field: Id } & NoInfer<More> {
  return columnOf(kind, id, id, label, more);
}

/** A column that shows another field, such as `current.after`. */
export function columnOf<
  const Kind extends AnyColumn['kind'],
  const Id extends string,
  const Field extends string,
  const Label extends string,
  const More extends object = object,
>(
  kind: Kind,
  id: Id,
  field: Field,
  label: Label,
  more?: More,
): { readonly id: Id; readonly label: Label; readonly kind: Kind; readonly field: Field } & NoInfer<More> {
  return { id, label, kind, field, ...(more as More) };
}

/** A column for a difference in a record's field: its points with their interval. */
export function pointsAt<
  const Id extends string,
  const At extends string,
  const Label extends string,
  const More extends object = object,
>(id: Id, at: At, label: Label, more?: More) {
  const ends = { lower: `${at}.lower`, upper: `${at}.upper` } as const;
  return { ...columnOf('points', id, `${at}.points`, label, more), ...ends };
}

export const RATE = {
  kind: 'rate',
  count: 'present',
  of: 'responses',
  rate: 'rate',
  interval: 'interval',
  floor: 'min_sample',
} as const;

/** The column for a `Rate` in a record's field. */
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

export const RANGE_NOTE =
  '“Questions like these”: where the rate would be for others like them that name no tracked brand; or how many of these ' +
  'have any answer in the count.';

/** A rate's range for similar questions, beside the rate. */
export const RANGE = {
  id: 'range_of_questions',
  label: 'Questions like these',
  kind: 'range',
  range: 'range_of_questions',
  questions: 'questions',
} as const;

/** A nested rate's range, if the rate's text has it. */
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

/** How much a rate's answers repeat each other. */
export const REPEATS = {
  id: 'design_effect',
  label: 'Answers for one',
  kind: 'position',
  field: 'design_effect',
  decimals: 2,
  csvOnly: true,
} as const;

/** A nested rate's repeats. */
export function repeatsAt<const At extends string>(at: At, prefix: string) {
  return {
    ...REPEATS,
    id: `${at}_design_effect`,
    label: `${prefix}Answers for one`,
    field: `${at}.design_effect`,
  } as const;
}

/** The columns of a nested rate over several questions. */
export function rateColumnsAt<const At extends string, const More extends object>(
  at: At,
  label: string,
  more: More,
) {
  const rate = { id: at, label, ...rateAt(at), ...more } as const;
  return [rate, rangeAt(at, `${label}: `), repeatsAt(at, `${label}: `)] as const;
}

/** A brand's name as /answers filters take it. */
export function filterName({ role, name }: { readonly role: string; readonly name: string }): string {
  return role === 'self' ? 'self' : name;
}

/** The filter name for a record with the brand's name in `brand`. */
export function filterBrand({ role, brand }: { readonly role: string; readonly brand: string }): string {
  return filterName({ role, name: brand });
}

/** The filters that list the answers in a column's figure; null without one. */
export function filtersOfAnswers(
  { answerFilter }: Pick<AnyColumn, 'answerFilter'>,
  row: AnyRow,
): AnswersFilters | null {
  return answerFilter?.(row) ?? null;
}

/** The filters that list the answers in the denominator; null without one. */
export function filtersOfDenominator(column: AnyColumn, row: AnyRow): AnswersFilters | null {
  return column.kind === 'rate' ? (column.denominatorFilter?.(row) ?? null) : null;
}

/** The value at a path in a record; null if a field on the way is null. */
export function valueAt(row: AnyRow, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (value === null || value === undefined) return null;
    value = (value as AnyRow)[name];
  }
  return value ?? null;
}
