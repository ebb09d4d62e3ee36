import { type RawBuilder, sql } from 'kysely';
import {
  type AnswerOutcome,
  FACTS_KEY,
  type Framing,
  factMark,
  NAMES_KEY,
} from '../../domain/answer-reading.ts';
import { type FactVerdict, SAYS_OF_FACT, type SaysOfFact } from '../../domain/fact.ts';
import type { SitePart } from '../../domain/site-parts.ts';
import { READ, saidWith } from '../../domain/theme.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import {
  type ComparedAnswers,
  isByModel,
  isCompared,
  isInMarket,
  isShared,
  type SharedWith,
} from './compared.ts';
import { isInPart } from './in-part.ts';

export type { SharedWith } from './compared.ts';

/** Which answers of a brand are wanted: those that meet every condition. A condition that is left out holds of all. */
export interface AnswersWanted {
  readonly from?: number | undefined;
  /** The last instant. */
  readonly until?: number | undefined;
  readonly engine?: string | undefined;
  /** The number of the brand's market. */
  readonly market?: number | undefined;
  /** Answers to the prompt in a range of digests, of which both ends are given (domain/question-id.ts). */
  readonly firstDigest?: string | undefined;
  readonly lastDigest?: string | undefined;
  /** Answers to any of these prompts, of which there is one at least. */
  readonly promptIds?: readonly number[] | undefined;
  /** Answers by any of these models, of which there is one at least; null: the engine did not say which. */
  readonly models?: readonly (string | null)[] | undefined;
  /** All answers by these models that may be wanted, where they are few. */
  readonly ids?: readonly number[] | undefined;
  readonly outcome?: AnswerOutcome | undefined;
  readonly named?: Named | undefined;
  /** Tracked brands that the answer does not name, whether they were looked for or not. */
  readonly notNamed?: readonly number[] | undefined;
  /** Tracked brands that were all looked for. */
  readonly lookedFor?: readonly number[] | undefined;
  /** A tracked brand that was looked for too: whether its framing has to be known, and whether it has to be ranked. */
  readonly beside?:
    | { readonly id: number; readonly framed: boolean; readonly ranked: boolean | undefined }
    | undefined;
  readonly fact?: ReadWithFact | undefined;
  readonly cited?: Cited | undefined;
  /** A tracked brand, pages of whose own sites are cited. */
  readonly citedBrand?: number | undefined;
  /** The number of a query that the engine searched for. */
  readonly queryId?: number | undefined;
  readonly compared?: ComparedAnswers | undefined;
  readonly sharedWith?: SharedWith | undefined;
}

/** That at least one of these tracked brands is named, and how. */
export interface Named {
  readonly ids: readonly number[];
  readonly framing?: Framing | 'any' | undefined;
  /** Of which theme a sentence about it is; `framing` is then of this sentence. */
  readonly theme?: string | undefined;
  /** Whether it has a list position, and which at most. */
  readonly ranked?: boolean | undefined;
  readonly top?: number | undefined;
}

/** That an answer was read with a fact, and what it says of it. */
export interface ReadWithFact {
  readonly id: number;
  /** The names that it was read with (`namesKeyOf`). */
  readonly names: string;
  readonly verdict?: SaysOfFact | undefined;
}

/** What is cited: a host, a site (domain/site.ts) or a part of it, or a page by its number. */
export type Cited =
  | { readonly host: string }
  | { readonly site: string; readonly part?: SitePart | undefined }
  | { readonly pageId: number };

/** A place in the list of a brand's answers, which runs from the newest to the oldest. */
export interface AnswerPosition {
  readonly collectedAt: number;
  readonly id: number;
}

export interface AnswerQuery {
  readonly wanted: AnswersWanted;
  readonly limit: number;
  /** Only answers that come after this place. */
  readonly after: AnswerPosition | null;
}

type Sql = RawBuilder<unknown>;

/**
 * A table in whose index the wanted answers, and others, are found, usually from the newest to the oldest. Its rows are `w`; an
 * answer has one row at most.
 */
