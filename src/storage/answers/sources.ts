import { sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { PART_NAMES, type PartParameters, partParameters, perPart } from './parts.ts';

/** Answers in a window that cited a host, and how many of them named the brand itself. */
export interface SourceCount {
  readonly host: string;
  readonly answers: number;
  readonly named: number;
}

/**
 * The most cited hosts of a brand's answers in a period, most cited first, then by host: whole-day blocks from
 * source_counts by its primary key, the edges from the index citations_of_edge.
 */
export async function countSources(
  db: Database,
  brandId: number,
  period: Period,
  limit: number,
): Promise<SourceCount[]> {
  return await selectCounts(db, { ...partParameters(period), brandId, limit });
}

const selectCounts = statement<Tables, PartParameters, SourceCount>(
  'sources',
  ['brandId', 'limit', ...PART_NAMES],
  (_db, given) => {
    const brandId = given.brandId;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select host, ${sign} as sign, 1 as answers, named from citations
        where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and first_of_host = 1`,
      ({ span, first, last, sign }) => sql`
        select host, ${sign} as sign, answers, named from source_counts
        where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last}`,
    );
    return sql<SourceCount>`
      select host, sum(sign * answers) as answers, sum(sign * named) as named
      from (${parts}) as part
      group by host
      having sum(sign * answers) > 0
      order by sum(sign * answers) desc, host
      limit ${given.limit}`;
  },
);
