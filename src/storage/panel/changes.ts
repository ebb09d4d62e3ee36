import { headOf } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { readPanelAnswers } from './raw-rows.ts';
import { deleteChanges, insertChanges, insertRemovals } from './tables.ts';

/**
 * Brings answers whose raw rows were changed up to date in the panel. Run it last in the transaction that changed them, which holds the
 * brand's lock. It takes those too that are compared with changed answers: what they are compared with is looked up again.
 */
export async function markChanged(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return;
  const { version } = await headOf(db, brandId);
  await deleteChanges(db, brandId, distinct);
  await insertChanges(db, { brandId, version }, await readPanelAnswers(db, brandId, distinct));
}

/** The same for answers that were removed, each with when it was collected. */
export async function markRemoved(
  db: Database,
  brandId: number,
  removed: readonly { readonly id: number; readonly at: number }[],
): Promise<void> {
  if (removed.length === 0) return;
  const { version } = await headOf(db, brandId);
  await deleteChanges(
    db,
    brandId,
    removed.map(({ id }) => id),
  );
  await insertRemovals(db, { brandId, version }, removed);
}
