import { SightlineError } from '../../domain/errors.ts';
import { deleteBrand } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

/**
 * Deletes a brand: no key reads it any more, and nothing is collected for it. Its answers stay in the store, and its
 * id is not given again.
 *
 * @throws SightlineError `not_found`
 */
export async function removeBrand(db: Database, publicId: string, now: number): Promise<void> {
  const found = await deleteBrand(db, publicId, now);
  if (!found) throw new SightlineError('not_found', `There is no brand ${publicId}.`);
}
