import type { TProperties } from 'typebox';
import type { Dimension, Scope } from '../dimensions/dimension.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { RANGE, repeatsAt } from '../shape/columns.ts';
import { CHANGE_COLUMNS, earlierEnds, ONLY_COMPARED } from '../shape/compared.ts';

/**
 * What a report counts: its fields in a row, which `compared` repeats for an earlier window, and its columns in both.
 * A column's filters are the measure's own, given the row's brand; `measureColumns` adds those of the row's dimensions.
 */
export interface Measure {
  readonly properties: TProperties;
  readonly columns: readonly MeasureColumn[];
  /** Columns for the earlier window. By default its numbers, which only CSV has. */
  readonly before?: readonly MeasureColumn[];
  /** Whether `compared.change` is about it, so that tables show both windows and their difference. */
  readonly isJudged?: true;
  /** Its fields, given its counts and perhaps where they were counted. */
  figures(counted: never, place: never): object;
}

type Filter = (brand: string) => AnswersFilters;

interface MeasureColumn {
  readonly id: string;
  readonly label: string;
  readonly onlyWith?: string;
  readonly answerFilter?: Filter;
  readonly denominatorFilter?: Filter;
  readonly [field: string]: unknown;
}

type Measures = readonly Measure[];
type Dimensions = readonly Dimension[];

type All<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer Each) => void
  ? { readonly [Key in keyof Each]: Each[Key] }
  : never;

/** All fields of these measures, for a schema. */
export type PropertiesOf<Of extends Measures> = All<Of[number]['properties']>;

/** A record's fields for these measures. */
export type FiguresOf<Of extends Measures> = All<ReturnType<Of[number]['figures']>>;

/** What a dimension's filter reads in a row. */
type RowOf<Of extends Dimensions> = All<Parameters<Of[number]['filter']>[0]>;

type Bound<Column, Row> = Column extends MeasureColumn
  ? Omit<Column, 'answerFilter' | 'denominatorFilter'> & {
      answerFilter?(row: Row): AnswersFilters;
      denominatorFilter?(row: Row): AnswersFilters;
    }
  : never;

export function propertiesOf<const Of extends Measures>(measures: Of): PropertiesOf<Of> {
  return Object.assign({}, ...measures.map(({ properties }) => properties));
}

/** Fields for measures of the same counts. */
export function figuresOf<
  const Of extends readonly (Measure & { figures(counted: Counted, place: Place): object })[],
  Counted,
  Place,
>(measures: Of, counted: Counted, place?: Place): FiguresOf<Of> {
  return Object.assign({}, ...measures.map(({ figures }) => figures(counted, place as Place)));
}

type BeforeOf<Of extends Measure> = Of extends { readonly before: readonly (infer Column)[] }
  ? Column
  : NumberBefore<Of['columns'][number]>;

type NumberBefore<Column> = Column extends {
  readonly id: infer Id extends string;
  readonly field: infer Field extends string;
}
  ? {
      readonly id: `compared_${Id}`;
      readonly label: string;
      readonly kind: 'count';
      readonly field: `compared.${Field}`;
      readonly csvOnly: true;
      readonly onlyWith: 'compared';
    }
  : never;

/** A column for the count of answers in the field with its id. */
export function countColumn<const Id extends string, const Of extends string = never>(
  id: Id,
  label: string,
  answerFilter: Filter,
  denominator?: { readonly of: Of },
) {
  return { id, label, kind: 'count', field: id, answerFilter, ...denominator } as const;
}

/** The column of a count of answers for the earlier window, which lists them too. */
export function countBefore<
  const Column extends { readonly id: string; readonly field: string },
  const Label extends string,
>(column: Column, label: Label) {
  const { id, field } = column as { readonly id: Column['id']; readonly field: Column['field'] };
  return {
    ...column,
    id: `compared_${id}`,
    label,
    field: `compared.${field}`,
    ...ONLY_COMPARED,
  } as const;
}

export function numberBefore<
  const Column extends { readonly id: string; readonly label: string; readonly field?: unknown },
