import { sql } from 'kysely';
import { type Period, partsOf } from '../domain/period.ts';
import type { Database } from './database.ts';

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
  const { edges, runs } = partsOf(period);
  const blocks = runs.map(
    (run) => sql`
      select host, answers, named from source_counts
      where brand_id = ${brandId} and span = ${run.span} and block between ${run.first} and ${run.last}`,
  );
  const raw = edges.map(
    (edge) => sql`
      select host, 1 as answers, named from citations
      where brand_id = ${brandId} and collected_at >= ${edge.from} and collected_at < ${edge.to}
        and first_of_host = 1`,
  );
  const { rows } = await sql<SourceCount>`
    select host, sum(answers) as answers, sum(named) as named
    from (${sql.join([...blocks, ...raw], sql` union all `)}) as part
    group by host
    order by sum(answers) desc, host
    limit ${limit}`.execute(db);
  return rows;
}
