import { brandStateOf } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { readPanelAnswers } from './raw-rows.ts';
import { type CollectedAt, deleteChanges, insertChanges, insertRemovals } from './tables.ts';

/**
 * Updates changed answers in the panel. Run it last in the transaction that changed the raw rows, with the brand's
 * lock. It also updates answers compared with them (earlier-answers.ts).
 */
export async function markChanged(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  const answers = await readPanelAnswers(db, brandId, [...new Set(ids)]);
  if (answers.length === 0) return;
  const { version } = await brandStateOf(db, brandId);
  await deleteChanges(db, brandId, answers);
  await insertChanges(db, { brandId, version }, answers);
}

/** For removed answers. */
export async function markRemoved(
  db: Database,
  brandId: number,
  removed: readonly CollectedAt[],
): Promise<void> {
  if (removed.length === 0) return;
  const { version } = await brandStateOf(db, brandId);
  await deleteChanges(db, brandId, removed);
  await insertRemovals(db, { brandId, version }, removed);
}
