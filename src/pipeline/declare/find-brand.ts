import type { ActorReach } from '../../domain/access/brand-reach.ts';
import { brandNotChosen, chosenBrandId } from '../../domain/brand/brand-choice.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type DeclaredBrandRow, findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import { findReadableBrand, listNamedBrands } from '../../storage/directory/brands.ts';
import {
  findOrganizationByKey,
  type Organization,
  organizationNamed,
} from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';

/**
 * A live brand's id, by id or name.
 *
 * @param organization its name or id; default: any
 * @throws SightlineError `no_such_brand` with a list of brands, `brand_required` if several match, or `not_found`
 *   for the organization
 */
export async function brandIdOf(
  db: Database,
  idOrName: string,
  organization?: string | undefined,
): Promise<string> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return chosenBrandId(await listNamedBrands(db, owner?.id ?? null), idOrName);
}

/** Whose alerts an address gets, or whose data a key reads. */
export interface Owner {
  readonly organization: Organization;
  /** The only brand; null: all of the organization's. */
  readonly brand: { readonly id: number; readonly publicId: string } | null;
}

/**
 * An owner by names or ids, within reach.
 *
 * @throws SightlineError `not_found`, `no_such_brand`, `brand_required`, or `invalid_argument` for too little
 */
export async function ownerNamed(
  db: Database,
  reach: ActorReach,
  named: { readonly organization?: string | undefined; readonly brand?: string | undefined },
): Promise<Owner> {
  const organization = await organizationWithin(db, reach, named.organization);
  const { id: organizationId } = organization;
  if (named.brand === undefined) {
    if (reach.brandIds !== null) throw new SightlineError('invalid_argument', 'Choose one of your brands.');
    return { organization, brand: null };
  }
  const brands = await listNamedBrands(db, organizationId, reach.brandIds);
  const publicId = chosenBrandId(brands, named.brand);
  const found = await findReadableBrand(db, { ...reach, organizationId }, publicId);
  if (found === null) throw new SightlineError('no_such_brand', `There is no brand ${publicId}.`);
  return { organization, brand: { id: found.id, publicId } };
}

/**
 * An organization by name or id; without one, the only one within reach. Others look as if they did not exist.
 *
 * @throws SightlineError `not_found`, or `invalid_argument` if it must be named
 */
export async function organizationWithin(
  db: Database,
  { organizationId }: ActorReach,
  named: string | undefined,
): Promise<Organization> {
  if (organizationId === null) {
    if (named !== undefined) return await organizationNamed(db, named);
    throw new SightlineError('invalid_argument', 'Say which organization: give its name or id.');
  }
  const own = await findOrganizationByKey(db, organizationId);
  if (own && (named === undefined || named === own.publicId || named === own.name)) return own;
  throw new SightlineError('not_found', `There is no organization ${named ?? ''} that you may change.`);
}

/** A live brand, as `brandIdOf` finds it. */
export async function brandNamed(
  db: Database,
  idOrName: string,
  organization?: string | undefined,
): Promise<DeclaredBrandRow> {
  const publicId = await brandIdOf(db, idOrName, organization);
  const found = await findBrandByPublicId(db, publicId);
  if (found === null) throw new SightlineError('no_such_brand', `There is no brand ${publicId}.`);
  return found;
}

/** Public ids of an organization's live brands, or of all, oldest first. @throws SightlineError `not_found` */
export async function brandIdsOf(db: Database, organization?: string | undefined): Promise<string[]> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return (await listNamedBrands(db, owner?.id ?? null)).map(({ publicId }) => publicId);
}

/** The error for an operator who must choose a brand. */
export async function brandRequired(db: Database, organizationId: number): Promise<SightlineError> {
  return brandNotChosen(await listNamedBrands(db, organizationId));
}
