import type { Database } from '../driver/database.ts';
import type { BatchRow, BatchRows } from './batch.ts';
import { type CitedInAnswer, citationRows, citedPagesOf } from './citations.ts';
import type { NewAnswer, NewCollection, NewMention } from './new-collection.ts';
import { numbersOf } from './numbers.ts';
import { foldedQueriesOf, type Searched, searchRows } from './searches.ts';

/** A collection with the number that its answer has as well. */
export type NumberedCollection = NewCollection & { readonly id: number };

/**
 * The rows that the answers of collections become, with those of the pages and queries that are new. Nothing is inserted.
 * Run it in a transaction that holds the brand's lock.
 */
export async function answerRowsOf(
  db: Database,
  brandId: number,
  collections: readonly NumberedCollection[],
  promptIds: ReadonlyMap<string, number>,
): Promise<Omit<BatchRows, 'collections'>> {
  const answered = collections.filter((each): each is Answered => each.answer !== null);
  const searched = answered.flatMap(searchedIn);
  const pages = citedPagesOf(answered.flatMap(({ answer }) => answer.citations));
  const numbers = await numbersOf(db, brandId, { pages: pages.byDigest, queries: foldedQueriesOf(searched) });
  const cited = answered.map((each) => citedIn(each, numbers.competitors));
  return {
    cited_pages: numbers.newPages,
    search_queries: numbers.newQueries,
    answers: answered.map((each) => answerRow(brandId, each, promptIds)),
    mentions: answered.flatMap((each) => mentionRows(brandId, each)),
    citations: citationRows(brandId, cited, pages, numbers.pages),
    searches: searchRows(brandId, searched, numbers.queries),
  };
}

type Answered = NumberedCollection & { readonly answer: NewAnswer };

function searchedIn({ id, engine, collectedAt, answer }: Answered): Searched[] {
  return answer.searches === null ? [] : [{ answerId: id, engine, collectedAt, ...answer.searches }];
}

function citedIn(
  { id, engine, collectedAt, answer }: Answered,
  competitors: ReadonlySet<number>,
): CitedInAnswer {
  const rival = answer.mentions.some(({ trackedId, mentioned }) => mentioned && competitors.has(trackedId));
  return { answerId: id, engine, collectedAt, rival, citations: answer.citations };
}

function answerRow(
  brandId: number,
  { id, prompt, engine, collectedAt, answer }: Answered,
  promptIds: ReadonlyMap<string, number>,
): BatchRow<'answers'> {
  return {
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
  };
}

function mentionRows(brandId: number, { id, engine, collectedAt, answer }: Answered): BatchRow<'mentions'>[] {
  const key = { brand_id: brandId, answer_id: id, engine, collected_at: collectedAt };
  return answer.mentions.map((mention) => ({ ...key, ...mentionColumns(mention) }));
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
