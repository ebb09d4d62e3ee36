import { type RawBuilder, sql } from 'kysely';
import {
  DAY_MS,
  ENGINE_SPANS,
  MENTION_SPANS,
  PAGE_SPAN,
  QUARTER,
  QUESTION_SPANS,
  SPANS,
} from '../../domain/period.ts';
import { type Capabilities, capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { type ChosenAnswers, isOfBrand } from './chosen-answers.ts';
import { answersByRules } from './definition-rows.ts';
import { spanNumber } from './parts.ts';
import { comparedWith, voicesOf } from './voices.ts';

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

/** Answers with the columns that conditions are on. */
const answered = sql`(select brand_id, id as answer_id, prompt_id, collected_at from answers) as answered`;

/** The chosen answers, as a, each with its mention row of the brand itself, you, which every answer has. */
const withYou = (chosen: ChosenAnswers, { joinInOrder }: Capabilities): RawBuilder<unknown> => sql`
  (select brand_id, answer_id, prompt_id, collected_at from ${answered} where ${chosen.where}) as a
  join tracked_brands as self on ${isOfBrand(chosen, 'self', 'a')} and self.role = 'self'
  ${joinInOrder('mentions', 'you', sql`${isOfBrand(chosen, 'you', 'a')} and you.answer_id = a.answer_id and you.tracked_id = self.id`)}`;

/**
 * What the chosen answers say about each tracked brand, by list position (0 without one): brand_id,
 * collected_at, engine, tracked_id, rank, named, without_you, occurrences. A brand that is named an unknown number of
 * times counts as named once.
 */
export function positionsOf(chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> {
  return sql`
    select m.brand_id, m.collected_at, m.engine, m.tracked_id, coalesce(m.rank, 0) as rank, m.mentioned as named,
      m.mentioned * (1 - you.mentioned) as without_you, coalesce(m.count, m.mentioned) as occurrences
    from ${withYou(chosen, capabilities)}
      ${capabilities.joinInOrder('mentions', 'm', sql`${isOfBrand(chosen, 'm', 'a')} and m.answer_id = a.answer_id`)}`;
}

/** To which prompt these answers are, and whether they name the brand itself: brand_id, collected_at, engine, prompt_id, named. */
export function promptsOf(chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> {
  return sql`
    select a.brand_id, a.collected_at, you.engine, a.prompt_id, you.mentioned as named
    from ${withYou(chosen, capabilities)}`;
}

const pageBlock = sql`cast(collected_at / ${sql.lit(PAGE_SPAN * DAY_MS)} as integer)`;

/** 1 for a citation in an answer that names a competitor and not the brand itself. */
export const isGap = sql`rival * (1 - named)`;

/** Blocks of some lengths, each with its number and its milliseconds. */
const lengthsOf = (spans: readonly number[]) =>
  sql`(${sql.join(
    spans.map(
      (span) => sql`select ${sql.lit(spanNumber(span))} as span, ${sql.lit(span * DAY_MS)} as length`,
    ),
    sql` union all `,
  )}) as lengths`;

/** The rows visibility_counts must have, in blocks of some lengths, for the mentions that a condition selects. */
const countedMentions =
  (spans: readonly number[]) =>
  ({ where }: ChosenAnswers): RawBuilder<unknown> =>
    sql`
  select brand_id, span, cast(collected_at / length as integer) as block, engine, tracked_id,
    count(*) as responses, sum(mentioned) as present, sum(cited) as cited,
    sum(ranked) as ranked, sum(rank_sum) as rank_sum,
    sum(classified) as classified, sum(recommended) as recommended, sum(negative) as negative
  from (select brand_id, collected_at, engine, tracked_id, mentioned, cited, ${mentionMarks}
    from mentions where ${where}) as marked cross join ${lengthsOf(spans)}
  group by brand_id, span, cast(collected_at / length as integer), engine, tracked_id`;

/** The spans of counts of all engines together, and those of each engine. */
const sourceSpans = sql`(${sql.join(
  [...SPANS.map((span) => [span, 1]), ...ENGINE_SPANS.map((span) => [span, 0])].map(
    ([span, pooled]) => sql`select ${sql.lit(span)} as span, ${sql.lit(pooled)} as pooled`,
  ),
  sql` union all `,
)}) as spans`;

/**
 * The rows source_counts must have for the citations that a condition selects: on each engine, and on all of them together,
 * which is the engine ''. Days are counted first, so that a row is not read once for each span.
 */
const countedCitations = ({ where }: ChosenAnswers): RawBuilder<unknown> => sql`
  select brand_id, span, case when pooled = 1 then '' else engine end as engine,
    cast(day / span as integer) as block, site, host, sum(answers) as answers, sum(named) as named,
    sum(site_answers) as site_answers, sum(site_named) as site_named, sum(site_gaps) as site_gaps
  from (select brand_id, engine, cast(collected_at / ${sql.lit(DAY_MS)} as integer) as day, site, host,
      count(*) as answers, sum(named) as named, sum(first_of_site) as site_answers,
      sum(first_of_site * named) as site_named, sum(first_of_site * ${isGap}) as site_gaps
    from citations where first_of_host = 1 and ${where}
    group by brand_id, engine, cast(collected_at / ${sql.lit(DAY_MS)} as integer), site, host) as days
    cross join ${sourceSpans}
  group by brand_id, span, case when pooled = 1 then '' else engine end, cast(day / span as integer), site, host`;

/** The rows page_counts must have for the citations that a condition selects. */
const countedPages = ({ where }: ChosenAnswers): RawBuilder<unknown> => sql`
  select brand_id, site, ${pageBlock} as block, page_id,
    count(*) as answers, sum(named) as named, sum(rival) as rivals, sum(${isGap}) as gaps
  from citations where first_of_page = 1 and ${where}
  group by brand_id, site, ${pageBlock}, page_id`;

/** The rows search_counts must have for the searches that a condition selects. */
const countedSearches = ({ where }: ChosenAnswers): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, query_id, count(*) as answers, sum(named) as named
  from searches cross join ${spans}
  where first_of_query = 1 and ${where}
  group by brand_id, span, ${block}, engine, query_id`;

/** The rows voice_counts must have for the answers that a condition selects. */
const countedVoices = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, span, ${block} as block, engine, tracked_id,
    count(*) as answers, sum(mentions) as mentions, sum(all_mentions) as all_mentions,
    sum(squares) as squares, sum(products) as products, sum(all_squares) as all_squares
  from (${voicesOf('collections', chosen, capabilities)}) as voices cross join ${spans}
  group by brand_id, span, ${block}, engine, tracked_id`;

/** The rows definition_counts must have for the answers that a condition selects. */
const countedByRules = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, span, cast(collected_at / length as integer) as block, engine, prompt_id, repeated,
    count(*) as answers, sum(named) as named, sum(occurrences) as occurrences, sum(cited) as cited,
    sum(naming_any) as naming_any, sum(namings) as namings, sum(all_occurrences) as all_occurrences
  from (${answersByRules('collections', chosen, capabilities)}) as answered cross join ${lengthsOf(QUESTION_SPANS)}
  group by brand_id, span, cast(collected_at / length as integer), engine, prompt_id, repeated`;

/**
 * The rows rank_counts must have for the answers that a condition selects. Days are counted first: they are fewer than the
 * answers, and each is then in one block of every span.
 */
const countedRanks = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, span, ${blockOfDay} as block, engine, tracked_id, rank,
    sum(answers) as answers, sum(named) as named, sum(without_you) as without_you, sum(occurrences) as occurrences
  from (select brand_id, ${day} as day, engine, tracked_id, rank,
      count(*) as answers, sum(named) as named, sum(without_you) as without_you, sum(occurrences) as occurrences
    from (${positionsOf(chosen, capabilities)}) as positions
    group by brand_id, ${day}, engine, tracked_id, rank) as days cross join ${spans}
  group by brand_id, span, ${blockOfDay}, engine, tracked_id, rank`;

/** The rows prompt_counts must have for them, likewise. */
const countedPrompts = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, span, ${blockOfDay} as block, prompt_id, sum(answers) as answers, sum(named) as named
  from (select brand_id, ${day} as day, prompt_id, count(*) as answers, sum(named) as named
    from (${promptsOf(chosen, capabilities)}) as prompts
    group by brand_id, ${day}, prompt_id) as days cross join ${spans}
  group by brand_id, span, ${blockOfDay}, prompt_id`;

/**
 * What changes when a stored answer is read again: mention rows, or whether it names the brand itself or a competitor, which
 * citations and searches repeat.
 */
export type Rereading = 'mentions' | 'naming';

/** A table of counts: what names a row, and what is counted in it. */
export interface CountTable {
  readonly name:
    | 'visibility_counts'
    | 'source_counts'
    | 'page_counts'
    | 'search_counts'
    | 'prompt_counts'
    | 'rank_counts'
    | 'voice_counts'
    | 'definition_counts';
  readonly key: readonly string[];
  /** The first counts the raw rows themselves: if it is 0, there is no row. */
  readonly counts: readonly string[];
  /** The rows it must have for the raw rows of the chosen answers. */
  readonly counted: (chosen: ChosenAnswers, capabilities: Capabilities) => RawBuilder<unknown>;
  /** The change of an answer after which it has to be counted again. */
  readonly changedBy: Rereading;
  /** The answers that count differently too when these change; without it, none. */
  readonly alsoChanged?: (db: Database, brandId: number, ids: readonly number[]) => Promise<number[]>;
}

/** Counts of mention rows. */
export const VISIBILITY: CountTable = {
  name: 'visibility_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'tracked_id'],
  counts: ['responses', 'present', 'cited', 'ranked', 'rank_sum', 'classified', 'recommended', 'negative'],
  counted: countedMentions(MENTION_SPANS),
  changedBy: 'mentions',
};

/** Those in quarters of days alone. */
export const VISIBILITY_QUARTERS: CountTable = { ...VISIBILITY, counted: countedMentions([QUARTER]) };

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

/** What answers add to share of voice. It depends on which brands are tracked now: recount-tracked.ts. */
export const VOICE: CountTable = {
  name: 'voice_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'tracked_id'],
  counts: ['answers', 'mentions', 'all_mentions', 'squares', 'products', 'all_squares'],
  counted: countedVoices,
  changedBy: 'mentions',
  alsoChanged: comparedWith,
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

/** Answers by engine and prompt. They depend on which brands are tracked now, as those above do. */
export const DEFINITIONS: CountTable = {
  name: 'definition_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'prompt_id', 'repeated'],
  counts: ['answers', 'named', 'occurrences', 'cited', 'naming_any', 'namings', 'all_occurrences'],
  counted: countedByRules,
  changedBy: 'mentions',
};

export const COUNT_TABLES: readonly CountTable[] = [
  VISIBILITY,
  SOURCES,
  PAGES,
  SEARCHES,
  PROMPTS,
  RANKS,
  VOICE,
  DEFINITIONS,
];

/** Those that depend on which brands are tracked now, and on answers that are stored before: they are counted after these. */
export const BY_TRACKED: readonly CountTable[] = [VOICE, DEFINITIONS];

/** Some answers of a brand. */
export interface AnswerBatch extends ChosenAnswers {
  readonly brandId: number;
}

export function answersBetween(brandId: number, first: number, last: number): AnswerBatch {
  return { brandId, where: sql`brand_id = ${brandId} and answer_id between ${first} and ${last}` };
}

export function answersNumbered(brandId: number, ids: readonly number[]): AnswerBatch {
  return { brandId, where: sql`brand_id = ${brandId} and answer_id in (${sql.join(ids)})` };
}

/** The id of the nth answer of a brand after another id; undefined if there are fewer. */
export async function nthAnswer(
  db: Database,
  brandId: number,
  after: number,
  n: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('answers')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '>', after)
    .orderBy('id')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Adds answers to a table of counts, in the caller's transaction. */
export async function addToCounts(db: Database, table: CountTable, batch: AnswerBatch): Promise<void> {
  await addition(table, batch, capabilitiesOf(db)).execute(db);
}

/** The statement that adds answers to a table of counts. */
export function addition<Row>(
  { name, key, counts, counted }: CountTable,
  batch: AnswerBatch,
  capabilities: Capabilities,
): RawBuilder<Row> {
  const added = counts.map(
    (each) => sql`${sql.ref(each)} = ${sql.ref(`${name}.${each}`)} + excluded.${sql.ref(each)}`,
  );
  return sql<Row>`
      insert into ${sql.table(name)} (${columnList([...key, ...counts])})
      ${counted(batch, capabilities)}
      on conflict (${columnList(key)}) do update set ${sql.join(added)}`;
}

/** Subtracts answers from a table of counts before they change, in the caller's transaction. */
export async function takeFromCounts(
  db: Database,
  { name, key, counts, counted }: CountTable,
  batch: AnswerBatch,
): Promise<void> {
  const [rows = ''] = counts;
  const removed = counted(batch, capabilitiesOf(db));
  const left = counts.map(
    (each) => sql`${sql.ref(each)} = ${sql.ref(`${name}.${each}`)} - ${sql.ref(`less.${each}`)}`,
  );
  const same = key.map((each) => sql`${sql.ref(`${name}.${each}`)} = ${sql.ref(`less.${each}`)}`);
  await sql`
      update ${sql.table(name)} set ${sql.join(left)} from (${removed}) as less
      where ${sql.ref(`${name}.brand_id`)} = ${batch.brandId} and ${sql.join(same, sql` and `)}`.execute(db);
  await sql`
      delete from ${sql.table(name)}
      where brand_id = ${batch.brandId} and ${sql.ref(rows)} = 0
        and (${columnList(key)}) in (select ${columnList(key)} from (${removed}) as less)`.execute(db);
}

/** A table of counts, and the answers of a brand to count in it again. */
export interface Recount {
  readonly table: CountTable;
  readonly ids: readonly number[];
}

/** Changes counted answers of a brand: subtracts them from the counts first, and adds them again afterwards. */
export async function recounting(
  db: Database,
  brandId: number,
  recounts: readonly Recount[],
  change: () => Promise<void>,
): Promise<void> {
  const batches = recounts
    .filter(({ ids }) => ids.length > 0)
    .map(({ table, ids }) => ({ table, batch: answersNumbered(brandId, ids) }));
  for (const { table, batch } of batches) await takeFromCounts(db, table, batch);
  await change();
  for (const { table, batch } of batches) await addToCounts(db, table, batch);
}

/** Column names as SQL. */
export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}
