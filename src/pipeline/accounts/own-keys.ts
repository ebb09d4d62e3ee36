import type { User } from '../../domain/access/user.ts';
import { type ListedKey, listKeys } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { ListedKey };

/** Keys visible to a user: their organization's or all, within the user's brands; oldest first. */
export async function keysSeenBy(db: Database, { organization, brandIds }: User): Promise<ListedKey[]> {
  return await listKeys(db, organization?.internalId ?? null, brandIds);
}
