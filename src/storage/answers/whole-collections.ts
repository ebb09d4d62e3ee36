import { sql } from 'kysely';
import type { MentionReading, Outcome } from '../../domain/answers/answer-reading.ts';
import type { Card } from '../../domain/answers/card.ts';
import type { Database } from '../driver/database.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';
import { READING, readingFrom } from './answer-rows.ts';
import { promptText } from './answers.ts';
import { CARD_COLUMNS, cardFrom } from './cards.ts';
import { GIVEN } from './new-collection.ts';

/** A collection with everything stored, except derived values. */
export interface WholeCollection {
  readonly id: number;
  readonly identity: string;
  readonly prompt: string;
  readonly marketId: number;
  readonly engine: string;
  readonly outcome: Outcome;
  readonly collectedAt: number;
  /** Null if unknown. */
  readonly model: string | null;
  readonly isImported: boolean;
  /** Null if it failed. */
  readonly answer: WholeAnswer | null;
}

export interface WholeAnswer {
  readonly text: string | null;
  readonly locationCode: number | null;
  /** Whether an import gave the outcome, which then never changes. */
  readonly outcomeStated: boolean;
  /** Imported mentions by brand id, including retired brands; null if all were read from the text. */
  readonly given: ReadonlyMap<number, MentionReading> | null;
  /** In the engine's order, with its positions: a repeated page leaves a gap. */
  readonly citations: readonly {
    readonly url: string;
    readonly title: string | null;
    readonly position: number;
  }[];
  /** In the engine's order; null if unknown. */
  readonly searches: readonly string[] | null;
  /** In the engine's order; null if unknown. */
  readonly cards: readonly Card[] | null;
}

/** Limits per read: collections, and bytes of text; at least one collection. */
interface Portion {
  readonly collections: number;
  readonly bytes: number;
}

/** A brand's next collections after an id, in storage order; empty at the end. */
export async function readCollections(
  db: Database,
  brandId: number,
  after: number,
  portion: Portion,
): Promise<WholeCollection[]> {
  const ids = await nextIds(db, brandId, after, portion);
  if (ids.length === 0) return [];
  const rows = await selectRows(db, brandId, ids);
  const given = rows.filter(({ reader }) => reader === GIVEN).map(({ id }) => id);
  const [mentions, citations, searches, cards] = [
    Map.groupBy(
      await rowsOfAnswers(db, brandId, given, 'mentions', ['tracked_id', 'read_later', ...READING]),
      (row) => row.answer_id,
    ),
    Map.groupBy(
      await rowsOfAnswers(db, brandId, ids, 'citations', ['url', 'title', 'position']),
      (row) => row.answer_id,
    ),
    Map.groupBy(await rowsOfAnswers(db, brandId, ids, 'searches', ['query']), (row) => row.answer_id),
    Map.groupBy(await rowsOfAnswers(db, brandId, ids, 'cards', CARD_COLUMNS), (row) => row.answer_id),
  ];
  return rows.map((row) => ({
    id: row.id,
    identity: row.identity,
    prompt: row.prompt,
    marketId: row.market_id,
    engine: row.engine,
    outcome: row.outcome as Outcome,
    collectedAt: row.collected_at,
    model: row.model,
    isImported: row.import_id !== null,
    answer:
      row.reader === null
        ? null
        : {
            text: row.text,
            locationCode: row.location_code,
            outcomeStated: row.outcome_stated === 1,
            given:
              row.reader === GIVEN
                ? new Map(
                    mentions
                      .get(row.id)
                      ?.filter((each) => each.read_later === 0)
                      .map((each) => [each.tracked_id, readingFrom(each)]),
                  )
                : null,
            citations: citations.get(row.id)?.map(({ answer_id: _, ...citation }) => citation) ?? [],
            searches:
              row.searches_known === 1 ? (searches.get(row.id) ?? []).map(({ query }) => query) : null,
            cards: row.cards_known === 1 ? (cards.get(row.id) ?? []).map(cardFrom) : null,
          },
  }));
}

async function nextIds(db: Database, brandId: number, after: number, portion: Portion): Promise<number[]> {
  const rows = await db
    .selectFrom('collections as c')
    .leftJoin('answers as a', (join) =>
      join.onRef('a.brand_id', '=', 'c.brand_id').onRef('a.id', '=', 'c.id'),
    )
    .select(['c.id', sql<number>`coalesce(octet_length(a.text), 0)`.as('bytes')])
    .where('c.brand_id', '=', brandId)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(portion.collections)
    .execute();
  let bytes = 0;
  const fitting = rows.filter((row, index) => {
    bytes += row.bytes;
    return index === 0 || bytes <= portion.bytes;
  });
  return fitting.map(({ id }) => id);
}

async function selectRows(db: Database, brandId: number, ids: readonly number[]) {
  return await db
    .selectFrom('collections as c')
    .leftJoin('answers as a', (join) =>
      join.onRef('a.brand_id', '=', 'c.brand_id').onRef('a.id', '=', 'c.id'),
    )
    .select([
      'c.id',
      'c.identity',
      promptText(brandId, 'c').as('prompt'),
      'c.market_id',
      'c.engine',
      'c.outcome',
      'c.collected_at',
    ])
    .select([
      'c.model',
      'c.import_id',
      'a.text',
      'a.location_code',
      'a.outcome_stated',
      'a.reader',
      'a.searches_known',
    ])
    .select('a.cards_known')
    .where('c.brand_id', '=', brandId)
    .where('c.id', 'in', ids)
    .orderBy('c.id')
    .execute();
}
