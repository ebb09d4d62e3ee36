import { SightlineError } from '../../domain/errors.ts';
import { isPublicId } from '../../domain/public-id.ts';
import type { User } from '../../domain/user.ts';
import { findKeyById, type ListedKey, listKeys } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { ListedKey };

/** The keys of a user's organization, or of all, oldest first. */
export async function keysSeenBy(db: Database, { organization }: User): Promise<ListedKey[]> {
  return await listKeys(db, organization?.internalId ?? null);
}

/** @throws SightlineError `not_found` for a key of another organization as for one that does not exist */
export async function refuseForeignKey(db: Database, { organization }: User, id: string): Promise<void> {
  const key = isPublicId('key', id) ? await findKeyById(db, id) : null;
  if (key && (organization === null || key.organizationId === organization.internalId)) return;
  throw new SightlineError('not_found', `There is no key with this id.`);
}
