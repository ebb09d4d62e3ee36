import { brandNotChosen, chosenBrandId } from '../../domain/brand-choice.ts';
import type { SightlineError } from '../../domain/errors.ts';
import { listNamedBrands } from '../../storage/directory/brands.ts';
import { organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';

/**
 * The id of the live brand that an operator means by its id or its name.
 *
 * @param organization name or id of the one that it belongs to; without it, any
 * @throws SightlineError `no_such_brand` with the brands there are, `brand_required` where several have the name, or
 * `not_found` for the organization
 */
export async function brandIdOf(
  db: Database,
  idOrName: string,
  organization?: string | undefined,
): Promise<string> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return chosenBrandId(await listNamedBrands(db, owner?.id ?? null), idOrName);
}

/** The id of the only live brand, for an operator who names none. @throws SightlineError `brand_required` where there are several, or none */
export async function onlyBrandId(db: Database): Promise<string> {
  const brands = await listNamedBrands(db, null);
  const [only, ...others] = brands;
  if (only === undefined || others.length > 0) throw brandNotChosen(brands);
  return only.publicId;
}

/** The public ids of the live brands of an organization, or of all, oldest first. @throws SightlineError `not_found` */
export async function brandIdsOf(db: Database, organization?: string | undefined): Promise<string[]> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return (await listNamedBrands(db, owner?.id ?? null)).map(({ publicId }) => publicId);
}

/** The refusal of an operator who does not say which brand of an organization is meant. */
export async function brandRequired(db: Database, organizationId: number): Promise<SightlineError> {
  return brandNotChosen(await listNamedBrands(db, organizationId));
}
