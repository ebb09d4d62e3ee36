import { isPublicId } from '../../domain/public-id.ts';
import { findWorkspace } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { markAlerts as mark } from '../../storage/watch/alerts.ts';

/**
 * Marks alerts as read, or as unread again, for everybody who reads this brand: that is what `read` of /alerts says.
 *
 * @param brandId public id of a brand
 * @param alertIds public ids of its alerts
 * @returns how many of these alerts the brand has
 */
export async function markAlerts(
  db: Database,
  brandId: string,
  alertIds: readonly string[],
  read: boolean,
): Promise<number> {
  const id = await findWorkspace(db, brandId);
  const possible = alertIds.filter((alertId) => isPublicId('alr', alertId));
  return id === null ? 0 : await mark(db, id, possible, read);
}
