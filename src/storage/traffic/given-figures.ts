import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { jsonOf } from '../driver/json-rows.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** The rows of engines' and services' files. Callers that write hold the brand's lock. */

/** A row; figures by field, without those that the file leaves empty. */
export interface GivenFigures {
  /** UTC day since 1970; null for the file's whole window. */
  readonly day: number | null;
  readonly page: string | null;
  readonly label: string | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

const ROWS_AT_ONCE = 1000;

type Given = { readonly brandId: number; readonly fileId: number; readonly rows: string };

const insertFigures = statement<Tables, Given, never>(
  'add given figures',
  (db, { brandId, fileId, rows }) => {
    const numberAt = (place: number) => sql`cast(given.value ->> ${sql.lit(place)} as integer)`;
    return sql<never>`
    insert into given_figures (brand_id, file_id, position, day, page, label, figures)
    select cast(${brandId} as integer), cast(${fileId} as integer), ${numberAt(0)}, ${numberAt(1)},
      given.value ->> 2, given.value ->> 3, given.value ->> 4
    from ${capabilitiesOf(db).jsonRows(rows, 'given')}`;
  },
);

/** Stores a file's rows in their order. */
export async function addGivenFigures(
  db: Database,
  brandId: number,
  fileId: number,
  all: readonly GivenFigures[],
): Promise<void> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const rows = all
      .slice(from, from + ROWS_AT_ONCE)
      .map(({ day, page, label, figures }, at) => [from + at, day, page, label, JSON.stringify(figures)]);
    await insertFigures(db, { brandId, fileId, rows: jsonOf(rows) });
  }
}

/** UTC days since 1970, both included. */
interface Days {
  readonly first: number;
  readonly last: number;
}

/** Removes what files of a kind have of some days. */
export async function deleteFiguresOfDays(
  db: Database,
  brandId: number,
  kind: string,
  { first, last }: Days,
): Promise<void> {
  await figuresOf(db, brandId, kind).where('day', '>=', first).where('day', '<=', last).execute();
}

/** Removes what files of a kind have of exactly this window as a whole. */
export async function deleteFiguresOfWindow(
  db: Database,
  brandId: number,
  kind: string,
  days: Days,
): Promise<void> {
  await figuresOf(db, brandId, kind, days).where('day', 'is', null).execute();
}

function figuresOf(db: Database, brandId: number, kind: string, days?: Days) {
  return db
    .deleteFrom('given_figures')
    .where('brand_id', '=', brandId)
    .where('file_id', 'in', (eb) => {
      const files = eb
        .selectFrom('given_files')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('kind', '=', kind);
      return days === undefined
        ? files
        : files.where('first_day', '=', days.first).where('last_day', '=', days.last);
    });
}

/** How many rows of each file are left; omits files without any. */
export async function countGivenFigures(
  db: Database,
  brandId: number,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('given_figures')
    .select(['file_id as id', (eb) => eb.fn.countAll<number>().as('rows')])
    .where('brand_id', '=', brandId)
    .where('file_id', 'in', [...fileIds])
    .groupBy('file_id')
    .execute();
  return new Map(rows.map((each) => [each.id, Number(each.rows)]));
}
