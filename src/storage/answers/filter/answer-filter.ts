import { type RawBuilder, sql } from 'kysely';
import type { AnswerOutcome, Framing } from '../../../domain/answers/answer-reading.ts';
import { type FactVerdict, SAYS_OF_FACT, type SaysOfFact } from '../../../domain/brand/fact.ts';
import type { Reader } from '../../../domain/brand/reader.ts';
import { READ, saidWith } from '../../../domain/brand/theme.ts';
import type { SitePart } from '../../../domain/web/site-parts.ts';
import { capabilitiesOf } from '../../driver/capabilities.ts';
import type { Database } from '../../driver/database.ts';
import {
  type ComparisonFilter,
  framingBy,
  isByModel,
  isCompared,
  isFromImport,
  isInMarket,
  isShared,
  type SharedPromptFilter,
} from './compared.ts';

export type { SharedPromptFilter as SharedWith } from './compared.ts';

/** Selects a brand's answers that meet every condition. An omitted condition matches all. */
export interface AnswerFilter {
  readonly from?: number | undefined;
  /** Inclusive. */
  readonly until?: number | undefined;
  readonly engine?: string | undefined;
  readonly market?: number | undefined;
  /** Answers to the prompt within a digest range; give both ends (domain/questions/question-id.ts). */
  readonly firstDigest?: string | undefined;
  readonly lastDigest?: string | undefined;
  /** Any of these prompts; not empty. */
  readonly promptIds?: readonly number[] | undefined;
  /** Any of these models; not empty. null: the engine did not name one. */
  readonly models?: readonly (string | null)[] | undefined;
  readonly isImported?: boolean | undefined;
  /** All matching answers by these models, if few. */
  readonly ids?: readonly number[] | undefined;
  readonly outcome?: AnswerOutcome | undefined;
  readonly named?: NamingFilter | undefined;
  /** Tracked brands that the answer does not name, whether or not it looked for them. */
  readonly notNamed?: readonly number[] | undefined;
  readonly lookedFor?: readonly number[] | undefined;
  /** A model judged the framing of those, and of `beside`, that it names. */
  readonly isJudged?: boolean;
  /** Another brand that was looked for, optionally with a known framing or a rank. */
  readonly beside?:
    | { readonly id: number; readonly framedBy: Reader | null; readonly ranked: boolean | undefined }
    | undefined;
  readonly fact?: FactFilter | undefined;
  readonly cited?: CitationFilter | undefined;
  /** A tracked brand whose own sites are cited. */
  readonly citedBrand?: number | undefined;
  /** The number of a search query. */
  readonly queryId?: number | undefined;
  readonly compared?: ComparisonFilter | undefined;
  readonly sharedWith?: SharedPromptFilter | undefined;
}

/** Answers that name at least one of these tracked brands in this way. */
export interface NamingFilter {
  readonly ids: readonly number[];
  readonly framing?: Framing | 'any' | undefined;
  /** Whose framing. */
  readonly reader: Reader;
  /** The theme of a sentence about it; `framing` then applies to that sentence. */
  readonly theme?: string | undefined;
  /** A model was asked with this or a newer id of the brand; left out for any. */
  readonly since?: number | undefined;
  /** Whether it has a list position, and the largest one allowed. */
  readonly ranked?: boolean | undefined;
  readonly top?: number | undefined;
}

/** The answer does not name the brand, or a model read it with a fact; and its verdict. */
export interface FactFilter {
  readonly id: number;
  /** The tracked brand that it is about. */
  readonly selfId: number;
  /** Its reading key: the names that it was read for. */
  readonly names: string;
  readonly verdict?: SaysOfFact | undefined;
}

/** The answer cites a host, a site (domain/web/site.ts) or a part of it, or a page by id. */
export type CitationFilter =
  | { readonly host: string }
  | { readonly site: string; readonly part?: SitePart | undefined }
  | { readonly pageId: number };

/** A position in a brand's answers, newest first. */
export interface AnswerPosition {
  readonly collectedAt: number;
  readonly id: number;
}

