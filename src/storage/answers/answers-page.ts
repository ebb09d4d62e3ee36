import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  type AnswerOutcome,
  type Framing,
  type MentionReading,
  NOT_MENTIONED,
  type Role,
} from '../../domain/answers/answer-reading.ts';
import { provenFrom, type Verdict } from '../../domain/brand/model-reading.ts';
import type { Reader } from '../../domain/brand/reader.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import { promptText } from './answers.ts';
import {
  type AnswerFilter,
  type AnswerPosition,
  type AnswerQuery,
  filteredPage,
  plainFilteredPage,
  promptIn,
} from './filter/answer-filter.ts';

export interface AnswerRow {
  readonly publicId: string;
  readonly engine: string;
  readonly marketId: number;
  readonly prompt: string;
  readonly text: string | null;
  readonly outcome: AnswerOutcome;
  readonly collectedAt: number;
  readonly locationCode: number | null;
  /** Current brands: the brand itself first, then by name. */
  readonly mentions: readonly MentionRow[];
  /** In the engine's order. */
  readonly citations: readonly CitationRow[];
}

/** A mention by one reader: `rules` or a model's name; null if no model judged it. */
interface ShownReading extends Omit<MentionReading, 'said'> {
  readonly reader: string | null;
}

interface MentionRow extends ShownReading {
  readonly brand: string;
  readonly role: Role;
}

interface CitationRow {
  readonly url: string;
  readonly host: string;
  readonly position: number;
  readonly title: string | null;
}

/** A page of answers with their content, as selected: unordered, with retired brands' mentions. */
export interface AnswersPage {
  readonly answers: readonly StoredAnswer[];
  readonly mentions: MentionLists;
  readonly citations: CitationLists;
}

/** Selects the newest answers by (collected_at, id). Use a snapshot, so that each answer is complete. */
export async function selectPage(db: Database, brandId: number, query: AnswerQuery): Promise<AnswersPage> {
  const plain = plainPage(brandId, query);
  if (plain !== null) return await selectPlain(db, plain);
  // Run the walk only once: it may be long.
  const page = await sql<{ id: number }>`${await filteredPage(db, brandId, query)}`.execute(db);
  return await selectByIds(db, { brandId, ids: JSON.stringify(page.rows.map(({ id }) => id)) });
}

type Given = Readonly<Record<string, number | string>>;

/** Filters whose values do not change the statement's text. */
const PLAIN: readonly (keyof AnswerFilter)[] = [
  'from',
  'until',
  'engine',
  'market',
  'firstDigest',
  'lastDigest',
];

/** Parameters of a page without other filters; null for any other page. */
function plainPage(brandId: number, { filter, after, limit }: AnswerQuery): Given | null {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (!given.every(([name]) => PLAIN.some((plain) => plain === name))) return null;
  return { brandId, limit, ...(Object.fromEntries(given) as Given), ...after };
}

/** By the set of filters, with or without a position. */
const plainPages = new Map<string, ReturnType<typeof pageBy>>();

async function selectPlain(db: Database, plain: Given): Promise<AnswersPage> {
  const { brandId: _, limit: __, id: ___, lastDigest: ____, ...chosen } = plain;
  const name = `by ${Object.keys(chosen).join(', ') || 'time'}`;
  const known = plainPages.get(name) ?? pageBy(name, plainIds);
  plainPages.set(name, known);
  return await known(db, plain);
}

function plainIds(db: Database, given: Given): RawBuilder<unknown> {
  const { brandId, limit, collectedAt, id, ...filter } = given as unknown as PlainQuery;
  const after = collectedAt === undefined ? null : { collectedAt, id };
  return plainFilteredPage(db, brandId, { filter, after, limit });
}

type PlainQuery = { readonly brandId: number; readonly limit: number } & AnswerPosition & AnswerFilter;

/**
 * Content of the answers whose ids a query returns. Mentions and citations are read for all answers together, each
 * column as one list: cheaper than a list per answer for PostgreSQL, and than a row per mention for Node.
 */
