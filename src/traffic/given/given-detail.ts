import type { Column, GivenTable } from './given-table.ts';

/** What is stored of such a file beside its rows, as JSON. */
export interface GivenDetail extends Pick<GivenTable, 'unused' | 'leftOut' | 'isDaily' | 'assumed'> {
  readonly columns: readonly Column[];
}