export interface AnswerQuery {
  readonly filter: AnswerFilter;
  readonly limit: number;
  /** Only answers after this position. */
  readonly after: AnswerPosition | null;
}

type Sql = RawBuilder<unknown>;

/**
 * A table whose index leads to the matching answers and others, usually newest first. Its alias is `w`, with at most
 * one row per answer.
 */
interface Walk {
  readonly table: 'answers' | 'mentions' | 'citations' | 'searches' | 'fact_readings';
  /** Or answer ids to look up one by one. */
  readonly index: string | readonly number[];
  readonly where: Sql;
  /** The condition that the walk already meets. */
  readonly meets?: keyof AnswerFilter;
  /** Whether it runs newest first. Otherwise all of it is read and sorted. */
  readonly isSorted?: false;
}

/** A query for the ids and times of matching answers after a position, newest first. */
export async function filteredPage(db: Database, brandId: number, query: AnswerQuery): Promise<Sql> {
  return pageOn(db, brandId, query, await shortestWalk(db, brandId, query.filter));
}

/** Like `filteredPage`, for filters with at most one walk that is shorter than all answers. */
export function plainFilteredPage(db: Database, brandId: number, query: AnswerQuery): Sql {
  const [walk = walkOfAll(query.filter)] = walksFor(db, brandId, query.filter);
  return pageOn(db, brandId, query, walk);
}

function pageOn(db: Database, brandId: number, { filter, after, limit }: AnswerQuery, walk: Walk): Sql {
  const id = idIn(walk);
  const isInAnswers = walk.table === 'answers';
  const ofAnswer = conditionsOnAnswer(db, brandId, beside(walk, filter), isInAnswers ? 'w' : 'a');
  const conditions = [
    ...walkConditions(brandId, walk, filter),
    ...(after === null ? [] : [sql`(w.collected_at, ${id}) < (${after.collectedAt}, ${after.id})`]),
    ...ofAnswer,
    ...conditionsOnRest(db, brandId, filter, id),
  ];
  const answer = sql`a.brand_id = ${brandId} and a.id = ${id}`;
  const join = capabilitiesOf(db).joinInOrder('answers', 'a', answer);
  return sql`
    select ${id} as id, w.collected_at from ${tableOf(db, brandId, walk)}
      ${ofAnswer.length > 0 && !isInAnswers ? join : sql``}
    where ${sql.join(conditions, sql` and `)}
    order by ${walk.isSorted === false ? sql`w.collected_at + 0` : sql`w.collected_at`} desc, ${id} desc
    limit ${limit}`;
}

function tableOf(db: Database, brandId: number, { table, index }: Walk): Sql {
  const { byIndex, jsonTexts, joinInOrder } = capabilitiesOf(db);
  if (typeof index === 'string') return sql`${sql.table(table)} as w ${byIndex(index)}`;
  const answer = sql`w.brand_id = ${brandId} and w.id = cast(given.value as integer)`;
  return sql`${jsonTexts(JSON.stringify(index.map(String)), 'given')} ${joinInOrder(table, 'w', answer)}`;
}

function idIn({ table }: Walk): Sql {
  return table === 'answers' ? sql`w.id` : sql`w.answer_id`;
}

