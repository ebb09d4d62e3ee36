import { brandNotChosen, chosenBrandId } from '../../domain/brand/brand-choice.ts';
import type { SightlineError } from '../../domain/errors.ts';
import { listNamedBrands } from '../../storage/directory/brands.ts';
import { organizationNamed } from '../../storage/directory/organizations.ts';
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

/** Public ids of an organization's live brands, or of all, oldest first. @throws SightlineError `not_found` */
export async function brandIdsOf(db: Database, organization?: string | undefined): Promise<string[]> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return (await listNamedBrands(db, owner?.id ?? null)).map(({ publicId }) => publicId);
}

/** The error for an operator who must choose a brand. */
export async function brandRequired(db: Database, organizationId: number): Promise<SightlineError> {
  return brandNotChosen(await listNamedBrands(db, organizationId));
}
