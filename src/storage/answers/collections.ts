import { type Insertable, sql } from 'kysely';
import type { AnswerOutcome, MentionReading, Outcome } from '../../domain/answer-reading.ts';
import { takeIds } from '../directory/heads.ts';
import { findPromptIds, insertPrompts } from '../directory/prompts.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema.ts';
import { type CitedInAnswer, competitorIds, insertCitations, type NewCitation } from './citations.ts';
import { addToCounts, answersBetween, answersNumbered, COUNT_TABLES, recounting, VOICE } from './counts.ts';
import { insertSearches, type Searched } from './searches.ts';
import { nextAfter } from './voices.ts';

/** One attempt to ask an engine, with the answer it brought; null when it failed. */
export interface NewCollection {
  /** What makes this attempt the same as one stored before. */
  readonly identity: string;
  readonly prompt: string;
  readonly engine: string;
  readonly outcome: Outcome;
  readonly collectedAt: number;
  readonly answer: NewAnswer | null;
  /** How it was asked, where Sightline asked it itself. */
  readonly asking?: Asking;
}

/** How a collection went. */
export interface Asking {
  /** A machine code in addition to the outcome; null for none. */
  readonly detail: string | null;
  /** The model that served it, as the engine names it. */
  readonly model: string | null;
  /** What it cost in millionths of a US dollar, where the engine says so. */
  readonly micros: number | null;
  readonly latencyMs: number | null;
  /** Whether the engine took the market into account. */
  readonly locationApplied: boolean;
  readonly languageApplied: boolean;
}

/** The reader of an answer whose mentions were given instead of read. */
export const GIVEN = 'import';

export interface NewAnswer {
  readonly publicId: string;
  readonly outcome: AnswerOutcome;
  /** Whether the outcome was stated, and so never changes. */
  readonly outcomeStated: boolean;
  readonly text: string | null;
  readonly locationCode: number | null;
  /** What read the answer: an extractor and its version, or `import` where the mentions were given. */
  readonly reader: string;
  /** The key of the brands that it was read with; under another key it is due to be read again. */
  readonly reading: string;
  /** One per tracked brand. */
  readonly mentions: readonly NewMention[];
  /** In the engine's order. */
  readonly citations: readonly NewCitation[];
  /** What the engine searched for, in its own order; null where that is not known. */
  readonly searches: NewSearches | null;
}

export interface NewSearches {
  readonly queries: readonly string[];
  /** Whether the answer names the brand itself. */
  readonly named: boolean;
}

export interface NewMention extends MentionReading {
  readonly trackedId: number;
  /** Whether the answer cites a page of this brand's own sites. */
  readonly cited: boolean;
}

/**
 * Stores attempts of one brand, all or none, leaving out those whose identity is stored already, and adds the
 * answers to the counts. Run it in a transaction.
 *
 * @returns the attempts that were new
 */
export async function storeCollections(
  db: Database,
  brandId: number,
  collections: readonly NewCollection[],
  now: number,
): Promise<NewCollection[]> {
  const firstId = await takeIds(db, brandId, collections.length);
  const fresh = await withoutStored(db, brandId, collections);
  const promptIds = await promptIdsOf(db, brandId, fresh, now);
  const numbered = fresh.map((collection, index) => ({ ...collection, id: firstId + index }));
  await insertAll(
    db,
    'collections',
    numbered.map((each) => ({
      brand_id: brandId,
      id: each.id,
      identity: each.identity,
      prompt_id: promptIds.get(each.prompt) ?? 0,
      engine: each.engine,
      outcome: each.outcome,
      collected_at: each.collectedAt,
      stored_at: now,
      ...askingColumns(each.asking),
    })),
  );
  await insertAnswers(db, brandId, numbered, promptIds);
  const batch = answersBetween(brandId, firstId, firstId + collections.length - 1);
  for (const table of COUNT_TABLES) await addToCounts(db, table, batch);
  return fresh;
}

/** A failed collection whose replies are kept. */
export interface UnreadCollection {
  readonly id: number;
  readonly jobId: number;
  readonly attempt: number;
  readonly identity: string;
  readonly prompt: string;
  readonly engine: string;
  readonly collectedAt: number;
  readonly locationCode: number | null;
  readonly languageCode: string | null;
}

/** The collections of a brand that failed with this detail after replies had come, oldest first, after an id. */
export async function listUnread(
  db: Database,
  brandId: number,
  { detail, after, limit }: { readonly detail: string; readonly after: number; readonly limit: number },
): Promise<UnreadCollection[]> {
  return await db
    .selectFrom('collections as c')
    .innerJoin('jobs as j', (join) =>
      join.onRef('j.brand_id', '=', 'c.brand_id').onRef('j.identity', '=', 'c.identity'),
    )
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.prompt_id'),
    )
    .select(['c.id', 'j.id as jobId', 'j.attempt', 'c.identity', 'p.text as prompt', 'c.engine'])
    .select(['c.collected_at as collectedAt', 'j.location_code as locationCode'])
    .select('j.language_code as languageCode')
    .where('c.brand_id', '=', brandId)
    .where('c.outcome', '=', 'error')
    .where('c.detail', '=', detail)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