function pageBy(name: string, idsOf: (db: Database, given: Given) => RawBuilder<unknown>) {
  const isOfPage = (db: Database, given: Given, column: string) => sql`
    brand_id = ${given.brandId} and ${capabilitiesOf(db).isOneOf(column, sql`select id from (${idsOf(db, given)}) as page`)}`;
  const listsOf = <Lists extends object>(table: 'mentions' | 'citations', lists: ListsOf<Lists>) => {
    const select = statement<Tables, Given, Readonly<Record<string, string>>>(
      `${table} ${name}`,
      (db, given) => sql`
        select ${listed(db, lists)} from ${sql.table(table)} where ${isOfPage(db, given, 'answer_id')}`,
    );
    return async (db: Database, given: Given) => {
      const [row] = await select(db, given);
      const parsed = Object.keys(lists).map((column) => [column, JSON.parse(row?.[column] ?? '[]')]);
      return Object.fromEntries(parsed) as Lists;
    };
  };
  const selectAnswers = statement<Tables, Given, StoredAnswer>(`answers ${name}`, (db, given) => {
    const brandId = given.brandId as number;
    // The filter gives the prompt.
    const prompt = promptIn(brandId, given, sql`text`) ?? promptText(brandId, 'answers');
    return sql<StoredAnswer>`
        select id, public_id, engine, market_id, text, outcome, collected_at, location_code, ${prompt} as prompt,
          (select r.reader from readings as r where r.brand_id = ${brandId} and r.answer_id = answers.id) as judge
        from answers where ${isOfPage(db, given, 'id')}`;
  });
  const selectMentions = listsOf('mentions', MENTION_LISTS);
  const selectCitations = listsOf('citations', CITATION_LISTS);
  return async (db: Database, given: Given): Promise<AnswersPage> => {
    const [answers, mentions, citations] = await Promise.all([
      selectAnswers(db, given),
      selectMentions(db, given),
      selectCitations(db, given),
    ]);
    return { answers, mentions, citations };
  };
}

/**
 * A page's answers, newest first by (collected_at, id).
 *
 * @param tracked brands whose mentions are listed, in order
 * @param reader whose framing they have
 */
export function answersOn(page: AnswersPage, tracked: readonly TrackedBrand[], reader: Reader): AnswerRow[] {
  const judges = reader === 'rules' ? null : new Map(page.answers.map(({ id, judge }) => [id, judge]));
  const readings = readingsIn(page.mentions, judges);
  const citations = citationsIn(page.citations);
  const newestFirst = page.answers.toSorted((a, b) => b.collected_at - a.collected_at || b.id - a.id);
  return newestFirst.map((row) => ({
    publicId: row.public_id,
    engine: row.engine,
    marketId: row.market_id,
    prompt: row.prompt,
    text: row.text,
    outcome: row.outcome as AnswerOutcome,
    collectedAt: row.collected_at,
    locationCode: row.location_code,
    mentions: mentionsOf(readings.get(row.id), tracked),
    citations: citations.get(row.id) ?? [],
  }));
}

type StoredAnswer = Pick<
  Selectable<Tables['answers']>,
  'id' | 'public_id' | 'engine' | 'market_id' | 'text' | 'outcome' | 'collected_at' | 'location_code'
> & { readonly prompt: string; readonly judge: string | null };

/** Each list's column and row condition; all rows by default. */
type ListsOf<Lists> = Readonly<Record<keyof Lists, Listed>>;
type Listed = readonly [column: string, where: RawBuilder<unknown> | null];

function listed<Lists>(db: Database, lists: ListsOf<Lists>): RawBuilder<unknown> {
  const { jsonList } = capabilitiesOf(db);
  const columns = Object.entries<Listed>(lists);
  return sql.join(columns.map(([name, list]) => sql`${jsonList(...list)} as ${sql.ref(name)}`));
}

const ofMentioned = (column: string): Listed => [column, sql`mentioned = 1`];
const ofAbsent = (column: string): Listed => [column, sql`mentioned = 0`];
const ofAll = (column: string): Listed => [column, null];

/** Most brands are absent from most answers, and then have no further values (NOT_MENTIONED). */
const MENTION_LISTS: ListsOf<MentionLists> = {
  answerIds: ofMentioned('answer_id'),
  trackedIds: ofMentioned('tracked_id'),
  ranks: ofMentioned('rank'),
  counts: ofMentioned('count'),
  framings: ofMentioned('framing'),
  signals: ofMentioned('framing_signals'),
  verdicts: ofMentioned('model_framing'),
  words: ofMentioned('model_words'),
  snippets: ofMentioned('snippet'),
  absentIn: ofAbsent('answer_id'),
  absentIds: ofAbsent('tracked_id'),
};

