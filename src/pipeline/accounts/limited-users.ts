import { type ActorReach, type BrandReach, EVERYTHING, reaches } from '../../domain/access/brand-reach.ts';
import type { User } from '../../domain/access/user.ts';
import type { NamedBrand } from '../../domain/brand/brand-choice.ts';
import { SightlineError } from '../../domain/errors.ts';
import { saveReach, type UserRow } from '../../storage/directory/access/users.ts';
import { findReadableBrand, listBrandsById } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { endLostConnections } from './end-access.ts';
import { type ActingDeps, noteUser } from './note-user.ts';

/**
 * Limits a user to some of the organization's brands, or lifts the limit. A limited user sees no other brand,
 * including brands added later. Open sessions change with their next page.
 *
 * @param brands public ids; null for the whole organization
 * @param reach of whoever limits the user
 * @throws SightlineError `invalid_argument`, or `no_such_brand`
 */
export async function limitUser(
  deps: ActingDeps,
  user: UserRow,
  brands: readonly string[] | null,
  { brandIds: reach }: ActorReach = EVERYTHING,
): Promise<UserRow> {
  if (brands === null && reach !== null) throw noneChosen();
  const brandIds = brands === null ? null : await idsOf(deps.db, user, brands, reach);
  const before = await reachText(deps.db, user.brandIds);
  const after = await reachText(deps.db, brandIds);
  await saveReach(deps.db, user.internalId, brandIds);
  await endLostConnections(deps, { ...user, brandIds });
  await noteUser(deps, user, 'user.brands', after, [{ what: 'brands', before, after }]);
  return { ...user, brandIds };
}

async function idsOf(
  db: Database,
  user: UserRow,
  brands: readonly string[],
  reach: BrandReach,
): Promise<number[]> {
  if (user.organization === null) {
    throw new SightlineError('invalid_argument', 'You cannot limit a user of all organizations to brands.');
  }
  if (brands.length === 0) throw noneChosen();
  const access = { organizationId: user.organization.internalId, brandIds: reach };
  const ids: number[] = [];
  for (const id of new Set(brands)) {
    const brand = await findReadableBrand(db, access, id);
    if (brand === null)
      throw new SightlineError('no_such_brand', `${user.organization.name} has no brand ${id}.`);
    ids.push(brand.id);
  }
  return ids;
}

function noneChosen(): SightlineError {
  return new SightlineError('invalid_argument', 'Choose at least one brand of the organization.');
}

async function reachText(db: Database, reach: BrandReach): Promise<string> {
  if (reach === null) return 'all brands';
  const brands = await listBrandsById(db, reach);
  return brands.length === 0 ? 'no brand' : brands.map(({ publicId }) => publicId).join(', ');
}

/** The user's brands visible to the viewer, oldest first; null: the whole organization. */
export async function brandsOfUser(
  db: Database,
  { brandIds }: Pick<User, 'brandIds'>,
  reach: BrandReach = null,
): Promise<NamedBrand[] | null> {
  if (brandIds === null) return null;
  return await listBrandsById(
    db,
    brandIds.filter((id) => reaches(reach, id)),
  );
}
