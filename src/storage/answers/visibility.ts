import { sql } from 'kysely';
import { MENTION_SPANS, type Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { mentionMarks } from './counts.ts';
import {
  type CountedBrand,
  MENTION_PART_NAMES,
  type PartParameters,
  partParameters,
  perPart,
} from './parts.ts';

/** Integer counts of one tracked brand on one engine within a window. Rates are made of them elsewhere. */
export interface VisibilityCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Answers in which the brand was looked for. */
  readonly responses: number;
  /** Answers that named it. */
  readonly present: number;
  /** Answers that cited a page of its own sites. */
  readonly cited: number;
  /** Answers that gave it a list position, and the sum of those positions. */
  readonly ranked: number;
  readonly rankSum: number;
  /** Mentions whose framing could be judged, and how many of them went either way. */
  readonly classified: number;
  readonly recommended: number;
  readonly negative: number;
}

/**
 * Counts a brand's answers in a period, per engine and tracked brand, in one statement and so on one snapshot:
 * whole-day blocks from visibility_counts by its primary key, the edges from the index mentions_of_edge.
 */
export async function countVisibility(
  db: Database,
  brand: CountedBrand,
  period: Period,
): Promise<VisibilityCount[]> {
  return await selectCounts(db, { ...partParameters(period, brand, MENTION_SPANS), brandId: brand.id });
}

const selectCounts = statement<Tables, PartParameters, VisibilityCount>(
  'visibility',
  ['brandId', ...MENTION_PART_NAMES],
  (_db, given) => {
    const brandId = given.brandId;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select engine, tracked_id, ${sign} as sign, 1 as responses, mentioned as present, cited,
          ${mentionMarks}
        from mentions
        where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`,
      ({ span, first, last, sign }) => sql`
        select engine, tracked_id, ${sign} as sign, responses, present, cited,
          ranked, rank_sum, classified, recommended, negative
        from visibility_counts
        where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last}`,
    );
    return sql<VisibilityCount>`
      select engine, tracked_id as "trackedId",
        sum(sign * responses) as responses, sum(sign * present) as present, sum(sign * cited) as cited,
        sum(sign * ranked) as ranked, sum(sign * rank_sum) as "rankSum",
        sum(sign * classified) as classified, sum(sign * recommended) as recommended,
        sum(sign * negative) as negative
      from (${parts}) as part
      group by engine, tracked_id
      having sum(sign * responses) > 0`;
  },
);
