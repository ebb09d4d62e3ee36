import type { TProperties } from 'typebox';
import type { AnswersFilters } from '../shape/answers-filters.ts';

/** A row's answers: the /answers filters that list them, and the brand that the row is about if it is not the brand itself. */
export type Scope = AnswersFilters & { readonly brand?: string };

/** What a report has rows for, such as engines: its fields in a row, its columns, and the filters for a row's answers. */
export interface Dimension {
  readonly properties: TProperties;
  readonly columns: readonly {
    readonly id: string;
    readonly label: string;
    readonly [field: string]: unknown;
  }[];
  /** A record's fields for one of its values. */
  fields?(value: never): object;
  filter(row: never): Scope;
}