>({ id, label, field }: Column): NumberBefore<Column> {
  return {
    id: `compared_${id}`,
    label: `Before: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    kind: 'count',
    field: `compared.${field}`,
    csvOnly: true,
    ...ONLY_COMPARED,
  } as never;
}

/** Columns for measures in rows that these dimensions tell apart. */
export function measureColumns<
  const Of extends readonly Pick<Measure, 'columns'>[],
  const By extends Dimensions,
>(measures: Of, { of }: { readonly of: By }): Bound<Of[number]['columns'][number], RowOf<By>>[] {
  return measures.flatMap(({ columns }) => columns.map((column) => bound(column, of))) as never;
}

/**
 * The same for a report that compares windows: after the judged measure come its earlier figure, the change, and the other
 * measures' earlier figures.
 */
export function comparedColumns<const Of extends Measures, const By extends Dimensions>(
  measures: Of,
  { of }: { readonly of: By },
): (
  | Bound<Of[number]['columns'][number] | BeforeOf<Of[number]>, RowOf<By>>
  | (typeof CHANGE_COLUMNS)[number]
)[] {
  const last = measures.findIndex(({ isJudged }) => isJudged) + 1;
  const before = (measure: Measure) =>
    (measure.before ?? measure.columns.map(numberBefore)).map((column) => bound(column, of));
  const [judged, others] = [measures.slice(last - 1, last), measures.toSpliced(last - 1, 1)];
  return [
    ...measureColumns(measures.slice(0, last), { of }),
    ...judged.flatMap(before),
    ...CHANGE_COLUMNS,
    ...others.flatMap(before),
    ...measureColumns(measures.slice(last), { of }),
  ] as never;
}

/** A column whose filters list a row's answers: those of its dimensions and the measure's own, in the column's window. */
function bound({ answerFilter, denominatorFilter, ...column }: MeasureColumn, dimensions: Dimensions) {
  const filtersWith = (filter: Filter) => (row: never) => {
    const scopes: Scope[] = dimensions.map((dimension) => dimension.filter(row));
    const { brand = 'self', ...filters }: Scope = Object.assign({}, ...scopes);
    return { ...(column.onlyWith === 'compared' ? earlierEnds(row) : {}), ...filters, ...filter(brand) };
  };
  return {
    ...column,
    ...(answerFilter && { answerFilter: filtersWith(answerFilter) }),
    ...(denominatorFilter && { denominatorFilter: filtersWith(denominatorFilter) }),
  };
}

interface RateColumn {
  readonly id: string;
  readonly kind: 'rate';
  readonly count: string;
  readonly of: string;
  readonly rate: string;
  readonly interval: string;
  readonly floor: string | null;
}

type Earlier<Field> = Field extends string ? `compared.${Field}` : Field;

type RateBefore<Column extends RateColumn> = {
  [Key in keyof Column]: Key extends 'id'
    ? `compared_${Column['id']}`
    : Key extends 'count' | 'of' | 'rate' | 'interval' | 'floor'
      ? Earlier<Column[Key]>
      : Key extends 'label'
        ? 'Before'
        : Column[Key];
} & typeof ONLY_COMPARED;

/** Repeats in an earlier window. */
const REPEATS_BEFORE = { ...repeatsAt('compared', 'Before: '), ...ONLY_COMPARED } as const;

/** The range in an earlier window. */
const RANGE_BEFORE = {
  ...RANGE,
  id: 'compared_range_of_questions',
  range: 'compared.range_of_questions',
  questions: 'compared.questions',
  ...ONLY_COMPARED,
  csvOnly: true,
} as const;

/** The columns of a rate, its range, and its repeats for the earlier window. */
export function rateBefore<const Column extends RateColumn>(column: Column) {
  const { id, count, of, rate, interval, floor } = column;
  const paths = { count, of, rate, interval, ...(floor !== null && { floor }) };
  const before = Object.entries(paths).map(([name, path]) => [name, `compared.${path}`]);
  const earlier = { ...column, ...Object.fromEntries(before), id: `compared_${id}`, label: 'Before' };
  return [{ ...earlier, ...ONLY_COMPARED } as RateBefore<Column>, RANGE_BEFORE, REPEATS_BEFORE] as const;
}
