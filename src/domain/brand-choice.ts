import { SightlineError } from './errors.ts';

/** A list of brands is for a person to read. */
const MOST_LISTED = 20;

/** A brand as a list of them shows it. */
export interface NamedBrand {
  readonly publicId: string;
  readonly name: string;
}

/**
 * The id of the brand that is meant by its id, or by its name, whose capitals do not matter.
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

/** The refusal of a command line that does not say which of several brands is meant. */
export function brandNotChosen(brands: readonly NamedBrand[]): SightlineError {
  // The API speaks of a parameter and an endpoint, which a command line does not have.
  const others = brands.length > MOST_LISTED ? ' Run `sightline brands` for the ids of the others.' : '';
  return new SightlineError('brand_required', `Say which brand with --brand; ${there(brands)}.${others}`);
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
