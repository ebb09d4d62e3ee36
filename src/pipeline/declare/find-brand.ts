import { SightlineError } from '../../domain/errors.ts';
import { listNamedBrands, type NamedBrand } from '../../storage/directory/brands.ts';
import { organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';

/** A list of brands is for a person to read. */
const MOST_LISTED = 20;

/**
 * The id of the live brand that an operator means by its id or its name, whose capitals do not matter.
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
  const brands = await listNamedBrands(db, owner?.id ?? null);
  const byId = brands.find(({ publicId }) => publicId === idOrName);
  if (byId) return byId.publicId;
  const named = brands.filter(({ name }) => name.toLowerCase() === idOrName.toLowerCase());
  const [only, ...others] = named;
  if (only && others.length === 0) return only.publicId;
  if (only) {
    throw new SightlineError('brand_required', `Several brands are named ${idOrName}: ${listed(named)}.`);
  }
  throw new SightlineError('no_such_brand', `There is no brand with that id or name; ${there(brands)}.`);
}

/** Which brands there are, as the end of a sentence. */
export function there(brands: readonly NamedBrand[]): string {
  if (brands.length === 0) return 'there is none';
  return `there ${brands.length === 1 ? 'is' : 'are'} ${listed(brands)}`;
}

function listed(brands: readonly NamedBrand[]): string {
  const shown = brands.slice(0, MOST_LISTED).map(({ publicId, name }) => `${publicId} (${name})`);
  const left = brands.length - shown.length;
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${left} more`;
}
