import { reaches } from '../../domain/brand-reach.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isPublicId } from '../../domain/public-id.ts';
import type { User } from '../../domain/user.ts';
import { findKeyById, type ListedKey, listKeys } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { ListedKey };

/** The keys of a user's organization, or of all, as far as the user reaches their brands; oldest first. */
export async function keysSeenBy(db: Database, { organization, brandIds }: User): Promise<ListedKey[]> {
  return await listKeys(db, organization?.internalId ?? null, brandIds);
}

/** @throws SightlineError `not_found` for a key of others, or of brands that the user does not reach, as for one that does not exist */
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
