import { isPublicId } from '../../domain/access/public-id.ts';
import { findWorkspace } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { countUnread, listReadBy, markAlerts as mark } from '../../storage/watch/alerts.ts';

/**
 * Marks alerts as read or unread for a user, without affecting other users; `read` of /alerts is true if any user has
 * read the alert.
 *
 * @param brandId public id of a brand
 * @param alertIds public ids of its alerts
 * @param by public id of the user
 * @returns the number of these alerts that belong to the brand
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

/** Number of a brand's alerts unread by a user. @param brandId, userId public ids */
export async function countUnreadAlerts(db: Database, brandId: string, userId: string): Promise<number> {
  const id = await findWorkspace(db, brandId);
  return id === null ? 0 : await countUnread(db, id, userId);
}

export async function alertsReadBy(
  db: Database,
  brandId: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  const id = await findWorkspace(db, brandId);
  return new Set(id === null ? [] : await listReadBy(db, id, userId));
}