interface Walk {
  readonly table: 'answers' | 'mentions' | 'citations' | 'searches' | 'fact_readings';
  /** Or the ids of answers, which are looked up one by one. */
  readonly index: string | readonly number[];
  readonly where: Sql;
  /** The condition that everything on it meets. */
  readonly meets?: keyof AnswersWanted;
  /** Whether it runs from the newest to the oldest. If not, all of it is read to sort it. */
  readonly isSorted?: false;
}

/** The ids and times of the wanted answers after a place, newest first, as a query. */
export async function wantedPage(db: Database, brandId: number, query: AnswerQuery): Promise<Sql> {
  return pageOn(db, brandId, query, await shortestWalk(db, brandId, query.wanted));
}

/** The same where there is one walk at most that is shorter than all answers. */
export function plainWantedPage(db: Database, brandId: number, query: AnswerQuery): Sql {
  const [walk = walkOfAll(query.wanted)] = walksFor(db, brandId, query.wanted);
  return pageOn(db, brandId, query, walk);
}

function pageOn(db: Database, brandId: number, { wanted, after, limit }: AnswerQuery, walk: Walk): Sql {
  const id = idIn(walk);
  const isInAnswers = walk.table === 'answers';
  const ofAnswer = conditionsOnAnswer(db, brandId, beside(walk, wanted), isInAnswers ? 'w' : 'a');
  const conditions = [
    ...walkConditions(brandId, walk, wanted),
    ...(after === null ? [] : [sql`(w.collected_at, ${id}) < (${after.collectedAt}, ${after.id})`]),
    ...ofAnswer,
    ...conditionsOnRest(db, brandId, wanted, id),
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

function walkConditions(brandId: number, { where }: Walk, { from, until }: AnswersWanted): Sql[] {
  return [
    sql`w.brand_id = ${brandId}`,
    where,
    ...(from === undefined ? [] : [sql`w.collected_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`w.collected_at <= ${until}`]),
  ];
}

/** How many rows of a walk are counted to find the shortest, and how many answers are few. */
export const MOST_COUNTED = 1000;

/**
 * The walk with the fewest rows to go through. Neither database knows how many rows a host or a brand has in a period, and
 * going through all answers to find three of them takes as long as a large brand is large.
 */
async function shortestWalk(db: Database, brandId: number, wanted: AnswersWanted): Promise<Walk> {
  const [first, ...others] = walksFor(db, brandId, wanted);
  if (first === undefined) return walkOfAll(wanted);
  if (others.length === 0) return first;
  const walks = [first, ...others];
  const counts = walks.map(
    (walk, index) => sql`(select count(*) from (
      select 1 from ${tableOf(db, brandId, walk)}
      where ${sql.join(walkConditions(brandId, walk, wanted), sql` and `)}
      limit ${MOST_COUNTED}) as walked) as ${sql.ref(`n${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  const lengthOf = (walk: Walk) => rows[0]?.[`n${walks.indexOf(walk)}`] ?? 0;
  return walks.reduce((best, walk) => (lengthOf(walk) < lengthOf(best) ? walk : best));
}

/** A column of the prompt that is wanted, as a subquery; null where any is. */
export function promptIn(
  brandId: number,
  { firstDigest, lastDigest }: AnswersWanted,
  column: Sql,
): RawBuilder<string> | null {
  if (firstDigest === undefined) return null;
  return sql<string>`(select ${column} from prompts
    where brand_id = ${brandId} and digest >= ${firstDigest} and digest <= ${lastDigest} limit 1)`;
}

/** What is wanted beside what all of a walk are. */
function beside({ meets }: Walk, wanted: AnswersWanted): AnswersWanted {
  return meets === undefined ? wanted : { ...wanted, [meets]: undefined };
}

function walkOfAll({ engine }: AnswersWanted): Walk {
  if (engine === undefined) return { table: 'answers', index: 'answers_newest', where: sql`true` };
  return { table: 'answers', index: 'answers_newest_of_engine', where: sql`w.engine = ${engine}` };
}

/** The walks that are shorter than all answers; of several that seem equally long, the first is taken. */
function walksFor(db: Database, brandId: number, wanted: AnswersWanted): Walk[] {
  const { promptIds = [], ids } = wanted;
  // What is found by several prompts or by ids has to be sorted, so it is only for the few answers of rare ones.
  const byIds: Walk[] =
    ids === undefined
      ? []
      : [{ table: 'answers', index: ids, where: sql`true`, meets: 'models', isSorted: false }];
  const walks = [...orderedWalks(brandId, wanted), ...byIds];
  if (promptIds.length < 2) return walks;
  const [first = walkOfAll(wanted), ...others] = walks;
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

/** Those that run from the newest answer to the oldest. */
function orderedWalks(brandId: number, wanted: AnswersWanted): Walk[] {
  const { outcome, named, fact, cited, citedBrand, queryId, promptIds = [] } = wanted;
  const prompt = promptIn(brandId, wanted, sql`id`);
  const [promptId, ...morePrompts] = promptIds;
  const [only, ...more] = named?.ids ?? [];
  const walks: Walk[] = [];
  const add = (table: Walk['table'], index: string, where: Sql) => walks.push({ table, index, where });
  if (queryId !== undefined)
    add('searches', 'searches_of_query', sql`w.query_id = ${queryId} and w.first_of_query = 1`);
  const toPrompt = (id: Sql | number, meets: keyof AnswersWanted) =>
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

function verdictsOf({ verdict }: ReadWithFact): readonly FactVerdict[] {
  return verdict === undefined ? [] : SAYS_OF_FACT[verdict];
}

function isSaidOf(fact: ReadWithFact, alias: 'w' | 'r'): Sql {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('fact_id')} = ${fact.id} and ${column('verdict')} in (${sql.join([...verdictsOf(fact)])})`;
}

/** Whether an answer was read with a fact, which its key says (domain/answer-reading.ts). */
function isReadWith({ id, names }: ReadWithFact, reading: Sql): Sql {
  const { from, length } = FACTS_KEY;
  return sql`substr(${reading}, 1, ${sql.lit(NAMES_KEY)}) = ${names}
    and substr(${reading}, ${sql.lit(from + 1)}, ${sql.lit(length)}) >= ${factMark(id)}`;
}

function citedWalk(cited: Cited): Walk {
  const by = 'host' in cited ? 'host' : 'site' in cited ? 'site' : 'page';
  // A page is cited once in an answer.
  const isFirst = by === 'page' ? sql`true` : sql`${sql.ref(`w.first_of_${by}`)} = 1`;
  return {
    table: 'citations',
    index: `citations_of_${by}`,
    where: sql`${isCited(cited, 'w')} and ${isFirst}`,
  };
}

function isCited(cited: Cited, alias: 'w' | 'r'): Sql {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  if ('host' in cited) return sql`${column('host')} = ${cited.host}`;
  if ('site' in cited) return sql`${column('site')} = ${cited.site}`;
  return sql`${column('page_id')} = ${cited.pageId}`;
}

/** A walk is of the first citation of a site in each answer, which may be of another part. */
function isPartCited(cited: Cited, alias: 'r'): Sql {
  const part = 'site' in cited ? cited.part : undefined;
  return part === undefined ? sql`true` : isInPart(sql.ref(`${alias}.host`), part);
}

/** Conditions on the row of the answer itself, which is the walk's or joined to it. */
function conditionsOnAnswer(db: Database, brandId: number, wanted: AnswersWanted, alias: 'w' | 'a'): Sql[] {
  const { engine, market, promptIds, outcome, fact, compared, sharedWith } = wanted;
  const prompt = promptIn(brandId, wanted, sql`id`);
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions: Sql[] = [];
  if (engine !== undefined) conditions.push(sql`${column('engine')} = ${engine}`);
  if (market !== undefined) conditions.push(isInMarket(alias, market));
  if (prompt !== null) conditions.push(sql`${column('prompt_id')} = ${prompt}`);
  if (promptIds !== undefined) conditions.push(isOneOfPrompts(db, `${alias}.prompt_id`, promptIds));
  if (outcome !== undefined) conditions.push(sql`${column('outcome')} = ${outcome}`);
  if (fact !== undefined) conditions.push(isReadWith(fact, column('reading')));
  if (compared)
    conditions.push(isCompared(db, brandId, compared, { id: column('id'), promptId: column('prompt_id') }));
  if (sharedWith) conditions.push(isShared(db, brandId, sharedWith, column('prompt_id')));
  return conditions;
}

/**
 * Conditions on what belongs to an answer, each looked up by the answer's id. The words are chosen for PostgreSQL's planner,
 * which must take them for conditions that nearly every answer meets, or it sorts everything before it looks at the limit.
 * `+ 0` hides a column from the indexes that are for walking, which either planner may otherwise take here as well.
 */
function conditionsOnRest(db: Database, brandId: number, wanted: AnswersWanted, id: Sql): Sql[] {
  const { models, named, notNamed = [], lookedFor = [], beside, fact, cited, citedBrand, queryId } = wanted;
  const rowsOf = (table: string, where: Sql) =>
    sql`(select 1 from ${sql.table(table)} as r where r.brand_id = ${brandId} and r.answer_id = ${id} and ${where} limit 1)`;
  const conditions: Sql[] = [];
  const has = (table: string, where: Sql) => conditions.push(sql`${rowsOf(table, where)} is not null`);
  if (named) has('mentions', namedOf(named));
  if (notNamed.length > 0)
    conditions.push(
      sql`coalesce(${rowsOf('mentions', sql`${flag('mentioned')} and ${oneOf(notNamed)}`)}, 0) <> 1`,
    );
  for (const trackedId of lookedFor) has('mentions', sql`r.tracked_id = ${trackedId}`);
  if (beside) has('mentions', besideOf(beside));
  if (fact?.verdict === 'silent')
    conditions.push(sql`${rowsOf('fact_readings', sql`r.fact_id = ${fact.id}`)} is null`);
  else if (fact?.verdict !== undefined) has('fact_readings', isSaidOf(fact, 'r'));
  if (cited) has('citations', sql`${isCited(cited, 'r')} and ${isPartCited(cited, 'r')}`);
  if (citedBrand !== undefined) has('mentions', sql`r.tracked_id = ${citedBrand} and ${flag('cited')}`);
  if (models !== undefined) conditions.push(isByModel(db, brandId, models, id));
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

function besideOf({ id, framed, ranked }: NonNullable<AnswersWanted['beside']>): Sql {
  const conditions = [sql`r.tracked_id = ${id}`];
  if (framed) conditions.push(sql`r.framing is not null`);
  if (ranked !== undefined) conditions.push(ranked ? sql`r.rank is not null` : sql`r.rank is null`);
  return sql.join(conditions, sql` and `);
}

function namedOf({ ids, framing, theme, ranked, top }: Named): Sql {
  const conditions = [oneOf(ids), flag('mentioned')];
  if (theme !== undefined) conditions.push(speaksOf(theme, framing));
  else if (framing === 'any') conditions.push(sql`r.framing is not null`);
  else if (framing !== undefined) conditions.push(sql`r.framing = ${framing}`);
  if (ranked !== undefined) conditions.push(ranked ? sql`r.rank is not null` : sql`r.rank is null`);
  if (top !== undefined) conditions.push(sql`r.rank <= ${top}`);
  return sql.join(conditions, sql` and `);
}

function speaksOf(theme: string, framing: Named['framing']): Sql {
  if (theme === READ) return sql`r.said is not null`;
  const text = saidWith(theme, framing === 'any' ? undefined : framing);
  // Neither database has another way to find a text that the other has too, with its capitals.
  return sql`replace(r.said, ${text}, '') <> r.said`;
}
