import { type RawBuilder, sql } from 'kysely';

/** Answers to count: those of one brand, or for a check of the whole store, of all. */
export interface ChosenAnswers {
  /** A condition on brand_id, answer_id, and collected_at of answers, mentions, citations, and searches. */
  readonly where: RawBuilder<unknown>;
  /** The brand that the condition names; null for all. */
  readonly brandId: number | null;
  /** Whether it is known that none of them is of a sealed day, so that they are in open blocks only (sealing.ts). */
  readonly areOpen?: boolean;
  /** Whether the condition is on when they were collected, which an index of answers leads to. */
  readonly byTime?: boolean;
}

export const EVERY_ANSWER: ChosenAnswers = { where: sql`1 = 1`, brandId: null };

/**
 * Whether rows of a table are of the brand of another one's. If the brand is known, it is named: only then it is plain which
 * machine of a cluster has them.
 */
export function isOfBrand({ brandId }: ChosenAnswers, table: string, other: string): RawBuilder<unknown> {
  const brand = sql.ref(`${table}.brand_id`);
  return brandId === null ? sql`${brand} = ${sql.ref(`${other}.brand_id`)}` : sql`${brand} = ${brandId}`;
}
