import { isPublicId } from '../../domain/public-id.ts';
import { findWorkspace } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { countUnread, listReadBy, markAlerts as mark } from '../../storage/watch/alerts.ts';

/**
 * Marks alerts as read by a user, or as unread again. What others have read stays as it is; `read` of /alerts says whether anybody has.
 *
 * @param brandId public id of a brand
 * @param alertIds public ids of its alerts
 * @param by public id of the user
 * @returns how many of these alerts the brand has
 */
export async function markAlerts(
  db: Database,
  brandId: string,
  alertIds: readonly string[],
  { by, read }: { readonly by: string; readonly read: boolean },
): Promise<number> {
  const id = await findWorkspace(db, brandId);
  const possible = alertIds.filter((alertId) => isPublicId('alr', alertId));
  return id === null ? 0 : await mark(db, id, possible, { by, read });
}

/** How many alerts of a brand a user has not read. @param brandId, userId their public ids */
export async function countUnreadAlerts(db: Database, brandId: string, userId: string): Promise<number> {
  const id = await findWorkspace(db, brandId);
  return id === null ? 0 : await countUnread(db, id, userId);
}

/** The public ids of those that a user has read. */
export async function alertsReadBy(
  db: Database,
  brandId: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  const id = await findWorkspace(db, brandId);
  return new Set(id === null ? [] : await listReadBy(db, id, userId));
}
