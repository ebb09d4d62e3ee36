import { type RawBuilder, sql } from 'kysely';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import {
  DAY_MS,
  ENGINE_SPANS,
  MENTION_SPANS,
  openSpans,
  PAGE_SPAN,
  PANEL_SPANS,
  QUARTER,
  QUESTION_SPANS,
  SPANS,
  sealedSpans,
} from '../../domain/period.ts';
import { type Capabilities, capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { comparedWith } from '../panel/before.ts';
import { type ChosenAnswers, isOfBrand } from './chosen-answers.ts';
import { answersByRules } from './definition-rows.ts';
import { PANEL_MARKS, PANEL_VOICES, panelRowsOf } from './panel-rows.ts';
import { spanNumber } from './parts.ts';
import { voicesOf } from './voices.ts';

/** What is counted for a mention row, in addition to its own `mentioned` and `cited`: the one definition. */
export const mentionMarks = sql`
  case when rank is null then 0 else 1 end as ranked, coalesce(rank, 0) as rank_sum,
  case when framing is null then 0 else 1 end as classified,
  case when framing = 'recommended' then 1 else 0 end as recommended,
  case when framing = 'negative' then 1 else 0 end as negative`;

/** The same as dayOf in domain/period.ts; both databases truncate when they divide integers. */
const day = sql`cast(collected_at / ${sql.lit(DAY_MS)} as integer)`;

/** The only open blocks of most tables. */
const OF_A_DAY = sql.lit(1);

/** Answers with the columns that conditions are on. */
const answered = sql`(select brand_id, id as answer_id, engine, prompt_id, collected_at from answers) as answered`;

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

/** The rows of visibility_counts in open blocks, of some of their lengths, for the mentions that a condition selects. */
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

const openOf = ([span = 1]: readonly number[], pooled: number) =>
  sql`select ${sql.lit(span)} as span, ${sql.lit(pooled)} as pooled`;

/** The open blocks of counts of all engines together, and those of each engine. */
const sourceSpans = sql`(${openOf(SPANS, 1)} union all ${openOf(ENGINE_SPANS, 0)}) as spans`;

/**
 * The rows of source_counts in open blocks, for the citations that a condition selects: on each engine, and on all of them
 * together, which is the engine ''. Days are counted first, so that a row is not read once for each span.
 */
const countedCitations = ({ where }: ChosenAnswers): RawBuilder<unknown> => sql`
  select brand_id, span, case when pooled = 1 then '' else engine end as engine,
    cast(day / span as integer) as block, site, host, sum(answers) as answers, sum(named) as named,
    sum(site_answers) as site_answers, sum(site_named) as site_named, sum(site_gaps) as site_gaps
  from (select brand_id, engine, ${day} as day, site, host,
      count(*) as answers, sum(named) as named, sum(first_of_site) as site_answers,
      sum(first_of_site * named) as site_named, sum(first_of_site * ${isGap}) as site_gaps
    from citations where first_of_host = 1 and ${where}
    group by brand_id, engine, ${day}, site, host) as days
    cross join ${sourceSpans}
  group by brand_id, span, case when pooled = 1 then '' else engine end, cast(day / span as integer), site, host`;

/** The rows page_counts must have for the citations that a condition selects. */
const countedPages = ({ where }: ChosenAnswers): RawBuilder<unknown> => sql`
  select brand_id, site, ${pageBlock} as block, page_id,
    count(*) as answers, sum(named) as named, sum(rival) as rivals, sum(${isGap}) as gaps
  from citations where first_of_page = 1 and ${where}
  group by brand_id, site, ${pageBlock}, page_id`;

/** The rows of search_counts in open blocks, for the searches that a condition selects. */
const countedSearches = ({ where }: ChosenAnswers): RawBuilder<unknown> => sql`
  select brand_id, ${OF_A_DAY} as span, ${day} as block, engine, query_id, count(*) as answers, sum(named) as named
  from searches
  where first_of_query = 1 and ${where}
  group by brand_id, ${day}, engine, query_id`;

/** The rows of voice_counts in open blocks, for the answers that a condition selects. */
const countedVoices = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, ${OF_A_DAY} as span, ${day} as block, engine, tracked_id,
    count(*) as answers, sum(mentions) as mentions, sum(all_mentions) as all_mentions,
    sum(squares) as squares, sum(products) as products, sum(all_squares) as all_squares
  from (${voicesOf('collections', chosen, capabilities)}) as voices
  group by brand_id, ${day}, engine, tracked_id`;

/** The rows of definition_counts in open blocks, likewise. */
const countedByRules = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, span, cast(collected_at / length as integer) as block, engine, prompt_id, repeated,
    count(*) as answers, sum(named) as named, sum(occurrences) as occurrences, sum(cited) as cited,
    sum(naming_any) as naming_any, sum(namings) as namings, sum(all_occurrences) as all_occurrences,
    sum(cited_not_named) as cited_not_named, sum(classified) as classified, sum(negative) as negative
  from (${answersByRules('collections', chosen, capabilities)}) as answered cross join ${lengthsOf(openSpans(QUESTION_SPANS))}
  group by brand_id, span, cast(collected_at / length as integer), engine, prompt_id, repeated`;

/** The rows of rank_counts in open blocks, likewise. */
const countedRanks = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, ${OF_A_DAY} as span, ${day} as block, engine, tracked_id, rank,
    count(*) as answers, sum(named) as named, sum(without_you) as without_you, sum(occurrences) as occurrences
  from (${positionsOf(chosen, capabilities)}) as positions
  group by brand_id, ${day}, engine, tracked_id, rank`;

/** The rows of prompt_counts in open blocks, likewise. */
const countedPrompts = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => sql`
  select brand_id, ${OF_A_DAY} as span, ${day} as block, prompt_id, count(*) as answers, sum(named) as named
  from (${promptsOf(chosen, capabilities)}) as prompts
  group by brand_id, ${day}, prompt_id`;

const PANEL_COUNTS = ['answers', ...Object.keys(PANEL_MARKS), ...PANEL_VOICES];

/** The rows of panel_counts in the shortest blocks, likewise. */
const countedPanels = (chosen: ChosenAnswers, capabilities: Capabilities): RawBuilder<unknown> => {
  const [span] = PANEL_SPANS;
  const block = sql`cast(collected_at / ${sql.lit(span * DAY_MS)} as integer)`;
  const sums = PANEL_COUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);
  return sql`
  select brand_id, ${sql.lit(span)} as span, ${block} as block, tracked_id, engine, prompt_id, ${sql.join(sums)}
  from (${panelRowsOf(chosen, capabilities)}) as rows_of_panel
  group by brand_id, ${block}, tracked_id, engine, prompt_id`;
};

/** Blocks that are added up in longer ones once their days are sealed. */
export interface Lengths {
  /** In days, ascending. */
  readonly spans: readonly number[];
  /** Which rows of the longest open ones among them, where not all. */
  readonly where?: RawBuilder<unknown>;
}

const ONE_LENGTH: readonly Lengths[] = [];
const ALL_ENGINES: Lengths = { spans: SPANS, where: sql`engine = ''` };
/** All are named, because the primary key has the engine before the block. */
const ONE_ENGINE: Lengths = {
  spans: ENGINE_SPANS,
  where: sql`engine in (${sql.join(ENGINE_SLUGS.map((slug) => sql.lit(slug)))})`,
};

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
    | 'definition_counts'
    | 'panel_counts';
  readonly key: readonly string[];
  /** The first counts the raw rows themselves: if it is 0, there is no row. */
  readonly counts: readonly string[];
  /** The rows in open blocks that it must have for the raw rows of the chosen answers. */
  readonly counted: (chosen: ChosenAnswers, capabilities: Capabilities) => RawBuilder<unknown>;
  /** The lengths of its blocks; none if it has one length only. */
  readonly lengths: readonly Lengths[];
  /** Whether it has sealed days alone: none of its blocks is open, and a day is counted from the raw rows when it is sealed. */
  readonly isOfSealedDays?: boolean;
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
  counted: countedMentions(openSpans(MENTION_SPANS)),
  lengths: [{ spans: MENTION_SPANS }],
  changedBy: 'mentions',
};

/** Those in quarters of days alone. */
export const VISIBILITY_QUARTERS: CountTable = {
  ...VISIBILITY,
  counted: countedMentions([QUARTER]),
  lengths: ONE_LENGTH,
};

/** Counts of citation rows. */
export const SOURCES: CountTable = {
  name: 'source_counts',
  key: ['brand_id', 'span', 'engine', 'block', 'site', 'host'],
  counts: ['answers', 'named', 'site_answers', 'site_named', 'site_gaps'],
  counted: countedCitations,
  lengths: [ALL_ENGINES, ONE_ENGINE],
  changedBy: 'naming',
};

/** Counts of citation rows by page. */
export const PAGES: CountTable = {
  name: 'page_counts',
  key: ['brand_id', 'site', 'block', 'page_id'],
  counts: ['answers', 'named', 'rivals', 'gaps'],
  counted: countedPages,
  lengths: ONE_LENGTH,
  changedBy: 'naming',
};

/** What the queries come to that engines searched for. */
export const SEARCHES: CountTable = {
  name: 'search_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'query_id'],
  counts: ['answers', 'named'],
  counted: countedSearches,
  lengths: [{ spans: SPANS }],
  changedBy: 'naming',
};

/** What answers add to share of voice. It depends on which brands are tracked now: recount-tracked.ts. */
export const VOICE: CountTable = {
  name: 'voice_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'tracked_id'],
  counts: ['answers', 'mentions', 'all_mentions', 'squares', 'products', 'all_squares'],
  counted: countedVoices,
  lengths: [{ spans: SPANS }],
  changedBy: 'mentions',
  alsoChanged: comparedWith,
};

/** Answers by prompt. */
export const PROMPTS: CountTable = {
  name: 'prompt_counts',
  key: ['brand_id', 'span', 'block', 'prompt_id'],
  counts: ['answers', 'named'],
  counted: countedPrompts,
  lengths: [{ spans: SPANS }],
  changedBy: 'mentions',
};

/** Counts of mention rows by list position. */
export const RANKS: CountTable = {
  name: 'rank_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'tracked_id', 'rank'],
  counts: ['answers', 'named', 'without_you', 'occurrences'],
  counted: countedRanks,
  lengths: [{ spans: SPANS }],
  changedBy: 'mentions',
};

/** Answers by engine and prompt. They depend on which brands are tracked now, as those above do. */
export const DEFINITIONS: CountTable = {
  name: 'definition_counts',
  key: ['brand_id', 'span', 'block', 'engine', 'prompt_id', 'repeated'],
  counts: [
    ...['answers', 'named', 'occurrences', 'cited', 'naming_any', 'namings', 'all_occurrences'],
    ...['cited_not_named', 'classified', 'negative'],
  ],
  counted: countedByRules,
  lengths: [{ spans: QUESTION_SPANS }],
  changedBy: 'mentions',
};

/**
 * Answers by engine, prompt, and tracked brand. What is about shares of mentions counts only answers in which every brand tracked now
 * was looked for.
 */
export const PANELS: CountTable = {
  name: 'panel_counts',
  key: ['brand_id', 'span', 'block', 'tracked_id', 'engine', 'prompt_id'],
  counts: PANEL_COUNTS,
  counted: countedPanels,
  lengths: [{ spans: PANEL_SPANS }],
  isOfSealedDays: true,
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
  PANELS,
];

/** Those that depend on which brands are tracked now, and on answers that are stored before: they are counted after these. */
export const BY_TRACKED: readonly CountTable[] = [VOICE, DEFINITIONS, PANELS];

/** Some answers of a brand. */
export interface AnswerBatch extends ChosenAnswers {
  readonly brandId: number;
}

export function answersBetween(
  brandId: number,
  first: number,
  last: number,
  areOpen: boolean = false,
): AnswerBatch {
  return { brandId, where: sql`brand_id = ${brandId} and answer_id between ${first} and ${last}`, areOpen };
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
  table: CountTable,
  batch: AnswerBatch,
  capabilities: Capabilities,
): RawBuilder<Row> {
  return addingTo<Row>(table, countedIn(table, batch, capabilities));
}

/** The statement that adds rows, which have the columns of the table in order, to those that it has. */
function addingTo<Row>({ name, key, counts }: CountTable, rows: RawBuilder<unknown>): RawBuilder<Row> {
  const added = counts.map(
    (each) => sql`${sql.ref(each)} = ${sql.ref(`${name}.${each}`)} + excluded.${sql.ref(each)}`,
  );
  return sql<Row>`
      insert into ${sql.table(name)} (${columnList([...key, ...counts])})
      ${rows}
      on conflict (${columnList(key)}) do update set ${sql.join(added)}`;
}

/** All rows that a table must have for the chosen answers: those in open blocks, and of sealed days those in longer ones. */
export function countedIn(
  table: CountTable,
  chosen: ChosenAnswers,
  capabilities: Capabilities,
): RawBuilder<unknown> {
  const open = table.counted(chosen, capabilities);
  const { isOfSealedDays = false } = table;
  if (table.lengths.length === 0 || (chosen.areOpen && !isOfSealedDays)) return open;
  const { brandId } = chosen;
  const ofBrand = brandId === null ? sql`h.brand_id = open_block.brand_id` : sql`h.brand_id = ${brandId}`;
  const sealedDay = sql`(select h.sealed_day from brand_heads as h where ${ofBrand})`;
  const targets = table.lengths.flatMap(({ spans }) => [...shortestOf(spans), ...longerOf(spans)]);
  // Only whole open blocks are in longer ones.
  const isSealed = sql`(open_block.block + 1) * target.days <= ${sealedDay}`;
  const isHeld = isOfSealedDays ? isSealed : sql`(target.blocks = 1 or ${isSealed})`;
  const isIn = sql`open_block.span = target.source and ${isHeld}`;
  return addedUp(table, sql`(${open})`, targets, isIn);
}

interface Target {
  /** The lengths of blocks in days: of those that are added up, and of what they come to. */
  readonly from: number;
  readonly to: number;
}

const shortestOf = (spans: readonly number[]): Target[] =>
  openSpans(spans).map((span) => ({ from: span, to: span }));

/** The longest open blocks are what all longer ones are made of. */
function longerOf(spans: readonly number[]): Target[] {
  const from = openSpans(spans).at(-1) ?? 1;
  return sealedSpans(spans).map((to) => ({ from, to }));
}

/** The rows that some rows of open blocks come to in blocks of other lengths. */
function addedUp(
  { key, counts }: CountTable,
  open: RawBuilder<unknown>,
  targets: readonly Target[],
  isIn: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const lengths = targets.map(({ from, to }) => {
    const [source, span] = [sql.lit(spanNumber(from)), sql.lit(spanNumber(to))];
    return sql`
      select ${source} as source, ${sql.lit(from)} as days, ${span} as span, ${sql.lit(to / from)} as blocks`;
  });
  const columns = key.map((each) => {
    if (each === 'span') return sql`target.span`;
    return each === 'block' ? sql`open_block.block / target.blocks` : sql.ref(`open_block.${each}`);
  });
  const sums = counts.map((each) => sql`sum(${sql.ref(`open_block.${each}`)})`);
  const named = [...columns, ...sums].map((each, index) => {
    return sql`${each} as ${sql.ref([...key, ...counts][index] ?? '')}`;
  });
  return sql`
    select ${sql.join(named)}
    from ${open} as open_block cross join (${sql.join(lengths, sql` union all `)}) as target
    where ${isIn}
    group by ${sql.join(columns)}`;
}

/**
 * Adds the open blocks of a brand from one day to another, which is excluded, to the longer ones, in the caller's transaction. What
 * has no open blocks is counted from the answers of these days.
 */
export async function lengthen(db: Database, brandId: number, fromDay: number, toDay: number): Promise<void> {
  for (const table of COUNT_TABLES) {
    for (const { spans, where = sql`1 = 1` } of table.lengths) {
      const longer = longerOf(spans);
      const length = longer[0]?.from ?? 1;
      const [first, end] = [Math.floor(fromDay / length), Math.floor(toDay / length)];
      if (first === end) continue;
      const open = table.isOfSealedDays
        ? sql`(${table.counted(answersOfDays(brandId, first * length, end * length), capabilitiesOf(db))})`
        : sql`(select * from ${sql.table(table.name)} where brand_id = ${brandId} and span = ${sql.lit(spanNumber(length))}
        and block between ${first} and ${end - 1} and ${where})`;
      const targets = table.isOfSealedDays ? [...shortestOf(spans), ...longer] : longer;
      await addingTo(table, addedUp(table, open, targets, sql`1 = 1`)).execute(db);
    }
  }
}

/** Those of the days from one to another, which is excluded. */
function answersOfDays(brandId: number, fromDay: number, toDay: number): AnswerBatch {
  const [from, to] = [fromDay * DAY_MS, toDay * DAY_MS];
  const where = sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`;
  return { brandId, where, byTime: true };
}

/** Subtracts answers from a table of counts before they change, in the caller's transaction. */
export async function takeFromCounts(db: Database, table: CountTable, batch: AnswerBatch): Promise<void> {
  const { name, key, counts } = table;
  const [rows = ''] = counts;
  const removed = countedIn(table, batch, capabilitiesOf(db));
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
