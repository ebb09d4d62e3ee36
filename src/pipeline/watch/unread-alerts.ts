import { findWorkspace } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { countUnread } from '../../storage/watch/alerts.ts';

/** How many alerts of a brand nobody has opened in the dashboard yet. @param brandId its public id */
export async function countUnreadAlerts(db: Database, brandId: string): Promise<number> {
  const id = await findWorkspace(db, brandId);
  return id === null ? 0 : await countUnread(db, id);
}
