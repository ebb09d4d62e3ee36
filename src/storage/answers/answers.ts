import { sql } from 'kysely';
import type { AnswerOutcome, Framing, MentionReading, Role } from '../../domain/answer-reading.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { named } from '../driver/statement.ts';
import { type AnswerPosition, type AnswerQuery, wantedPage } from './wanted.ts';

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
        promptText(brandId).as('prompt'),
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
 * A run of a brand's answers, newest first by (collected_at, id), with all they contain. One statement, so that every
 * answer is read whole, as it was selected.
 *
 * @param tracked the brands whose mentions are listed, in the order that they are listed in
 */
export async function listAnswers(
  db: Database,
  brandId: number,
  tracked: readonly TrackedBrand[],
  query: AnswerQuery,
): Promise<AnswerRow[]> {
  const { joinInOrder } = capabilitiesOf(db);
  const page = await wantedPage(db, brandId, query);
  const { rows } = await sql<StoredAnswer>`${nameOfPage(query)}
    select a.public_id, a.engine, a.text, a.outcome, a.collected_at, a.location_code,
      ${promptText(brandId)} as prompt, ${mentionsOf(db, brandId)} as mentions, ${citationsOf(db, brandId)} as citations
    from (${page}) as page
      ${joinInOrder('answers', 'a', sql`a.brand_id = ${brandId} and a.id = page.id`)}
    order by page.collected_at desc, page.id desc`.execute(db);
  return rows.map((row) => ({
    publicId: row.public_id,
    engine: row.engine,
    prompt: row.prompt,
    text: row.text,
    outcome: row.outcome as AnswerOutcome,
    collectedAt: row.collected_at,
    locationCode: row.location_code,
    mentions: mentionRowsOf(row.mentions, tracked),
    citations: citationRowsOf(row.citations),
  }));
}

/** Pages with no filter but an engine are what is asked for most, and there are few of them. */
function nameOfPage({ wanted: { engine, ...filters }, after }: AnswerQuery) {
  if (Object.values(filters).some((each) => each !== undefined)) return sql``;
  return named(
    `answers${engine === undefined ? '' : ' of an engine'}${after === null ? '' : ' after a place'}`,
  );
}

/** An answer as the statement returns it; `mentions` and `citations` are JSON. */
type StoredAnswer = Pick<
  Tables['answers'],
  'public_id' | 'engine' | 'text' | 'outcome' | 'collected_at' | 'location_code'
> &
  Record<'prompt' | 'mentions' | 'citations', string>;

/** A mention as the statement returns it: a list, because an object would repeat the names in every row. */
type MentionJson = [
  trackedId: number,
  mentioned: number,
  rank: number | null,
  count: number | null,
  framing: Framing | null,
  framingSignals: string | null,
  snippet: string | null,
];

function mentionRowsOf(json: string, tracked: readonly TrackedBrand[]): MentionRow[] {
  const byId = new Map((JSON.parse(json) as MentionJson[]).map((row) => [row[0], row]));
  return tracked.flatMap(({ id, name, role }) => {
    const row = byId.get(id);
    if (!row) return [];
    const [, mentioned, rank, count, framing, signals, snippet] = row;
    const framingSignals = signals === null ? null : (JSON.parse(signals) as string[]);
    return [{ brand: name, role, mentioned: mentioned === 1, rank, count, framing, framingSignals, snippet }];
  });
}

function citationRowsOf(json: string): CitationRow[] {
  const rows = JSON.parse(json) as [position: number, url: string, host: string, title: string | null][];
  return rows
    .sort(([a], [b]) => a - b)
    .map(([position, url, host, title]) => ({ position, url, host, title }));
}

/** A subquery instead of a join, so no plan can start from the prompts and sort every answer. */
const promptText = (brandId: number) =>
  sql<string>`(select text from prompts where brand_id = ${brandId} and id = a.prompt_id)`;

function mentionsOf(db: Database, brandId: number) {
  const { jsonLists } = capabilitiesOf(db);
  const columns = ['tracked_id', 'mentioned', 'rank', 'count', 'framing', 'framing_signals', 'snippet'];
  return sql<string>`(select ${jsonLists(columns)} from mentions
    where brand_id = ${brandId} and answer_id = a.id)`;
}

function citationsOf(db: Database, brandId: number) {
  const { jsonLists } = capabilitiesOf(db);
  return sql<string>`(select ${jsonLists(['position', 'url', 'host', 'title'])} from citations
    where brand_id = ${brandId} and answer_id = a.id)`;
}
