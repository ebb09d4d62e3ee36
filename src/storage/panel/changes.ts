import { headOf } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { readPanelAnswers } from './raw-rows.ts';
import { type CollectedAt, deleteChanges, insertChanges, insertRemovals } from './tables.ts';

/**
 * Brings answers whose raw rows were changed up to date in the panel. Run it last in the transaction that changed them, which holds the
 * brand's lock. It takes those too that are compared with changed answers (before.ts): what they are compared with is looked up again.
 */
export async function markChanged(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  const answers = await readPanelAnswers(db, brandId, [...new Set(ids)]);
  if (answers.length === 0) return;
  const { version } = await headOf(db, brandId);
  await deleteChanges(db, brandId, answers);
  await insertChanges(db, { brandId, version }, answers);
}

/** The same for answers that were removed. */
export async function markRemoved(
  db: Database,
  brandId: number,
  removed: readonly CollectedAt[],
): Promise<void> {
  if (removed.length === 0) return;
  const { version } = await headOf(db, brandId);
  await deleteChanges(db, brandId, removed);
  await insertRemovals(db, { brandId, version }, removed);
}
