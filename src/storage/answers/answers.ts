import { type RawBuilder, sql } from 'kysely';
import {
  type AnswerOutcome,
  type Framing,
  type MentionReading,
  NOT_MENTIONED,
  type Role,
} from '../../domain/answer-reading.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import {
  type AnswerPosition,
  type AnswerQuery,
  type AnswersWanted,
  plainWantedPage,
  wantedPage,
} from './wanted.ts';

export interface AnswerRow {
  readonly publicId: string;
  readonly engine: string;
  readonly prompt: string;
  readonly text: string | null;
  readonly outcome: AnswerOutcome;
  readonly collectedAt: number;
  readonly locationCode: number | null;
  /** Of the brands tracked now: the brand itself first, then by name. */
  readonly mentions: readonly MentionRow[];
  /** In the engine's order. */
  readonly citations: readonly CitationRow[];
}

export interface MentionRow extends MentionReading {
  readonly brand: string;
  readonly role: Role;
}

export interface CitationRow {
  readonly url: string;
  readonly host: string;
  readonly position: number;
  readonly title: string | null;
}

/** The position of an answer of this brand in the list; null when the brand has no answer with this public id. */
export async function findAnswerPosition(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<AnswerPosition | null> {
  const row = await db
    .selectFrom('answers')
    .select(['collected_at as collectedAt', 'id'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row ?? null;
}

/** An answer with the key it was read under, for callers that may see every brand. */
export interface LocatedAnswer {
  readonly brandId: number;
  readonly brand: string;
  readonly id: number;
  readonly engine: string;
  readonly prompt: string;
  readonly collectedAt: number;
  readonly reading: string;
}

/**
 * The answer of a live brand with this public id: of one brand by its public id, or of any. It is looked for brand by brand, in
 * the unique index of both.
 */
export async function locateAnswer(
  db: Database,
  publicId: string,
  brandPublicId: string | null,
): Promise<LocatedAnswer | null> {
  let live = db.selectFrom('brands').select(['id', 'public_id as brand']).where('deleted_at', 'is', null);
  if (brandPublicId !== null) live = live.where('public_id', '=', brandPublicId);
  for (const { id: brandId, brand } of await live.orderBy('id').execute()) {
    const row = await db
      .selectFrom('answers as a')
      .select([
        'a.id',
        'a.engine',
        promptText(brandId, sql.ref('a.prompt_id')).as('prompt'),
        'a.collected_at as collectedAt',
        'a.reading',
      ])
      .where('a.brand_id', '=', brandId)
      .where('a.public_id', '=', publicId)
      .executeTakeFirst();
    if (row) return { brandId, brand, ...row };
  }
  return null;
}

/** How an answer came about. */
export interface AnswerOrigin {
  /** The model that served it, as the engine names it; null where that is not known. */
  readonly model: string | null;
  /** What the engine searched for, in its own order; null where that is not known. */
  readonly searches: readonly string[] | null;
}

export async function findOrigin(db: Database, brandId: number, answerId: number): Promise<AnswerOrigin> {
  const row = await db
    .selectFrom('answers as a')
    .leftJoin('collections as c', (join) =>
      join.onRef('c.brand_id', '=', 'a.brand_id').onRef('c.id', '=', 'a.id'),
    )
    .select(['c.model', 'a.searches_known'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', answerId)
    .executeTakeFirst();
  const searches = await db
    .selectFrom('searches')
    .select('query')
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', answerId)
    .orderBy('position')
    .execute();
  const isKnown = row?.searches_known === 1 || searches.length > 0;
  return { model: row?.model ?? null, searches: isKnown ? searches.map(({ query }) => query) : null };
}

/**
 * A run of a brand's answers, newest first by (collected_at, id), with all they contain. In a snapshot every answer is read
 * whole, as it was selected.
 *
 * @param tracked the brands whose mentions are listed, in the order that they are listed in
 */
export async function listAnswers(
  db: Database,
  brandId: number,
  tracked: readonly TrackedBrand[],
  query: AnswerQuery,
): Promise<AnswerRow[]> {
  const { answers, ...lists } = await selectPage(db, brandId, query);
  const mentions = mentionsIn(lists.mentions, tracked);
  const citations = citationsIn(lists.citations);
  const newestFirst = answers.toSorted((a, b) => b.collected_at - a.collected_at || b.id - a.id);
  return newestFirst.map((row) => ({
    publicId: row.public_id,
    engine: row.engine,
    prompt: row.prompt,
    text: row.text,
    outcome: row.outcome as AnswerOutcome,
    collectedAt: row.collected_at,
    locationCode: row.location_code,
    mentions: mentions.get(row.id) ?? [],
    citations: citations.get(row.id) ?? [],
  }));
}

/** What a page is made of, in no order. */
interface Page {
  readonly answers: readonly StoredAnswer[];
  readonly mentions: MentionLists;
  readonly citations: CitationLists;
}

async function selectPage(db: Database, brandId: number, query: AnswerQuery): Promise<Page> {
  const plain = plainPage(brandId, query);
  if (plain !== null) return await selectPlain(db, plain);
  // Walked once, as the walk may be long.
  const page = await sql<{ id: number }>`${await wantedPage(db, brandId, query)}`.execute(db);
  return await selectByIds(db, { brandId, ids: JSON.stringify(page.rows.map(({ id }) => id)) });
}

type Given = Readonly<Record<string, number | string>>;

/** Filters on which the text of a page's statements depends only by whether they are given. */
const PLAIN: readonly string[] = ['from', 'until', 'engine', 'promptId'] satisfies (keyof AnswersWanted)[];

/** What the statements of a page are found by that has no other filters; null for any other page. */
function plainPage(brandId: number, { wanted, after, limit }: AnswerQuery): Given | null {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (!given.every(([name]) => PLAIN.includes(name))) return null;
  return { brandId, limit, ...(Object.fromEntries(given) as Given), ...after };
}

/** For each selection of filters, before and after a place. */
const plainPages = new Map<string, ReturnType<typeof pageBy>>();

async function selectPlain(db: Database, plain: Given): Promise<Page> {
  const { brandId: _, limit: __, id: ___, ...chosen } = plain;
  const name = `by ${Object.keys(chosen).join(', ') || 'time'}`;
  const known = plainPages.get(name) ?? pageBy(name, Object.keys(plain), plainIds);
  plainPages.set(name, known);
  return await known(db, plain);
}

function plainIds(db: Database, given: Given): RawBuilder<unknown> {
  const { brandId, limit, collectedAt, id, ...wanted } = given as unknown as PlainQuery;
  const after = collectedAt === undefined ? null : { collectedAt, id };
  return plainWantedPage(db, brandId, { wanted, after, limit });
}

type PlainQuery = { readonly brandId: number; readonly limit: number } & AnswerPosition & AnswersWanted;

/**
 * What the answers contain whose ids a query gives. Mentions and citations are read for all of them at once, and each column in one
 * list: that is less work for PostgreSQL than a list for each answer, and for us than a row for each mention.
 */
function pageBy(
  name: string,
  names: readonly string[],
  idsOf: (db: Database, given: Given) => RawBuilder<unknown>,
) {
  const isOfPage = (db: Database, given: Given, column: string) => sql`
    brand_id = ${given.brandId} and ${capabilitiesOf(db).isOneOf(column, sql`select id from (${idsOf(db, given)}) as page`)}`;
  const listsOf = <Lists extends object>(table: 'mentions' | 'citations', lists: ListsOf<Lists>) => {
    const select = statement<Tables, Given, Readonly<Record<string, string>>>(
      `${table} ${name}`,
      names,
      (db, given) => sql`
        select ${listed(db, lists)} from ${sql.table(table)} where ${isOfPage(db, given, 'answer_id')}`,
    );
    return async (db: Database, given: Given) => {
      const [row = {}] = await select(db, given);
      const parsed = Object.entries(row).map(([column, list]) => [column, JSON.parse(list)]);
      return Object.fromEntries(parsed) as Lists;
    };
  };
  const selectAnswers = statement<Tables, Given, StoredAnswer>(
    `answers ${name}`,
    names,
    (db, given) => sql<StoredAnswer>`
      select id, public_id, engine, text, outcome, collected_at, location_code,
        ${promptText(given.brandId as number, given.promptId ?? sql.ref('answers.prompt_id'))} as prompt
      from answers where ${isOfPage(db, given, 'id')}`,
  );
  const selectMentions = listsOf('mentions', MENTION_LISTS);
  const selectCitations = listsOf('citations', CITATION_LISTS);
  return async (db: Database, given: Given): Promise<Page> => {
    const [answers, mentions, citations] = await Promise.all([
      selectAnswers(db, given),
      selectMentions(db, given),
      selectCitations(db, given),
    ]);
    return { answers, mentions, citations };
  };
}

type StoredAnswer = Pick<
  Tables['answers'],
  'id' | 'public_id' | 'engine' | 'text' | 'outcome' | 'collected_at' | 'location_code'
> & { readonly prompt: string };

/** Which columns are listed, and of which rows; of all, where nothing is said. */
type ListsOf<Lists> = Readonly<Record<keyof Lists, RawBuilder<unknown> | null>>;

function listed<Lists>(db: Database, lists: ListsOf<Lists>): RawBuilder<unknown> {
  const { jsonList } = capabilitiesOf(db);
  const columns = Object.entries<RawBuilder<unknown> | null>(lists);
  return sql.join(columns.map(([name, where]) => sql`${jsonList(name, where)} as ${sql.ref(name)}`));
}

/** Of an absent brand nothing more is stored (NOT_MENTIONED), and most are absent. */
const isMentioned = sql`mentioned = 1`;

const MENTION_LISTS: ListsOf<MentionLists> = {
  ...{ answer_id: null, tracked_id: null, mentioned: null },
  ...{ rank: isMentioned, count: isMentioned, framing: isMentioned },
  ...{ framing_signals: isMentioned, snippet: isMentioned },
};

interface MentionLists {
  readonly answer_id: readonly number[];
  readonly tracked_id: readonly number[];
  readonly mentioned: readonly number[];
  readonly rank: readonly (number | null)[];
  readonly count: readonly (number | null)[];
  readonly framing: readonly (Framing | null)[];
  readonly framing_signals: readonly (string | null)[];
  readonly snippet: readonly (string | null)[];
}

/** By the ids of their answers, in the order of the brands that are tracked now. */
function mentionsIn(lists: MentionLists, tracked: readonly TrackedBrand[]): Map<number, MentionRow[]> {
  const readings = readingsIn(lists);
  const rowsOf = Map.groupBy(lists.tracked_id.keys(), (row) => lists.tracked_id[row]);
  const found = listsFor<MentionRow>(lists.answer_id);
  for (const { id, name, role } of tracked) {
    for (const row of rowsOf.get(id) ?? []) {
      const reading = readings[row] ?? NOT_MENTIONED;
      found.get(lists.answer_id[row] as number)?.push({ brand: name, role, ...reading });
    }
  }
  return found;
}

function readingsIn(lists: MentionLists): MentionReading[] {
  let next = 0;
  return lists.mentioned.map((mentioned) => {
    if (mentioned === 0) return NOT_MENTIONED;
    const row = next;
    next += 1;
    const signals = lists.framing_signals[row] ?? null;
    return {
      mentioned: true,
      rank: lists.rank[row] ?? null,
      count: lists.count[row] ?? null,
      framing: lists.framing[row] ?? null,
      framingSignals: signals === null ? null : (JSON.parse(signals) as string[]),
      snippet: lists.snippet[row] ?? null,
    };
  });
}

const CITATION_LISTS: ListsOf<CitationLists> = {
  ...{ answer_id: null, position: null, url: null, host: null, title: null },
};

interface CitationLists {
  readonly answer_id: readonly number[];
  readonly position: readonly number[];
  readonly url: readonly string[];
  readonly host: readonly string[];
  readonly title: readonly (string | null)[];
}

/** By the ids of their answers, in the engine's order. */
function citationsIn(lists: CitationLists): Map<number, CitationRow[]> {
  const found = listsFor<CitationRow>(lists.answer_id);
  for (const [row, answerId] of lists.answer_id.entries()) {
    found.get(answerId)?.push({
      position: lists.position[row] as number,
      url: lists.url[row] as string,
      host: lists.host[row] as string,
      title: lists.title[row] ?? null,
    });
  }
  for (const list of found.values()) list.sort((a, b) => a.position - b.position);
  return found;
}

function listsFor<Row>(answerIds: readonly number[]): Map<number, Row[]> {
  return new Map(answerIds.map((id) => [id, []]));
}

const selectByIds = pageBy(
  'by ids',
  ['brandId', 'ids'],
  (db, { ids }) =>
    sql`select cast(given.value as integer) as id from ${capabilitiesOf(db).jsonTexts(ids as string, 'given')}`,
);

/** A subquery instead of a join, so no plan can start from the prompts and sort every answer. */
const promptText = (brandId: number, promptId: RawBuilder<unknown> | number | string) =>
  sql<string>`(select text from prompts where brand_id = ${brandId} and id = ${promptId})`;
