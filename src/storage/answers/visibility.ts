import { type RawBuilder, sql } from 'kysely';
import { MENTION_SPANS, type Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { mentionMarks } from './counts.ts';
import {
  type CountedBrand,
  isOfRun,
  MENTION_PART_NAMES,
  partParameters,
  perEdge,
  runsAsRows,
} from './parts.ts';

/** Stands for the engine where a brand's are not told apart. */
export const ALL_ENGINES = '';

/** Integer counts of one tracked brand on one engine within a window. Rates are made of them elsewhere. */
export interface VisibilityCount {
  /** Or ALL_ENGINES. */
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
 *
 * @param apart the only tracked brand whose engines are told apart; null for each
 */
export async function countVisibility(
  db: Database,
  brand: CountedBrand,
  period: Period,
  apart: number | null = null,
): Promise<VisibilityCount[]> {
  return await selectCounts(db, {
    ...partParameters(period, brand, MENTION_SPANS),
    brandId: brand.id,
    apart,
  });
}

/** What is counted, in the order of the columns. */
const COUNTED = [
  ...(['responses', 'present', 'cited', 'ranked', 'rank_sum'] as const),
  ...(['classified', 'recommended', 'negative'] as const),
];

const counts = (each: (count: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(COUNTED.map((name) => sql`${each(sql.ref(name))} as ${sql.ref(name)}`));

type Given = Readonly<Record<string, number | null>>;

/**
 * Sorting by engine and brand is most of what this costs SQLite, so the raw rows of an edge, which are narrow, are added up by
 * themselves: after that they are as few as those of a block.
 */
const selectCounts = statement<Tables, Given, VisibilityCount>(
  'visibility',
  ['brandId', 'apart', ...MENTION_PART_NAMES],
  (db, given) => {
    const { brandId, apart } = given;
    const engine = sql`
      case when tracked_id = coalesce(${apart}, tracked_id) then engine else ${sql.lit(ALL_ENGINES)} end as engine`;
    const ofEdges = perEdge(
      given,
      ({ from, to, sign }) => sql`
        select engine, tracked_id, ${counts((count) => sql`cast(${sign} * sum(${count}) as integer)`)}
        from (
          select ${engine}, tracked_id, 1 as responses, mentioned as present, cited, ${mentionMarks}
          from mentions
          where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}) as marked
        group by engine, tracked_id`,
    );
    const blocks = capabilitiesOf(db).joinInOrder(
      'visibility_counts',
      'visibility_counts',
      isOfRun(brandId, 'visibility_counts'),
    );
    return sql<VisibilityCount>`
      with ${runsAsRows(given)}
      select engine, tracked_id as "trackedId", sum(responses) as responses, sum(present) as present,
        sum(cited) as cited, sum(ranked) as ranked, sum(rank_sum) as "rankSum", sum(classified) as classified,
        sum(recommended) as recommended, sum(negative) as negative
      from (
        select ${engine}, tracked_id, ${counts((count) => sql`sign * ${count}`)}
        from runs ${blocks}
        union all ${ofEdges}) as part
      group by engine, tracked_id
      having sum(responses) > 0`;
  },
);