function walkConditions(brandId: number, { where }: Walk, { from, until }: AnswerFilter): Sql[] {
  return [
    sql`w.brand_id = ${brandId}`,
    where,
    ...(from === undefined ? [] : [sql`w.collected_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`w.collected_at <= ${until}`]),
  ];
}

/** Rows counted to find the shortest walk; also the largest result to look up by id. */
export const MOST_COUNTED = 1000;

/**
 * The walk with the fewest rows. Neither database knows how many rows a host or brand has in a period, and reading
 * all answers to find three takes long for a large brand.
 */
async function shortestWalk(db: Database, brandId: number, filter: AnswerFilter): Promise<Walk> {
  const [first, ...others] = walksFor(db, brandId, filter);
  if (first === undefined) return walkOfAll(filter);
  if (others.length === 0) return first;
  const walks = [first, ...others];
  const counts = walks.map(
    (walk, index) => sql`(select count(*) from (
      select 1 from ${tableOf(db, brandId, walk)}
      where ${sql.join(walkConditions(brandId, walk, filter), sql` and `)}
      limit ${MOST_COUNTED}) as walked) as ${sql.ref(`n${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  const lengthOf = (walk: Walk) => rows[0]?.[`n${walks.indexOf(walk)}`] ?? 0;
  return walks.reduce((best, walk) => (lengthOf(walk) < lengthOf(best) ? walk : best));
}

/** A column of the filtered prompt, as a subquery; null without a prompt filter. */
export function promptIn(
  brandId: number,
  { firstDigest, lastDigest }: AnswerFilter,
  column: Sql,
): RawBuilder<string> | null {
  if (firstDigest === undefined) return null;
  return sql<string>`(select ${column} from prompts
    where brand_id = ${brandId} and digest >= ${firstDigest} and digest <= ${lastDigest} limit 1)`;
}

/** The filter without the condition that the walk already meets. */
function beside({ meets }: Walk, filter: AnswerFilter): AnswerFilter {
  return meets === undefined ? filter : { ...filter, [meets]: undefined };
}

function walkOfAll({ engine }: AnswerFilter): Walk {
  if (engine === undefined) return { table: 'answers', index: 'answers_newest', where: sql`true` };
  return { table: 'answers', index: 'answers_newest_of_engine', where: sql`w.engine = ${engine}` };
}

/** Walks shorter than all answers; the first wins ties. */
function walksFor(db: Database, brandId: number, filter: AnswerFilter): Walk[] {
  const { promptIds = [], ids } = filter;
  // Several prompts, or ids, need a sort, so they suit only few answers.
  const byIds: Walk[] =
    ids === undefined
      ? []
      : [{ table: 'answers', index: ids, where: sql`true`, meets: 'models', isSorted: false }];
  const walks = [...orderedWalks(brandId, filter), ...byIds];
  if (promptIds.length < 2) return walks;
  const [first = walkOfAll(filter), ...others] = walks;
  const where = isOneOfPrompts(db, 'w.prompt_id', promptIds);
  const table = 'answers' as const;
  const toPrompts = {
    table,
    index: 'answers_of_prompt',
    where,
    meets: 'promptIds',
    isSorted: false,
  } as const;
  return [first, ...others, toPrompts];
}

/** Walks that run newest first. */
function orderedWalks(brandId: number, filter: AnswerFilter): Walk[] {
  const { outcome, named, fact, cited, citedBrand, queryId, promptIds = [] } = filter;
  const prompt = promptIn(brandId, filter, sql`id`);
  const [promptId, ...morePrompts] = promptIds;
  const [only, ...more] = named?.ids ?? [];
  const walks: Walk[] = [];
  const add = (table: Walk['table'], index: string, where: Sql) => walks.push({ table, index, where });
  if (queryId !== undefined)
    add('searches', 'searches_of_query', sql`w.query_id = ${queryId} and w.first_of_query = 1`);
  const toPrompt = (id: Sql | number, meets: keyof AnswerFilter) =>
    walks.push({ table: 'answers', index: 'answers_of_prompt', where: sql`w.prompt_id = ${id}`, meets });
  if (prompt !== null) toPrompt(prompt, 'firstDigest');
  if (promptId !== undefined && morePrompts.length === 0) toPrompt(promptId, 'promptIds');
  if (outcome === 'empty') add('answers', 'answers_empty', sql`w.outcome = 'empty'`);
  if (fact !== undefined && verdictsOf(fact).length > 0)
    add('fact_readings', 'fact_readings_by_time', isSaidOf(fact, 'w'));
  if (cited !== undefined) walks.push(citedWalk(cited));
  if (citedBrand !== undefined)
    add('mentions', 'mentions_of_cited', sql`w.tracked_id = ${citedBrand} and w.cited = 1`);
  if (only !== undefined && more.length === 0)
    add('mentions', 'mentions_of_named', sql`w.tracked_id = ${only} and w.mentioned = 1`);
  return walks;
}

function verdictsOf({ verdict }: FactFilter): readonly FactVerdict[] {
  return verdict === undefined ? [] : SAYS_OF_FACT[verdict];
}

function isSaidOf(fact: FactFilter, alias: 'w' | 'r'): Sql {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('fact_id')} = ${fact.id} and ${column('verdict')} in (${sql.join([...verdictsOf(fact)])})`;
}

/** Whether an answer was read with a fact (panel/counts/facts.ts). */
function isReadWith(brandId: number, { id, selfId, names }: FactFilter, answer: (name: string) => Sql): Sql {
  const ofAnswer = sql`r.brand_id = ${brandId} and r.answer_id = ${answer('id')}`;
  return sql`${answer('reading')} = ${names}
    and coalesce((select r.mentioned from mentions as r where ${ofAnswer} and r.tracked_id = ${selfId}), 0)
      <= coalesce((select 1 from readings as r where ${ofAnswer} and r.state = 'read' and r.newest_asked >= ${id}), 0)`;
}

function citedWalk(cited: CitationFilter): Walk {
  const by = 'host' in cited ? 'host' : 'site' in cited ? 'site' : 'page';
  // An answer cites a page once.
  const isFirst = by === 'page' ? sql`true` : sql`${sql.ref(`w.first_of_${by}`)} = 1`;
  return {
    table: 'citations',
    index: `citations_of_${by}`,
    where: sql`${isCited(cited, 'w')} and ${isFirst}`,
  };
}

function isCited(cited: CitationFilter, alias: 'w' | 'r'): Sql {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  if ('host' in cited) return sql`${column('host')} = ${cited.host}`;
  if ('site' in cited) return sql`${column('site')} = ${cited.site}`;
  return sql`${column('page_id')} = ${cited.pageId}`;
}

/** The walk has each answer's first citation of the site, which may be in another part. */
function isPartCited(cited: CitationFilter, alias: 'r'): Sql {
  const part = 'site' in cited ? cited.part : undefined;
  return part === undefined ? sql`true` : isInPart(sql.ref(`${alias}.host`), part);
}

/** Conditions on the answer's row, which is the walk's or joined to it. */
function conditionsOnAnswer(db: Database, brandId: number, filter: AnswerFilter, alias: 'w' | 'a'): Sql[] {
  const { engine, market, promptIds, outcome, fact, compared, sharedWith } = filter;
  const prompt = promptIn(brandId, filter, sql`id`);
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions: Sql[] = [];
  if (engine !== undefined) conditions.push(sql`${column('engine')} = ${engine}`);
  if (market !== undefined) conditions.push(isInMarket(alias, market));
  if (prompt !== null) conditions.push(sql`${column('prompt_id')} = ${prompt}`);
  if (promptIds !== undefined) conditions.push(isOneOfPrompts(db, `${alias}.prompt_id`, promptIds));
  if (outcome !== undefined) conditions.push(sql`${column('outcome')} = ${outcome}`);
  if (fact !== undefined) conditions.push(isReadWith(brandId, fact, column));
  if (compared)
    conditions.push(isCompared(db, brandId, compared, { id: column('id'), promptId: column('prompt_id') }));
  if (sharedWith) conditions.push(isShared(db, brandId, sharedWith, column('prompt_id')));
  return conditions;
}

/**
 * Conditions on an answer's other rows, looked up by answer id. They are worded so that PostgreSQL's planner expects
 * nearly every answer to match; otherwise it sorts everything before applying the limit. `+ 0` hides a column from
 * indexes meant for walking.
 */
function conditionsOnRest(db: Database, brandId: number, filter: AnswerFilter, id: Sql): Sql[] {
  const {
    models,
    isImported,
    named,
    notNamed = [],
    lookedFor = [],
    isJudged,
    beside,
    fact,
    cited,
    citedBrand,
    queryId,
  } = filter;
  const rowsOf = (table: string, where: Sql) =>
    sql`(select 1 from ${sql.table(table)} as r where r.brand_id = ${brandId} and r.answer_id = ${id} and ${where} limit 1)`;
  const conditions: Sql[] = [];
  const has = (table: string, where: Sql) => conditions.push(sql`${rowsOf(table, where)} is not null`);
  if (named) has('mentions', namedOf(named));
  if (named?.since) has('readings', sql`r.newest_asked >= ${named.since}`);
  if (notNamed.length > 0)
    conditions.push(
      sql`coalesce(${rowsOf('mentions', sql`${flag('mentioned')} and ${oneOf(notNamed)}`)}, 0) <> 1`,
    );
  const judged = isJudged ? sql` and (r.mentioned = 0 or r.model_framing is not null)` : sql``;
  for (const trackedId of lookedFor) has('mentions', sql`r.tracked_id = ${trackedId}${judged}`);
  if (beside) has('mentions', sql`${besideOf(beside)}${judged}`);
  if (fact?.verdict === 'silent')
    conditions.push(sql`${rowsOf('fact_readings', sql`r.fact_id = ${fact.id}`)} is null`);
  else if (fact?.verdict !== undefined) has('fact_readings', isSaidOf(fact, 'r'));
  if (cited) has('citations', sql`${isCited(cited, 'r')} and ${isPartCited(cited, 'r')}`);
  if (citedBrand !== undefined) has('mentions', sql`r.tracked_id = ${citedBrand} and ${flag('cited')}`);
  if (models !== undefined) conditions.push(isByModel(db, brandId, models, id));
  if (isImported !== undefined) conditions.push(isFromImport(brandId, isImported, id));
  if (queryId !== undefined) has('searches', sql`r.query_id + 0 = ${queryId}`);
  return conditions;
}

function isOneOfPrompts(db: Database, column: string, promptIds: readonly number[]): Sql {
  const { isOneOf, jsonTexts } = capabilitiesOf(db);
  const ids = jsonTexts(JSON.stringify(promptIds), 'given');
  return isOneOf(column, sql`select cast(given.value as integer) from ${ids}`);
}

function flag(column: 'mentioned' | 'cited'): Sql {
  return sql`${sql.ref(`r.${column}`)} + 0 = 1`;
}

function oneOf(trackedIds: readonly number[]): Sql {
  return sql`r.tracked_id in (${sql.join(trackedIds)})`;
}

function besideOf({ id, framedBy, ranked }: NonNullable<AnswerFilter['beside']>): Sql {
  const conditions = [sql`r.tracked_id = ${id}`];
  if (framedBy !== null) conditions.push(sql`${framingBy(framedBy, 'r')} is not null`);
  if (ranked !== undefined) conditions.push(ranked ? sql`r.rank is not null` : sql`r.rank is null`);
  return sql.join(conditions, sql` and `);
}

function namedOf({ ids, framing, reader, theme, ranked, top }: NamingFilter): Sql {
  const conditions = [oneOf(ids), flag('mentioned')];
  if (theme !== undefined) conditions.push(speaksOf(theme, framing));
  else if (framing === 'any') conditions.push(sql`${framingBy(reader, 'r')} is not null`);
  else if (framing !== undefined) conditions.push(sql`${framingBy(reader, 'r')} = ${framing}`);
  if (ranked !== undefined) conditions.push(ranked ? sql`r.rank is not null` : sql`r.rank is null`);
  if (top !== undefined) conditions.push(sql`r.rank <= ${top}`);
  return sql.join(conditions, sql` and `);
}

function speaksOf(theme: string, framing: NamingFilter['framing']): Sql {
  if (theme === READ) return sql`r.said is not null`;
  const text = saidWith(theme, framing === 'any' ? undefined : framing);
  // The only case-sensitive text search that both databases share.
  return sql`replace(r.said, ${text}, '') <> r.said`;
}

/** Whether a host belongs to a part of its site: `belongsTo` (domain/web/host.ts) in SQL. */
function isInPart(host: RawBuilder<unknown>, { hosts, belongs }: SitePart): RawBuilder<unknown> {
  const belonging = hosts.map((declared) => {
    const ending = `.${declared}`;
    const length = sql.lit([...ending].length);
    return sql`${host} = ${declared} or substr(${host}, length(${host}) - ${length} + 1) = ${ending}`;
  });
  const any = hosts.length === 0 ? sql`1 = 0` : sql`(${sql.join(belonging, sql` or `)})`;
  return belongs ? any : sql`not ${any}`;
}
