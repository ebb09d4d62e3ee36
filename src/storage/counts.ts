import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, SPANS } from '../domain/period.ts';
import type { Database } from './database.ts';

/** What the counts say of a set of mention rows: the one definition, for reading, writing and verifying them. */
export const mentionSums = sql`
  sum(mentioned) as present, sum(cited) as cited,
  count(rank) as ranked, coalesce(sum(rank), 0) as rank_sum,
  count(framing) as classified,
  sum(case when framing = 'recommended' then 1 else 0 end) as recommended,
  sum(case when framing = 'negative' then 1 else 0 end) as negative`;

const spans = sql`(${sql.join(
  SPANS.map((span) => sql`select ${sql.lit(span)} as span`),
  sql` union all `,
)}) as spans`;

/** The same as blockOf in domain/period.ts; both databases divide integers by cutting off. */
const block = sql`cast(collected_at / ${sql.lit(DAY_MS)} / span as integer)`;

/** The rows visibility_counts must have for the mentions that a condition selects. */
export const countedMentions = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, tracked_id, count(*) as responses, ${mentionSums}
  from mentions cross join ${spans}
  where ${where}
  group by brand_id, span, ${block}, engine, tracked_id`;

/** The rows source_counts must have for the citations that a condition selects. */
export const countedCitations = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, host, count(*) as answers, sum(named) as named
  from citations cross join ${spans}
  where first_of_host = 1 and ${where}
  group by brand_id, span, ${block}, host`;

const added = (table: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + excluded.${sql.ref(name)}`),
  );

/** Adds the answers numbered `first` to `last` of a brand to its counts, in the caller's transaction. */
export async function addToCounts(db: Database, brandId: number, first: number, last: number): Promise<void> {
  const batch = sql`brand_id = ${brandId} and answer_id between ${first} and ${last}`;
  await sql`
    insert into visibility_counts (brand_id, span, block, engine, tracked_id,
      responses, present, cited, ranked, rank_sum, classified, recommended, negative)
    ${countedMentions(batch)}
    on conflict (brand_id, span, block, engine, tracked_id) do update set
      ${added('visibility_counts', [
        'responses',
        'present',
        'cited',
        'ranked',
        'rank_sum',
        'classified',
        'recommended',
        'negative',
      ])}`.execute(db);
  await sql`
    insert into source_counts (brand_id, span, block, host, answers, named)
    ${countedCitations(batch)}
    on conflict (brand_id, span, block, host) do update set
      ${added('source_counts', ['answers', 'named'])}`.execute(db);
}
