import { SightlineError } from '../../../domain/errors.ts';
import { findBrandByName, findBrandByPublicId } from '../../../storage/directory/brand/declare.ts';
import { findOrganizationByKey, type Organization } from '../../../storage/directory/organizations.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { DeclaredOrganization } from '../document/declared.ts';
import { type ApplyScope, conflict } from './apply-run.ts';

/**
 * Refuses a file beyond the scope. An id of another organization's brand gets the same refusal as an unknown one,
 * because the server assigns ids to new brands.
 *
 * @throws SightlineError `conflict`
 */
export async function refuseBeyond(
  db: Database,
  scope: ApplyScope,
  organizations: readonly DeclaredOrganization[],
): Promise<void> {
  const own = await organizationInScope(db, scope);
  for (const declared of organizations) {
    const { id, name, brands = [] } = declared;
    if (name !== own.name || (id ?? own.publicId) !== own.publicId) {
      throw conflict(`you may only change the organization ${own.name}, by that name`);
    }
    if (scope.brandIds !== null)
      await refuseBeyondBrands(db, { ...scope, brandIds: scope.brandIds }, declared);
    else for (const brand of brands) if (brand.id !== undefined) await refuseStranger(db, own.id, brand.id);
  }
}

/** Refuses other brands exactly like unknown ones. */
async function refuseBeyondBrands(
  db: Database,
  { organizationId, brandIds }: Pick<ApplyScope, 'organizationId'> & { readonly brandIds: readonly number[] },
  { id: _id, name: _name, brands = [], ...settings }: DeclaredOrganization,
): Promise<void> {
  if (Object.values(settings).some((value) => value !== undefined)) {
    throw conflict('you may change some brands of the organization, and no setting for all of them');
  }
  for (const { id, name } of brands) {
    const named = await findBrandByName(db, organizationId, name);
    const found = id === undefined ? named : await findBrandByPublicId(db, id);
    if (!found || !brandIds.includes(found.id))
      throw conflict(`there is no brand ${id ?? name} that you may change`);
    if (named && named.id !== found.id) throw conflict(`the name ${name} is not available; choose another`);
  }
}

/** @throws SightlineError `not_found` */
export async function organizationInScope(
  db: Database,
  { organizationId }: Pick<ApplyScope, 'organizationId'>,
): Promise<Organization> {
  const found = await findOrganizationByKey(db, organizationId);
  if (!found) throw new SightlineError('not_found', 'The organization no longer exists.');
  return found;
}

async function refuseStranger(db: Database, organizationId: number, publicId: string): Promise<void> {
  const found = await findBrandByPublicId(db, publicId);
  if (found?.organizationId === organizationId) return;
  throw conflict(
    `there is no brand with the id ${publicId}; for a new brand, leave out the id, and it gets one`,
  );
}
