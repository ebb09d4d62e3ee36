import { type Selectable, sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** Tables with an answer's rows, and the column that orders them. */
const ORDER = {
  mentions: 'tracked_id',
  fact_readings: 'fact_id',
  citations: 'position',
  searches: 'position',
  cards: 'position',
  readings: 'answer_id',
} as const;

type PartTable = keyof typeof ORDER;
type Columns<Table extends PartTable, Name> = Pick<
  Selectable<Tables[Table]>,
  (Name | 'answer_id') & keyof Selectable<Tables[Table]>
>;

/** Columns of the rows that belong to these answers, answer by answer. */
export async function rowsOfAnswers<Table extends PartTable, Name extends keyof Tables[Table] & string>(
  db: Database,
  brandId: number,
  ids: readonly number[],
  table: Table,
  names: readonly Name[],
): Promise<Columns<Table, Name>[]> {
  if (ids.length === 0) return [];
  const columns = ['answer_id', ...names].map((name) => sql.ref(name));
  const { rows } = await sql<Columns<Table, Name>>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where brand_id = ${brandId} and answer_id in (${sql.join(ids)})
    order by answer_id, ${sql.ref(ORDER[table])}`.execute(db);
  return rows;
}
