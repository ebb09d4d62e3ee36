import type { Database } from '../driver/database.ts';

/** A model's shutdown date, as its vendor last announced. */
export interface StoredEnd {
  /** The provider's slug. */
  readonly provider: string;
  readonly model: string;
  /** The first day without it: `YYYY-MM-DD`, UTC; null if none is announced. */
  readonly on: string | null;
}

export async function listModelEnds(db: Database): Promise<StoredEnd[]> {
  return await db
    .selectFrom('model_ends')
    .select(['provider', 'model', 'ends_on as on'])
    .orderBy('provider')
    .orderBy('model')
    .execute();
}

/** Replaces a provider's whole list. */
export async function replaceModelEnds(
  db: Database,
  provider: string,
  ends: readonly Pick<StoredEnd, 'model' | 'on'>[],
  readAt: number,
): Promise<void> {
  await db.deleteFrom('model_ends').where('provider', '=', provider).execute();
  const rows = ends.map(({ model, on }) => ({ provider, model, ends_on: on, read_at: readAt }));
  if (rows.length > 0) await db.insertInto('model_ends').values(rows).execute();
}
