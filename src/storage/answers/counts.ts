import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, SPANS } from '../../domain/period.ts';
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
const day = sql`cast(collected_at / ${sql.lit(DAY_MS)} as integer)`;
const blockOfDay = sql`cast(day / span as integer)`;

/** 1 if the answer names the brand itself: its other mention row, for a row that has brand_id and answer_id. */
const namesYou = (row: string): RawBuilder<unknown> => sql`coalesce((
  select you.mentioned from mentions as you
  where you.brand_id = ${sql.ref(`${row}.brand_id`)} and you.answer_id = ${sql.ref(`${row}.answer_id`)}
    and you.tracked_id = (select self.id from tracked_brands as self
      where self.brand_id = ${sql.ref(`${row}.brand_id`)} and self.role = 'self')), 0)`;

/**
 * What is counted for a mention row by its list position, 0 if it has none: the one definition. A brand that is named an
 * unknown number of times is named once at least.
 */
export const rankMarks = sql`
  coalesce(rank, 0) as rank, mentioned as named,
  case when mentioned = 1 then 1 - ${namesYou('mentions')} else 0 end as without_you,
  case when mentioned = 1 then coalesce(count, 1) else 0 end as occurrences`;

/** Answers under the names that conditions on the rows of answers have. */
export const askedAnswers = sql`
  (select brand_id, id as answer_id, prompt_id, collected_at from answers) as asked`;

/** What is counted for one of them: the one definition. */
export const promptMarks = sql`${namesYou('asked')} as named`;

/** The rows visibility_counts must have for the mentions that a condition selects. */
const countedMentions = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, tracked_id,
    count(*) as responses, sum(mentioned) as present, sum(cited) as cited,
    sum(ranked) as ranked, sum(rank_sum) as rank_sum,
    sum(classified) as classified, sum(recommended) as recommended, sum(negative) as negative
  from (select brand_id, collected_at, engine, tracked_id, mentioned, cited, ${mentionMarks}
    from mentions where ${where}) as marked cross join ${spans}
  group by brand_id, span, ${block}, engine, tracked_id`;

/** The rows source_counts must have for the citations that a condition selects. */
const countedCitations = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, host, count(*) as answers, sum(named) as named
  from citations cross join ${spans}
  where first_of_host = 1 and ${where}
  group by brand_id, span, ${block}, host`;

/** The rows search_counts must have for the searches that a condition selects. */
const countedSearches = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, query_id, count(*) as answers, sum(named) as named
  from searches cross join ${spans}
  where first_of_query = 1 and ${where}
  group by brand_id, span, ${block}, engine, query_id`;

/**
 * The rows rank_counts must have for the mentions that a condition selects. Days are counted first, so that what a row
 * looks up is looked up once, not once for each span.
 */
const countedRanks = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${blockOfDay} as block, engine, tracked_id, rank,
    sum(answers) as answers, sum(named) as named, sum(without_you) as without_you, sum(occurrences) as occurrences
  from (select brand_id, ${day} as day, engine, tracked_id, rank,
      count(*) as answers, sum(named) as named, sum(without_you) as without_you, sum(occurrences) as occurrences
    from (select brand_id, collected_at, engine, tracked_id, ${rankMarks} from mentions where ${where}) as marked
    group by brand_id, ${day}, engine, tracked_id, rank) as days cross join ${spans}
  group by brand_id, span, ${blockOfDay}, engine, tracked_id, rank`;

/** The rows prompt_counts must have for the answers that a condition selects; as above. */
const countedPrompts = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select brand_id, span, ${blockOfDay} as block, prompt_id, sum(answers) as answers, sum(named) as named
  from (select brand_id, ${day} as day, prompt_id, count(*) as answers, sum(named) as named
    from (select brand_id, collected_at, prompt_id, ${promptMarks} from ${askedAnswers} where ${where}) as marked
    group by brand_id, ${day}, prompt_id) as days cross join ${spans}
  group by brand_id, span, ${blockOfDay}, prompt_id`;

/**
 * What changes when a stored answer is read again: mention rows, or whether it names the brand itself, which citations and
 * searches repeat.
 */
export type Rereading = 'mentions' | 'naming';

/** A table of counts: what names a row, and what is counted in it. */
export interface CountTable {
  readonly name: 'visibility_counts' | 'source_counts' | 'search_counts' | 'prompt_counts' | 'rank_counts';
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
  key: ['brand_id', 'span', 'block', 'host'],
  counts: ['answers', 'named'],
  counted: countedCitations,
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

/** Answers by prompt. */
export const PROMPTS: CountTable = {
  name: 'prompt_counts',
  key: ['brand_id', 'span', 'block', 'prompt_id'],
  counts: ['answers', 'named'],
  counted: countedPrompts,
  changedBy: 'mentions',
};

/** Counts of mention rows by list position. */
export const RANKS: CountTable = {
  name: 'rank_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'tracked_id', 'rank'],
  counts: ['answers', 'named', 'without_you', 'occurrences'],
  counted: countedRanks,
  changedBy: 'mentions',
};

export const COUNT_TABLES: readonly CountTable[] = [VISIBILITY, SOURCES, SEARCHES, PROMPTS, RANKS];

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
