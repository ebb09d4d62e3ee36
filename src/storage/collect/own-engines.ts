import type { Database } from '../driver/database.ts';

/** An operator's own engine, now or earlier, with the facts that its answers need. */
export interface StoredEngine {
  readonly slug: string;
  /** For reports. */
  readonly name: string;
  /** The endpoint's provider. */
  readonly provider: string;
  /** Who searches for its answers: a word from the settings. */
  readonly search: string;
}

/** All engines ever defined, by slug. */
export async function listOwnEngines(db: Database): Promise<StoredEngine[]> {
  return await db
    .selectFrom('own_engines')
    .select(['slug', 'name', 'provider', 'search'])
    .orderBy('slug')
    .execute();
}

export async function saveOwnEngine(
  db: Database,
  { slug, name, provider, search }: StoredEngine,
): Promise<void> {
  await db
    .insertInto('own_engines')
    .values({ slug, name, provider, search })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ name, provider }))
    .execute();
}
