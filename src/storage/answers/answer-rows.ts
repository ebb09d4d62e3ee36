import type { Selectable } from 'kysely';
import type { Framing, MentionReading } from '../../domain/answers/answer-reading.ts';
import { insertPrompts } from '../directory/brand/prompts.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import type { BatchRow, BatchRows } from './batch.ts';
import { cardRows } from './cards.ts';
import { type AnswerCitations, citationRows, citedPagesOf } from './citations.ts';
import type { Asking, NewAnswer, NewCollection, NewMention } from './new-collection.ts';
import { resolveReferenceIds } from './reference-ids.ts';
import { type AnswerSearches, foldedQueriesOf, searchRows } from './searches.ts';

/** A collection with its id, which its answer shares. */
type NumberedCollection = NewCollection & { readonly id: number };

/** Upper bound for new page and query ids. */
export function numbersNeeded(collections: readonly NewCollection[]): number {
  return collections.reduce(
    (sum, { answer }) => sum + (answer?.citations.length ?? 0) + (answer?.searches?.length ?? 0),
    0,
  );
}

/**
 * Converts collections to rows, with new pages and queries. It only inserts prompts. Run it in a transaction with the
 * brand's lock.
 *
 * @param firstId the first reserved id
 */
export async function batchRowsOf(
  db: Database,
  brandId: number,
  collections: readonly NumberedCollection[],
  { firstId, now }: { readonly firstId: number; readonly now: number },
): Promise<Omit<BatchRows, 'panel_delta'>> {
  const answered = collections.filter((each): each is Answered => each.answer !== null);
  const searched = answered.flatMap(answerSearches);
  const pages = citedPagesOf(answered.flatMap(({ answer }) => answer.citations));
  const prompts = [...new Set(collections.map(({ prompt }) => prompt))];
  const referred = { prompts, pages: pages.byDigest, queries: foldedQueriesOf(searched) };
  const numbers = await resolveReferenceIds(db, brandId, referred, firstId);
  const promptIds = await withUnknown(db, brandId, prompts, numbers.prompts, now);
  return {
    collections: collections.map((each) => collectionRow(brandId, each, promptIds, now)),
    cited_pages: numbers.newPages,
    search_queries: numbers.newQueries,
    answers: answered.map((each) => answerRow(brandId, each, promptIds)),
    mentions: answered.flatMap((each) => mentionRows(brandId, each)),
    citations: citationRows(brandId, answered.map(citedIn), pages, numbers.pages),
    searches: searchRows(brandId, searched, numbers.queries),
    cards: answered.flatMap(({ id, collectedAt, answer }) =>
      cardRows(brandId, id, collectedAt, answer.cards ?? []),
    ),
  };
}

/** Prompt ids by text. Adds unknown prompts as inactive: nothing is lost, and nothing starts to run. */
async function withUnknown(
  db: Database,
  brandId: number,
  texts: readonly string[],
  known: ReadonlyMap<string, number>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const unknown = texts
    .filter((text) => !known.has(text))
    .map((text) => ({
      text,
      tags: [],
      markets: [],
      active: false,
      source: 'import' as const,
      samplesPerDay: null,
      weeklyFrom: null,
    }));
  if (unknown.length === 0) return known;
  return new Map([...known, ...(await insertPrompts(db, brandId, unknown, now))]);
}

type Answered = NumberedCollection & { readonly answer: NewAnswer };

function answerSearches({ id, collectedAt, answer: { searches } }: Answered): AnswerSearches[] {
  return searches === null ? [] : [{ answerId: id, collectedAt, queries: searches }];
}

function citedIn({ id, collectedAt, answer }: Answered): AnswerCitations {
  return { answerId: id, collectedAt, citations: answer.citations };
}

function collectionRow(
  brandId: number,
  {
    id,
    identity,
    prompt,
    marketId,
    engine,
    outcome,
    collectedAt,
    asking,
    importId = null,
  }: NumberedCollection,
  promptIds: ReadonlyMap<string, number>,
  now: number,
): BatchRow<'collections'> {
  return {
    brand_id: brandId,
    id,
    identity,
    prompt_id: promptIds.get(prompt) ?? 0,
    engine,
    outcome,
    market_id: marketId,
    collected_at: collectedAt,
    stored_at: now,
    import_id: importId,
    ...askingColumns(asking),
  };
}

export function askingColumns(asking: Asking | undefined) {
  return {
    detail: asking?.detail ?? null,
    model: asking?.model ?? null,
    micros: asking?.micros ?? null,
  };
}

function answerRow(
  brandId: number,
  { id, prompt, marketId, engine, collectedAt, answer }: Answered,
  promptIds: ReadonlyMap<string, number>,
): BatchRow<'answers'> {
  return {
    brand_id: brandId,
    id,
    public_id: answer.publicId,
    prompt_id: promptIds.get(prompt) ?? 0,
    market_id: marketId,
    engine,
    outcome: answer.outcome,
    collected_at: collectedAt,
    location_code: answer.locationCode,
    text: answer.text,
    reader: answer.reader,
    reading: answer.reading,
    outcome_stated: answer.outcomeStated ? 1 : 0,
    searches_known: answer.searches === null ? 0 : 1,
    cards_known: answer.cards === null ? 0 : 1,
  };
}

function mentionRows(brandId: number, { id, collectedAt, answer }: Answered): BatchRow<'mentions'>[] {
  const key = { brand_id: brandId, answer_id: id, collected_at: collectedAt };
  return answer.mentions.map((mention) => ({ ...key, ...mentionColumns(mention) }));
}

/** A mention's columns, without the ones that repeat the answer. */
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

/** The columns with the reading of a mention. */
export const READING = ['mentioned', 'rank', 'count', 'framing', 'framing_signals', 'snippet'] as const;

export function readingFrom(
  row: Pick<Selectable<Tables['mentions']>, (typeof READING)[number]>,
): MentionReading {
  return {
    mentioned: row.mentioned === 1,
    rank: row.rank,
    count: row.count,
    framing: row.framing as Framing | null,
    framingSignals: row.framing_signals === null ? null : (JSON.parse(row.framing_signals) as string[]),
    snippet: row.snippet,
  };
}
