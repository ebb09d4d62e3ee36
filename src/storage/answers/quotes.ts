import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../domain/time/period.ts';
import type { Slice } from '../../panel/panel.ts';
import type { Database } from '../driver/database.ts';

/** Filters quotes. */
interface QuotePlace {
  readonly period: Period;
  readonly only: Slice;
  readonly trackedId: number;
  /** A list position; 0 for none. */
  readonly rank: number;
}

export interface Quote {
  readonly snippet: string;
  readonly engine: string;
  readonly question: string;
  readonly publicId: string;
}

/** The newest sentences that name a brand at a list position, one per answer, by the index mentions_of_quote. */
export async function newestQuotes(
  db: Database,
  brandId: number,
  { period: { from, to }, only, trackedId, rank }: QuotePlace,
  limit: number,
): Promise<Quote[]> {
  const ofAnswer = (column: string) =>
    sql`(select ${sql.ref(`a.${column}`)} from answers a where a.brand_id = ${brandId} and a.id = m.answer_id)`;
  const ofCollection = (column: string) =>
    sql`(select ${sql.ref(`c.${column}`)} from collections c where c.brand_id = ${brandId} and c.id = m.answer_id)`;
  const { rows } = await sql<Quote>`
    select m.snippet, ${ofAnswer('engine')} as engine, ${ofAnswer('public_id')} as "publicId",
      (select p.text from prompts p where p.brand_id = ${brandId} and p.id = ${ofAnswer('prompt_id')}) as question
    from mentions m
    where m.brand_id = ${brandId} and m.tracked_id = ${trackedId} and coalesce(m.rank, 0) = ${rank}
      and m.collected_at >= ${from} and m.collected_at < ${to} and m.mentioned = 1 and m.snippet is not null
      and ${isOneOf(ofAnswer('engine'), only.engine === undefined ? undefined : new Set([only.engine]))}
      and ${isOneOf(ofAnswer('prompt_id'), only.prompts)}
      and ${isOneOf(ofAnswer('market_id'), only.markets)}
      and ${isOneOf(ofCollection('model'), only.models)}
      and ${only.isImported === undefined ? sql`true` : sql`${ofCollection('import_id')} is ${only.isImported ? sql`not null` : sql`null`}`}
    order by m.collected_at desc, m.answer_id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** SQL condition: a value is in a list that may contain null; true without a list. */
function isOneOf(
  value: RawBuilder<unknown>,
  some: ReadonlySet<string | number | null> | undefined,
): RawBuilder<unknown> {
  if (some === undefined) return sql`true`;
  const known = [...some].filter((each) => each !== null);
  const conditions = [
    ...(known.length > 0 ? [sql`${value} in (${sql.join(known)})`] : []),
    ...(some.has(null) ? [sql`${value} is null`] : []),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}
