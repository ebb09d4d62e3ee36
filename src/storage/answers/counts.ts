import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, PAGE_SPAN, SPANS } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';

/** What is counted for a mention row, in addition to its own `mentioned` and `cited`: the one definition. */
export const mentionMarks = sql`
  case when rank is null then 0 else 1 end as ranked, coalesce(rank, 0) as rank_sum,
  case when framing is null then 0 else 1 end as classified,
  case when framing = 'recommended' then 1 else 0 end as recommended,
  case when framing = 'negative' then 1 else 0 end as negative`;

const spans = sql`(${sql.join(
  SPANS.map((span) => sql`select ${sql.lit(span)} as span`),
  sql` union all `,
)}) as spans`;

/** The same as blockOf in domain/period.ts; both databases truncate when they divide integers. */
const block = sql`cast(collected_at / ${sql.lit(DAY_MS)} / span as integer)`;

const pageBlock = sql`cast(collected_at / ${sql.lit(PAGE_SPAN * DAY_MS)} as integer)`;

/** 1 for a citation in an answer that names a competitor and not the brand itself. */
export const isGap = sql`rival * (1 - named)`;

/** The rows visibility_counts must have for the mentions that a condition selects. */
const countedMentions = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, tracked_id,
    count(*) as responses, sum(mentioned) as present, sum(cited) as cited,
    sum(ranked) as ranked, sum(rank_sum) as rank_sum,
    sum(classified) as classified, sum(recommended) as recommended, sum(negative) as negative
  from (select brand_id, collected_at, engine, tracked_id, mentioned, cited, ${mentionMarks}
    from mentions where ${where}) as marked cross join ${spans}
  group by brand_id, span, ${block}, engine, tracked_id`;

/**
 * The rows source_counts must have for the citations that a condition selects: on each engine, and on all of them together,
 * which is the engine ''. Days are counted first, so that a row is not read once for each span.
 */
const countedCitations = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, case when pooled = 1 then '' else engine end as engine,
    cast(day / span as integer) as block, site, host, sum(answers) as answers, sum(named) as named,
    sum(site_answers) as site_answers, sum(site_named) as site_named, sum(site_gaps) as site_gaps
  from (select brand_id, engine, cast(collected_at / ${sql.lit(DAY_MS)} as integer) as day, site, host,
      count(*) as answers, sum(named) as named, sum(first_of_site) as site_answers,
      sum(first_of_site * named) as site_named, sum(first_of_site * ${isGap}) as site_gaps
    from citations where first_of_host = 1 and ${where}
    group by brand_id, engine, cast(collected_at / ${sql.lit(DAY_MS)} as integer), site, host) as days
    cross join ${spans} cross join (select 0 as pooled union all select 1) as pooling
  group by brand_id, span, case when pooled = 1 then '' else engine end, cast(day / span as integer), site, host`;

/** The rows page_counts must have for the citations that a condition selects. */
const countedPages = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, site, ${pageBlock} as block, page_id,
    count(*) as answers, sum(named) as named, sum(rival) as rivals, sum(${isGap}) as gaps
  from citations where first_of_page = 1 and ${where}
  group by brand_id, site, ${pageBlock}, page_id`;

/** The rows search_counts must have for the searches that a condition selects. */
const countedSearches = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, query_id, count(*) as answers, sum(named) as named
  from searches cross join ${spans}
  where first_of_query = 1 and ${where}
  group by brand_id, span, ${block}, engine, query_id`;

/**
 * What changes when a stored answer is read again: mention rows, or whether it names the brand itself or a competitor, which
 * citations and searches repeat.
 */
export type Rereading = 'mentions' | 'naming';

/** A table of counts: what names a row, and what is counted in it. */
export interface CountTable {
  readonly name: 'visibility_counts' | 'source_counts' | 'page_counts' | 'search_counts';
  readonly key: readonly string[];
  /** The first counts the raw rows themselves: if it is 0, there is no row. */
  readonly counts: readonly string[];
  /** The rows it must have for the raw rows that a condition selects. */
  readonly counted: (where: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The change of an answer after which it has to be counted again. */
  readonly changedBy: Rereading;
}

/** Counts of mention rows. */
export const VISIBILITY: CountTable = {
  name: 'visibility_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'tracked_id'],
  counts: ['responses', 'present', 'cited', 'ranked', 'rank_sum', 'classified', 'recommended', 'negative'],
  counted: countedMentions,
  changedBy: 'mentions',
};

/** Counts of citation rows. */
export const SOURCES: CountTable = {
  name: 'source_counts',
  key: ['brand_id', 'span', 'engine', 'block', 'site', 'host'],
  counts: ['answers', 'named', 'site_answers', 'site_named', 'site_gaps'],
  counted: countedCitations,
  changedBy: 'naming',
};

/** Counts of citation rows by page. */
export const PAGES: CountTable = {
  name: 'page_counts',
  key: ['brand_id', 'site', 'block', 'page_id'],
  counts: ['answers', 'named', 'rivals', 'gaps'],
  counted: countedPages,
  changedBy: 'naming',
};

/** What the queries come to that engines searched for. */
export const SEARCHES: CountTable = {
  name: 'search_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'query_id'],
  counts: ['answers', 'named'],
  counted: countedSearches,
  changedBy: 'naming',
};

export const COUNT_TABLES: readonly CountTable[] = [VISIBILITY, SOURCES, PAGES, SEARCHES];

/** Some answers of a brand, as a condition on mentions, citations and searches. */
export type AnswerBatch = RawBuilder<unknown>;

export function answersBetween(brandId: number, first: number, last: number): AnswerBatch {
  return sql`brand_id = ${brandId} and answer_id between ${first} and ${last}`;
}

export function answersNumbered(brandId: number, ids: readonly number[]): AnswerBatch {
  return sql`brand_id = ${brandId} and answer_id in (${sql.join(ids)})`;
}

/** Adds answers to a table of counts, in the caller's transaction. */
export async function addToCounts(
  db: Database,
  { name, key, counts, counted }: CountTable,
  batch: AnswerBatch,
): Promise<void> {
  const added = counts.map(
    (each) => sql`${sql.ref(each)} = ${sql.ref(`${name}.${each}`)} + excluded.${sql.ref(each)}`,
  );
  await sql`
      insert into ${sql.table(name)} (${columnList([...key, ...counts])})
      ${counted(batch)}
      on conflict (${columnList(key)}) do update set ${sql.join(added)}`.execute(db);
}

/** Subtracts answers from a table of counts before they change, in the caller's transaction. */
export async function takeFromCounts(
  db: Database,
  { name, key, counts, counted }: CountTable,
  batch: AnswerBatch,
): Promise<void> {
  const [rows = ''] = counts;
  const left = counts.map(
    (each) => sql`${sql.ref(each)} = ${sql.ref(`${name}.${each}`)} - ${sql.ref(`less.${each}`)}`,
  );
  const same = key.map((each) => sql`${sql.ref(`${name}.${each}`)} = ${sql.ref(`less.${each}`)}`);
  await sql`
      update ${sql.table(name)} set ${sql.join(left)} from (${counted(batch)}) as less
      where ${sql.join(same, sql` and `)}`.execute(db);
  await sql`
      delete from ${sql.table(name)}
      where ${sql.ref(rows)} = 0
        and (${columnList(key)}) in (select ${columnList(key)} from (${counted(batch)}) as less)`.execute(db);
}

/** Column names as SQL. */
export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}
