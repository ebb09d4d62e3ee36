import { type SqlBool, sql } from 'kysely';
import type { AnswerOutcome, Framing, Role } from '../domain/reading.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/** A place in the list of a brand's answers, which runs from the newest to the oldest. */
export interface AnswerPosition {
  readonly collectedAt: number;
  readonly id: number;
}

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

export interface MentionRow {
  readonly brand: string;
  readonly role: Role;
  readonly mentioned: boolean;
  readonly rank: number | null;
  readonly count: number | null;
  readonly framing: Framing | null;
  readonly framingSignals: readonly string[] | null;
  readonly snippet: string | null;
}

export interface CitationRow {
  readonly url: string;
  readonly host: string;
  readonly position: number;
  readonly title: string | null;
}

/** Where an answer of this brand stands in the list; null when the brand has no answer with this public id. */
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

export interface AnswerQuery {
  readonly limit: number;
  readonly engine: string | null;
  /** Only answers that come after this place. */
  readonly after: AnswerPosition | null;
}

/**
 * A run of a brand's answers, newest first by (collected_at, id), with all they hold. One statement, so that every
 * answer is read whole. Uses answers_newest, or answers_newest_of_engine with an engine.
 */
export async function listAnswers(db: Database, brandId: number, query: AnswerQuery): Promise<AnswerRow[]> {
  let select = db
    .selectFrom('answers as a')
    .select(['a.public_id', 'a.engine', 'a.text', 'a.outcome', 'a.collected_at', 'a.location_code'])
    .select([promptOf(db).as('prompt'), mentionsOf(db).as('mentions'), citationsOf(db).as('citations')])
    .where('a.brand_id', '=', brandId)
    .orderBy('a.collected_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(query.limit);
  if (query.engine !== null) select = select.where('a.engine', '=', query.engine);
  if (query.after !== null) {
    const { collectedAt, id } = query.after;
    select = select.where(sql<SqlBool>`(a.collected_at, a.id) < (${collectedAt}, ${id})`);
  }
  const rows = await select.execute();
  return rows.map((row) => ({
    publicId: row.public_id,
    engine: row.engine,
    prompt: row.prompt,
    text: row.text,
    outcome: row.outcome as AnswerOutcome,
    collectedAt: row.collected_at,
    locationCode: row.location_code,
    mentions: mentionRowsOf(row.mentions),
    citations: JSON.parse(row.citations) as CitationRow[],
  }));
}

interface MentionJson extends Omit<MentionRow, 'mentioned' | 'framingSignals'> {
  readonly mentioned: number;
  readonly framingSignals: string | null;
}

function mentionRowsOf(json: string): MentionRow[] {
  return (JSON.parse(json) as MentionJson[]).map((row) => ({
    ...row,
    mentioned: row.mentioned === 1,
    framingSignals: row.framingSignals === null ? null : (JSON.parse(row.framingSignals) as string[]),
  }));
}

/** A subquery and not a join, so that no plan can start from the prompts and sort every answer. */
function promptOf(db: Database) {
  const text = db
    .selectFrom('prompts as p')
    .select('p.text')
    .where('p.brand_id', '=', sql<number>`a.brand_id`)
    .where('p.id', '=', sql<number>`a.prompt_id`);
  return sql<string>`(${text})`;
}

function mentionsOf(db: Database) {
  const rows = db
    .selectFrom('mentions as m')
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'm.brand_id').onRef('t.id', '=', 'm.tracked_id'),
    )
    .select(['t.name as brand', 't.role', 'm.mentioned', 'm.rank', 'm.count', 'm.framing'])
    .select(['m.framing_signals as framingSignals', 'm.snippet'])
    .where('m.brand_id', '=', sql<number>`a.brand_id`)
    .where('m.answer_id', '=', sql<number>`a.id`)
    .where('t.retired_at', 'is', null)
    .orderBy('t.role', 'desc')
    .orderBy('t.name');
  return jsonText(db, rows);
}

function citationsOf(db: Database) {
  const rows = db
    .selectFrom('citations as c')
    .select(['c.url', 'c.host', 'c.position', 'c.title'])
    .where('c.brand_id', '=', sql<number>`a.brand_id`)
    .where('c.answer_id', '=', sql<number>`a.id`)
    .orderBy('c.position');
  return jsonText(db, rows);
}

/** A subquery's rows as JSON text, which is how both drivers hand it over. */
function jsonText(db: Database, rows: unknown) {
  const { jsonArrayFrom } = capabilitiesOf(db);
  return sql<string>`${jsonArrayFrom(rows as Parameters<typeof jsonArrayFrom>[0])}`;
}
