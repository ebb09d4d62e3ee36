import { type Selectable, sql } from 'kysely';
import type { Framing, MentionReading, Outcome } from '../../domain/answer-reading.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { promptText } from './answers.ts';
import { GIVEN } from './new-collection.ts';

/** A collection with all that was stored of it, apart from what follows from the rest. */
export interface WholeCollection {
  readonly id: number;
  readonly identity: string;
  readonly prompt: string;
  readonly marketId: number;
  readonly engine: string;
  readonly outcome: Outcome;
  readonly collectedAt: number;
  /** The model that served it; null where that is not known. */
  readonly model: string | null;
  /** Null where it failed. */
  readonly answer: WholeAnswer | null;
}

export interface WholeAnswer {
  readonly text: string | null;
  readonly locationCode: number | null;
  /** Whether the outcome was stated, and so never changes. */
  readonly outcomeStated: boolean;
  /** What was given about brands, by their ids, those retired too; null where all of it was read from the text. */
  readonly given: ReadonlyMap<number, MentionReading> | null;
  /** In the engine's order, with places of their own: a page that it cited again has left a gap. */
  readonly citations: readonly {
    readonly url: string;
    readonly title: string | null;
    readonly position: number;
  }[];
  /** In the engine's order; null where they are not known. */
  readonly searches: readonly string[] | null;
}

/** How much is read at once: so many collections, with at most so many bytes of text, but at least one of them. */
export interface Portion {
  readonly collections: number;
  readonly bytes: number;
}

/** The next collections of a brand after an id, in the order in which they were stored. None are left where there are none. */
export async function readCollections(
  db: Database,
  brandId: number,
  after: number,
  portion: Portion,
): Promise<WholeCollection[]> {
  const ids = await nextIds(db, brandId, after, portion);
  if (ids.length === 0) return [];
  const rows = await selectRows(db, brandId, ids);
  const [mentions, citations, searches] = [
    await selectGiven(db, brandId, ids),
    await selectCitations(db, brandId, ids),
    await selectSearches(db, brandId, ids),
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
    answer:
      row.reader === null
        ? null
        : {
            text: row.text,
            locationCode: row.location_code,
            outcomeStated: row.outcome_stated === 1,
            given:
              row.reader === GIVEN
                ? new Map(mentions.get(row.id)?.map((each) => [each.tracked_id, readingFrom(each)]))
                : null,
            citations: citations.get(row.id)?.map(({ answer_id: _, ...citation }) => citation) ?? [],
            searches:
              row.searches_known === 1 ? (searches.get(row.id) ?? []).map(({ query }) => query) : null,
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
    .select(['c.model', 'a.text', 'a.location_code', 'a.outcome_stated', 'a.reader', 'a.searches_known'])
    .where('c.brand_id', '=', brandId)
    .where('c.id', 'in', ids)
    .orderBy('c.id')
    .execute();
}

type GivenColumns = Pick<
  Selectable<Tables['mentions']>,
  'answer_id' | 'tracked_id' | 'mentioned' | 'rank' | 'count' | 'framing' | 'framing_signals' | 'snippet'
>;

async function selectGiven(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<Map<number, GivenColumns[]>> {
  const rows = await db
    .selectFrom('mentions as m')
    .innerJoin('answers as a', (join) =>
      join.onRef('a.brand_id', '=', 'm.brand_id').onRef('a.id', '=', 'm.answer_id'),
    )
    .select(['m.answer_id', 'm.tracked_id', 'm.mentioned', 'm.rank', 'm.count', 'm.framing'])
    .select(['m.framing_signals', 'm.snippet'])
    .where('m.brand_id', '=', brandId)
    .where('m.answer_id', 'in', ids)
    .where('a.reader', '=', GIVEN)
    .where('m.read_later', '=', 0)
    .execute();
  return Map.groupBy(rows, (row) => row.answer_id);
}

function readingFrom(row: GivenColumns): MentionReading {
  return {
    mentioned: row.mentioned === 1,
    rank: row.rank,
    count: row.count,
    framing: row.framing as Framing | null,
    framingSignals: row.framing_signals === null ? null : (JSON.parse(row.framing_signals) as string[]),
    snippet: row.snippet,
  };
}

async function selectCitations(db: Database, brandId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('citations')
    .select(['answer_id', 'url', 'title', 'position'])
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', ids)
    .orderBy('answer_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.answer_id);
}

async function selectSearches(db: Database, brandId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('searches')
    .select(['answer_id', 'query'])
    .where('brand_id', '=', brandId)
    .where('answer_id', 'in', ids)
    .orderBy('answer_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.answer_id);
}
