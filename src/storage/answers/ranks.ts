import { sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { positionsOf } from './counts.ts';
import {
  type CountedBrand,
  type EngineParts,
  isWanted,
  PART_NAMES,
  partParameters,
  perPart,
} from './parts.ts';

/** Stands for no list position. */
export const UNRANKED = 0;

/** Integer counts of one tracked brand at one list position, on one engine within a window. */
export interface RankCount {
  readonly engine: string;
  readonly trackedId: number;
  /** 1-based; UNRANKED for the answers that gave it no position, including those that did not name it. */
  readonly rank: number;
  /** Answers in which it was looked for. The brand itself is looked for in every answer. */
  readonly answers: number;
  /** Answers that named it, and how many of them did not name the brand itself. */
  readonly named: number;
  readonly withoutYou: number;
  /** How often these answers named it. */
  readonly occurrences: number;
}

/**
 * Counts a brand's answers in a period by engine, tracked brand, and list position, in one statement and so on one snapshot:
 * whole-day blocks from rank_counts by its primary key, the edges from
 * the index answers_of_panel and the mentions of its answers.
 *
 * @param engine the only engine that is wanted; null for each
 */
export async function countRanks(
  db: Database,
  brand: CountedBrand,
  period: Period,
  engine: string | null = null,
): Promise<RankCount[]> {
  return await selectCounts(db, { ...partParameters(period, brand), brandId: brand.id, engine });
}

const selectCounts = statement<Tables, EngineParts, RankCount>(
  'ranks',
  ['brandId', 'engine', ...PART_NAMES],
  (db, given) => {
    const brandId = given.brandId;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select engine, tracked_id, ${sign} as sign, 1 as answers, rank, named, without_you, occurrences
        from (${positionsOf({ brandId, where: sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and ${isWanted(given)}` }, capabilitiesOf(db))}) as positions`,
      ({ span, first, last, sign }) => sql`
        select engine, tracked_id, ${sign} as sign, answers, rank, named, without_you, occurrences
        from rank_counts
        where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last} and ${isWanted(given)}`,
    );
    return sql<RankCount>`
      select engine, tracked_id as "trackedId", rank,
        sum(sign * answers) as answers, sum(sign * named) as named,
        sum(sign * without_you) as "withoutYou", sum(sign * occurrences) as occurrences
      from (${parts}) as part
      group by tracked_id, rank, engine
      having sum(sign * answers) > 0`;
  },
);

/** Where quotes are looked for. */
export interface QuotePlace {
  readonly trackedId: number;
  /** A list position, or UNRANKED. */
  readonly rank: number;
  /** Null: any engine. */
  readonly engine: string | null;
}

/** A sentence that names a tracked brand, and where it stands. */
export interface Quote {
  readonly snippet: string;
  readonly engine: string;
  readonly question: string;
  readonly publicId: string;
}

/**
 * The newest sentences of a period that name a tracked brand at a list position, by the index mentions_of_quote. Each is of
 * an answer of its own.
 */
export async function newestQuotes(
  db: Database,
  brandId: number,
  period: Period,
  { trackedId, rank, engine }: QuotePlace,
  limit: number,
): Promise<Quote[]> {
  const { from, to } = period;
  return await selectQuotes(db, { brandId, trackedId, rank, engine, from, to, limit });
}

interface QuoteParameters {
  readonly [name: string]: string | number | null;
  readonly brandId: number;
  readonly trackedId: number;
  readonly rank: number;
  readonly engine: string | null;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

const selectQuotes = statement<Tables, QuoteParameters, Quote>(
  'quotes',
  ['brandId', 'trackedId', 'rank', 'engine', 'from', 'to', 'limit'],
  (_db, { brandId, trackedId, rank, engine, from, to, limit }) => sql<Quote>`
    select m.snippet, m.engine,
      (select p.text from prompts p where p.brand_id = ${brandId} and p.id =
        (select a.prompt_id from answers a where a.brand_id = ${brandId} and a.id = m.answer_id)) as question,
      (select a.public_id from answers a where a.brand_id = ${brandId} and a.id = m.answer_id) as "publicId"
    from mentions m
    where m.brand_id = ${brandId} and m.tracked_id = ${trackedId} and coalesce(m.rank, 0) = ${rank}
      and m.collected_at >= ${from} and m.collected_at < ${to}
      and m.mentioned = 1 and m.snippet is not null
      and m.engine = coalesce(${engine}, m.engine)
    order by m.collected_at desc, m.answer_id desc
    limit ${limit}`,
);
