import type { AnyRow } from '../../../reports/shape/columns.ts';

/** A row of /competitors. */
export interface CompetitorRow extends AnyRow {
  readonly competitor: string;
  readonly answers_without_you: number;
  readonly answers: number;
  readonly quotes?: readonly Quote[];
}

export interface Quote {
  readonly snippet: string;
  readonly engine: string;
  readonly question: string;
  readonly listRank: number | null;
  readonly answerId: string;
}
