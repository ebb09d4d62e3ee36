import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';

/** Rows of an import with another tool's figures, beside our reading of their answers. */

export interface JudgedImport {
  readonly id: number;
  readonly publicId: string;
  readonly fileName: string;
  /** The name of its format. */
  readonly tool: string;
  readonly createdAt: number;
  /** The times of its first and last row with that tool's figures. */
  readonly first: number;
  readonly last: number;
}

/** The imports with figures of another tool on dated answers, newest first. */
export async function listJudgedImports(db: Database, brandId: number): Promise<JudgedImport[]> {
  return await db
    .selectFrom('imports as i')
    .innerJoin('import_rows as r', (join) =>
      join.onRef('r.brand_id', '=', 'i.brand_id').onRef('r.import_id', '=', 'i.id'),
    )
    .select([
      'i.id',
      'i.public_id as publicId',
      'i.file_name as fileName',
      'i.tool',
      'i.created_at as createdAt',
    ])
    .select((eb) => [
      eb.fn.min<number>('r.collected_at').as('first'),
      eb.fn.max<number>('r.collected_at').as('last'),
    ])
    .where('i.brand_id', '=', brandId)
    .where('i.state', '!=', 'undoing')
    .where('r.named', 'is not', null)
    .where('r.collected_at', 'is not', null)
    .groupBy(['i.id', 'i.public_id', 'i.file_name', 'i.tool', 'i.created_at'])
    .orderBy('i.id', 'desc')
    .execute();
}

export interface RowsAsked {
  readonly importId: number;
  /** The brand itself. */
  readonly trackedId: number;
  readonly period: Period;
}

/** How many rows are alike. */
export interface JudgedRows {
  /** A slug, or the file's word if no engine was chosen; null without one. */
  readonly engine: string | null;
  readonly marketId: number | null;
  /** Of our answer; null without one. */
  readonly promptId: number | null;
  /** In whole days since 1970. */
  readonly day: number;
  /** Why it has no answer; null if it has one, or had. */
  readonly reason: string | null;
  /** Whether an earlier row has the same answer. */
  readonly isRepeated: boolean;
  /** Whether the tool says that it names the brand, and whether we read so. */
  readonly theirs: boolean | null;
  readonly ours: boolean | null;
  /** Whether the answer cites the brand's own sites. */
  readonly cites: boolean;
  readonly rows: number;
  /** Rows with a position of both, their sums, and rows with a position of only one. */
  readonly ranked: number;
  readonly theirPositions: number;
  readonly ourPositions: number;
  readonly onlyTheyRank: number;
  readonly onlyWeRank: number;
}

/** Dated rows in a period. An answer counts once. */
export async function countJudgedRows(
  db: Database,
  brandId: number,
  { importId, trackedId, period: { from, to } }: RowsAsked,
): Promise<JudgedRows[]> {
  const sumIf = (condition: RawBuilder<unknown>, value = sql`1`) =>
    sql`sum(case when ${condition} then ${value} else 0 end)`;
  const isRead = sql`m.mentioned is not null`;
  const { rows } = await sql<Omit<JudgedRows, Flag> & Record<Flag, number | null>>`
    select r.engine, r.market_id as "marketId", a.prompt_id as "promptId", r.day, r.reason,
      r.is_repeated as "isRepeated", r.named as theirs, m.mentioned as ours, coalesce(m.cited, 0) as cites,
      count(*) as rows,
      ${sumIf(sql`r.position is not null and m.rank is not null`)} as ranked,
      ${sumIf(sql`m.rank is not null`, sql`coalesce(r.position, 0)`)} as "theirPositions",
      ${sumIf(sql`r.position is not null`, sql`coalesce(m.rank, 0)`)} as "ourPositions",
      ${sumIf(sql`${isRead} and r.position is not null and m.rank is null`)} as "onlyTheyRank",
      ${sumIf(sql`${isRead} and r.position is null and m.rank is not null`)} as "onlyWeRank"
    from (
      select engine, market_id, reason, named, position, collection_id, collected_at / ${sql.lit(DAY_MS)} as day,
        case when collection_id is not null and row_number() over (partition by collection_id order by row) > 1
          then 1 else 0 end as is_repeated
      from import_rows
      where brand_id = ${brandId} and import_id = ${importId} and collected_at >= ${from} and collected_at < ${to}
    ) r
    left join answers a on a.brand_id = ${brandId} and a.id = r.collection_id and r.is_repeated = 0
    left join mentions m on m.brand_id = ${brandId} and m.answer_id = a.id and m.tracked_id = ${trackedId}
    group by r.engine, r.market_id, a.prompt_id, r.day, r.reason, r.is_repeated, r.named, m.mentioned, m.cited
    order by r.engine, r.market_id, a.prompt_id, r.day`.execute(db);
  return rows.map((row) => ({
    ...row,
    isRepeated: row.isRepeated === 1,
    cites: row.cites === 1,
    theirs: flagFrom(row.theirs),
    ours: flagFrom(row.ours),
  }));
}

type Flag = 'isRepeated' | 'theirs' | 'ours' | 'cites';

function flagFrom(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** An answer that only the tool, or only we, read as naming the brand. */
export interface DisputedAnswer {
  readonly publicId: string;
  readonly collectedAt: number;
  readonly question: string;
  readonly text: string | null;
  /** Our sentence that names the brand; null if we find none. */
  readonly snippet: string | null;
  readonly cites: boolean;
}

/** The newest answers of an engine in a market on which the tool says so, and we the opposite. */
export async function listDisputed(
  db: Database,
  brandId: number,
  { importId, trackedId, period: { from, to } }: RowsAsked,
  of: {
    readonly engine: string;
    readonly marketId: number;
    readonly theirs: boolean;
    readonly limit: number;
  },
): Promise<DisputedAnswer[]> {
  const { rows } = await sql<Omit<DisputedAnswer, 'cites'> & { readonly cites: number }>`
    select a.public_id as "publicId", a.collected_at as "collectedAt", p.text as question, a.text, m.snippet,
      m.cited as cites
    from import_rows r
    join answers a on a.brand_id = ${brandId} and a.id = r.collection_id
    join mentions m on m.brand_id = ${brandId} and m.answer_id = a.id and m.tracked_id = ${trackedId}
    join prompts p on p.brand_id = ${brandId} and p.id = a.prompt_id
    where r.brand_id = ${brandId} and r.import_id = ${importId} and r.engine = ${of.engine}
      and r.market_id = ${of.marketId} and r.collected_at >= ${from} and r.collected_at < ${to}
      and r.named = ${Number(of.theirs)} and m.mentioned = ${Number(!of.theirs)}
    order by a.collected_at desc, a.id desc
    limit ${of.limit}`.execute(db);
  return rows.map((row) => ({ ...row, cites: row.cites === 1 }));
}
