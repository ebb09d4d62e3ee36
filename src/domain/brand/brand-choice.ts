import { SightlineError } from '../errors.ts';

const MOST_LISTED = 20;

export interface NamedBrand {
  readonly publicId: string;
  readonly name: string;
}

/**
 * The brand's id, from its id or its name in any capitals.
 *
 * @throws SightlineError `no_such_brand` with the brands there are, or `brand_required` where several have the name
 */
export function chosenBrandId(brands: readonly NamedBrand[], idOrName: string): string {
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

/** The error if a command line chooses none among several brands. */
export function brandNotChosen(brands: readonly NamedBrand[]): SightlineError {
  // The API's message names a parameter and an endpoint, which a command line does not have.
  const others = brands.length > MOST_LISTED ? ' Run `sightline brands` for the ids of the others.' : '';
  return new SightlineError('brand_required', `Say which brand with --brand; ${there(brands)}.${others}`);
}

export function there(brands: readonly NamedBrand[]): string {
  if (brands.length === 0) return 'there is none';
  return `there ${brands.length === 1 ? 'is' : 'are'} ${listed(brands)}`;
}

function listed(brands: readonly NamedBrand[]): string {
  const shown = brands.slice(0, MOST_LISTED).map(({ publicId, name }) => `${publicId} (${name})`);
  const left = brands.length - shown.length;
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${left} more`;
}
