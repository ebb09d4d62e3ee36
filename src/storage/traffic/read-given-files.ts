import type { Database } from '../driver/database.ts';

/** Days that a file of an engine's own figures has. */
export interface GivenDays {
  readonly kind: string;
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** Engines' files that name their days, without logs: by kind, the newest last. */
export async function listGivenDays(db: Database, brandId: number): Promise<GivenDays[]> {
  const rows = await db
    .selectFrom('given_files')
    .select(['kind', 'name', 'first_day as first', 'last_day as last'])
    .where('brand_id', '=', brandId)
    .where('kind', 'not in', ['log', 'drain'])
    .where('first_day', 'is not', null)
    .orderBy('kind')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ kind, name, first, last }) =>
    first === null || last === null ? [] : [{ kind, name, first, last }],
  );
}
