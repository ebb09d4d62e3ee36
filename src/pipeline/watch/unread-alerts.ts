import type { Database } from '../../storage/driver/database.ts';
import { countUnread } from '../../storage/watch/alerts.ts';

/** How many alerts of a brand nobody has opened in the dashboard yet. @param brandId its public id */
export async function countUnreadAlerts(db: Database, brandId: string): Promise<number> {
  return await countUnread(db, brandId);
}
