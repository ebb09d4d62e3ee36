import { reaches } from '../../domain/access/brand-reach.ts';
import { isPublicId } from '../../domain/access/public-id.ts';
import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { findKeyById, type ListedKey, listKeys } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { ListedKey };

/** Keys visible to a user: their organization's or all, within the user's brands; oldest first. */
export async function keysSeenBy(db: Database, { organization, brandIds }: User): Promise<ListedKey[]> {
  return await listKeys(db, organization?.internalId ?? null, brandIds);
}

/** @throws SightlineError `not_found` for a key outside the user's organization or brands, as for an unknown one */
export async function refuseForeignKey(
  db: Database,
  { organization, brandIds }: User,
  id: string,
): Promise<void> {
  const key = isPublicId('key', id) ? await findKeyById(db, id) : null;
  const isOwn = key && (organization === null || key.organizationId === organization.internalId);
  if (isOwn && reaches(brandIds, key.brandId)) return;
  throw new SightlineError('not_found', `There is no key with this id.`);
}