/**
 * Replaces a failure by an answer, counts included, as if it had been read immediately. Run it in a transaction that
 * holds the brand's lock.
 */
export async function storeLateAnswer(
  db: Database,
  brandId: number,
  id: number,
  collection: NewCollection,
): Promise<void> {
  await db
    .updateTable('collections')
    .set({ outcome: collection.outcome, ...askingColumns(collection.asking) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  const promptIds = await findPromptIds(db, brandId, [collection.prompt]);
  const shifted = await nextAfter(db, brandId, id);
  await recounting(db, brandId, [{ table: VOICE, ids: shifted }], () =>
    insertAnswers(db, brandId, [{ ...collection, id }], promptIds),
  );
  for (const table of COUNT_TABLES) await addToCounts(db, table, answersNumbered(brandId, [id]));
}

function askingColumns(asking: Asking | undefined) {
  return {
    detail: asking?.detail ?? null,
    model: asking?.model ?? null,
    micros: asking?.micros ?? null,
    latency_ms: asking?.latencyMs ?? null,
    location_applied: asking === undefined ? null : Number(asking.locationApplied),
    language_applied: asking === undefined ? null : Number(asking.languageApplied),
  };
}

async function withoutStored(
  db: Database,
  brandId: number,
  collections: readonly NewCollection[],
): Promise<NewCollection[]> {
  const byIdentity = new Map<string, NewCollection>();
  for (const each of collections) if (!byIdentity.has(each.identity)) byIdentity.set(each.identity, each);
  const stored = await db
    .selectFrom('collections')
    .select('identity')
    .where('brand_id', '=', brandId)
    .where('identity', 'in', [...byIdentity.keys()])
    .execute();
  for (const { identity } of stored) byIdentity.delete(identity);
  return [...byIdentity.values()];
}

/** The ids of prompts by text. An unknown prompt is added as inactive: nothing is lost and nothing starts to run. */
async function promptIdsOf(
  db: Database,
  brandId: number,
  collections: readonly NewCollection[],
  now: number,
): Promise<Map<string, number>> {
  const texts = [...new Set(collections.map((each) => each.prompt))];
  const ids = await findPromptIds(db, brandId, texts);
  const unknown = texts
    .filter((text) => !ids.has(text))
    .map((text) => ({ text, category: null, active: false, source: 'import' as const }));
  for (const [text, id] of await insertPrompts(db, brandId, unknown, now)) ids.set(text, id);
  return ids;
}

async function insertAnswers(
  db: Database,
  brandId: number,
  collections: readonly (NewCollection & { id: number })[],
  promptIds: ReadonlyMap<string, number>,
): Promise<void> {
  const answers: Insertable<Tables['answers']>[] = [];
  const mentions: Insertable<Tables['mentions']>[] = [];
  const cited: CitedInAnswer[] = [];
  const searches: Searched[] = [];
  const competitors = await competitorIds(db, brandId);
  for (const { id, prompt, engine, collectedAt, answer } of collections) {
    if (answer === null) continue;
    const key = { brand_id: brandId, answer_id: id, collected_at: collectedAt };
    answers.push({
      brand_id: brandId,
      id,
      public_id: answer.publicId,
      prompt_id: promptIds.get(prompt) ?? 0,
      engine,
      outcome: answer.outcome,
      collected_at: collectedAt,
      location_code: answer.locationCode,
      text: answer.text,
      reader: answer.reader,
      reading: answer.reading,
      outcome_stated: answer.outcomeStated ? 1 : 0,
      searches_known: answer.searches === null ? 0 : 1,
    });
    for (const mention of answer.mentions) mentions.push({ ...key, engine, ...mentionColumns(mention) });
    const rival = answer.mentions.some(({ trackedId, mentioned }) => mentioned && competitors.has(trackedId));
    cited.push({ answerId: id, engine, collectedAt, rival, citations: answer.citations });
    if (answer.searches !== null) searches.push({ answerId: id, engine, collectedAt, ...answer.searches });
  }
  await insertAll(db, 'answers', answers);
  await insertAll(db, 'mentions', mentions);
  await insertCitations(db, brandId, cited);
  await insertSearches(db, brandId, searches);
}

/** A mention as its row has it, without the columns that repeat the answer. */
export function mentionColumns(mention: NewMention) {
  return {
    tracked_id: mention.trackedId,
    mentioned: mention.mentioned ? 1 : 0,
    rank: mention.rank,
    count: mention.count,
    framing: mention.framing,
    framing_signals: mention.framingSignals === null ? null : JSON.stringify(mention.framingSignals),
    snippet: mention.snippet,
    cited: mention.cited ? 1 : 0,
  };
}

/** A collection as the operator sees it. */
export interface CollectedRow extends AskingOrNull {
  readonly brand: string;
  readonly engine: string;
  readonly outcome: Outcome;
  readonly collectedAt: number;
}

/** How it was asked; all null for an imported one. */
type AskingOrNull = { readonly [Name in keyof Asking]: Asking[Name] | null };

/** The newest collections of every live brand; only failed ones if wanted. */
export async function listNewestCollections(
  db: Database,
  { failed, limit }: { readonly failed: boolean; readonly limit: number },
): Promise<CollectedRow[]> {
  let select = db
    .selectFrom('collections as c')
    .innerJoin('brands as b', 'b.id', 'c.brand_id')
    .select(['b.public_id as brand', 'c.engine', 'c.outcome', 'c.collected_at as collectedAt', 'c.detail'])
    .select(['c.model', 'c.micros', 'c.latency_ms as latencyMs', 'c.location_applied', 'c.language_applied'])
    .where('b.deleted_at', 'is', null)
    .orderBy('c.collected_at', 'desc')
    .orderBy('c.brand_id')
    .orderBy('c.id', 'desc')
    .limit(limit);
  if (failed) select = select.where('c.outcome', 'in', ['error', 'timeout']);
  const rows = await select.execute();
  return rows.map(({ location_applied, language_applied, ...row }) => ({
    ...row,
    outcome: row.outcome as Outcome,
    locationApplied: location_applied === null ? null : location_applied === 1,
    languageApplied: language_applied === null ? null : language_applied === 1,
  }));
}

/** How many of a brand's collections on an engine ended in the same way. */
export interface OutcomeCount {
  readonly engine: string;
  readonly outcome: Outcome;
  /** The code that a failure has in addition; null for none. */
  readonly detail: string | null;
  readonly count: number;
}

/** More than a brand collects in a day; older ones have lower ids, so no index by time is needed. */
const MOST_OF_A_DAY = 5000;

/** How the collections of a brand since an instant ended, among those stored last. */
export async function countOutcomesSince(
  db: Database,
  brandId: number,
  since: number,
): Promise<OutcomeCount[]> {
  const newest = db
    .selectFrom('collections')
    .select(['engine', 'outcome', 'detail', 'collected_at'])
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .limit(MOST_OF_A_DAY);
  const rows = await db
    .selectFrom(newest.as('c'))
    .select(['engine', 'outcome', 'detail'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('collected_at', '>=', since)
    .groupBy(['engine', 'outcome', 'detail'])
    .orderBy('engine')
    .orderBy('outcome')
    .orderBy('detail')
    .execute();
  return rows.map(({ outcome, count, ...row }) => ({
    ...row,
    outcome: outcome as Outcome,
    count: Number(count),
  }));
}

/** A failed collection as a reader of its brand sees it. */
export interface FailedRow {
  readonly id: number;
  readonly engine: string;
  readonly prompt: string;
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly collectedAt: number;
}

/** The newest failed collections of a brand, by its public id: those before one of them, on one engine if wanted. */
export async function listFailedCollections(
  db: Database,
  brandPublicId: string,
  { engine, before, limit }: { readonly engine?: string; readonly before?: number; readonly limit: number },
): Promise<FailedRow[]> {
  const brand = await db
    .selectFrom('brands')
    .select('id')
    .where('public_id', '=', brandPublicId)
    .executeTakeFirst();
  if (brand === undefined) return [];
  let select = db
    .selectFrom('collections as c')
    .select(['c.id', 'c.engine', 'c.outcome', 'c.detail', 'c.collected_at as collectedAt'])
    // A subquery instead of a join, so no plan can start from the prompts.
    .select((eb) =>
      eb
        .selectFrom('prompts')
        .select('text')
        .where('brand_id', '=', brand.id)
        .whereRef('id', '=', 'c.prompt_id')
        .$asScalar()
        .$notNull()
        .as('prompt'),
    )
    .where('c.brand_id', '=', brand.id)
    .where(sql<boolean>`c.outcome in ('error', 'timeout')`)
    .orderBy('c.collected_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit);
  if (engine !== undefined) select = select.where('c.engine', '=', engine);
  if (before !== undefined) {
    select =
      select.where(sql<boolean>`(c.collected_at, c.id) < (select o.collected_at, o.id from collections o
      where o.brand_id = ${brand.id} and o.id = ${before})`);
  }
  return (await select.execute()).map((row) => ({ ...row, outcome: row.outcome as Outcome }));
}