interface MentionLists {
  readonly answerIds: readonly number[];
  readonly trackedIds: readonly number[];
  readonly ranks: readonly (number | null)[];
  readonly counts: readonly (number | null)[];
  readonly framings: readonly (Framing | null)[];
  readonly signals: readonly (string | null)[];
  readonly verdicts: readonly (Verdict | null)[];
  readonly words: readonly (string | null)[];
  readonly snippets: readonly (string | null)[];
  readonly absentIn: readonly number[];
  readonly absentIds: readonly number[];
}

/** Readings by brand id. */
type Readings = Map<number, ShownReading>;

/** @param judges the models, by answer id; null for rules */
function readingsIn(
  lists: MentionLists,
  judges: ReadonlyMap<number, string | null> | null,
): Map<number, Readings> {
  const found = new Map<number, Readings>();
  const add = (answerId: number, trackedId: number, reading: ShownReading) => {
    const readings = found.get(answerId) ?? new Map();
    found.set(answerId, readings.set(trackedId, reading));
  };
  for (const [row, answerId] of lists.answerIds.entries()) {
    const framed =
      judges === null ? framedByRules(lists, row) : framedByModel(lists, row, judges.get(answerId) ?? null);
    add(answerId, lists.trackedIds[row] as number, {
      mentioned: true,
      rank: lists.ranks[row] ?? null,
      count: lists.counts[row] ?? null,
      ...framed,
      snippet: lists.snippets[row] ?? null,
    });
  }
  for (const [row, answerId] of lists.absentIn.entries()) {
    add(answerId, lists.absentIds[row] as number, {
      ...NOT_MENTIONED,
      reader: judges === null ? 'rules' : null,
    });
  }
  return found;
}

type Framed = Pick<ShownReading, 'framing' | 'framingSignals' | 'reader'>;

function framedByRules({ framings, signals }: MentionLists, row: number): Framed {
  const words = signals[row] ?? null;
  return {
    framing: framings[row] ?? null,
    framingSignals: words === null ? null : (JSON.parse(words) as string[]),
    reader: 'rules',
  };
}

function framedByModel({ verdicts, words }: MentionLists, row: number, judge: string | null): Framed {
  const verdict = verdicts[row] ?? null;
  if (verdict === null) return { framing: null, framingSignals: null, reader: null };
  return {
    framing: verdict === 'both' ? null : verdict,
    framingSignals: provenFrom(words[row] ?? '[]').map((each) => each.words),
    reader: judge,
  };
}

/** Mentions in the order of the current brands. */
function mentionsOf(readings: Readings | undefined, tracked: readonly TrackedBrand[]): MentionRow[] {
  const mentions: MentionRow[] = [];
  for (const { id, name, role } of tracked) {
    const reading = readings?.get(id);
    if (reading !== undefined) mentions.push({ ...reading, brand: name, role });
  }
  return mentions;
}

const CITATION_LISTS: ListsOf<CitationLists> = {
  answerIds: ofAll('answer_id'),
  positions: ofAll('position'),
  urls: ofAll('url'),
  hosts: ofAll('host'),
  titles: ofAll('title'),
};

interface CitationLists {
  readonly answerIds: readonly number[];
  readonly positions: readonly number[];
  readonly urls: readonly string[];
  readonly hosts: readonly string[];
  readonly titles: readonly (string | null)[];
}

/** Citations by answer id, in the engine's order. */
function citationsIn(lists: CitationLists): Map<number, CitationRow[]> {
  const found = new Map<number, CitationRow[]>();
  for (const [row, answerId] of lists.answerIds.entries()) {
    const citations = found.get(answerId) ?? [];
    found.set(answerId, citations);
    citations.push({
      position: lists.positions[row] as number,
      url: lists.urls[row] as string,
      host: lists.hosts[row] as string,
      title: lists.titles[row] ?? null,
    });
  }
  for (const citations of found.values()) citations.sort((a, b) => a.position - b.position);
  return found;
}

const selectByIds = pageBy(
  'by ids',
  (db, { ids }) =>
    sql`select cast(given.value as integer) as id from ${capabilitiesOf(db).jsonTexts(ids as string, 'given')}`,
);
