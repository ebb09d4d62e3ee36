import { SightlineError } from '../errors.ts';
import { nearestName } from './nearest.ts';
import type { TrackedBrand } from './tracked-brand.ts';

/** A brand with all its names, its own first. */
export interface NamesOfBrand {
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * The brands that a name may mean: by its own exact name, only that brand; otherwise every brand with such a name in
 * any capitals. More than one means that the name is ambiguous.
 */
export function brandsCalled<Brand extends NamesOfBrand>(said: string, brands: readonly Brand[]): Brand[] {
  const written = brands.filter(({ name }) => name === said);
  if (written.length === 1) return written;
  const spelled = plainSpelling(said);
  const own = brands.filter(({ name }) => plainSpelling(name) === spelled);
  if (own.length === 1) return own;
  const folded = spelled.toLowerCase();
  return brands.filter(({ names }) => names.some((each) => plainSpelling(each).toLowerCase() === folded));
}

/** A report parameter that names a tracked brand. */
export interface NameParameter {
  readonly parameter: string;
  readonly said: string;
  /** Valid values, in words. */
  readonly mustBe: string;
}

/** The parameter's tracked brand. @throws SightlineError `invalid_parameter` if there is none, or several */
export function brandNamed(
  { parameter, said, mustBe }: NameParameter,
  tracked: readonly TrackedBrand[],
): TrackedBrand {
  const brands = tracked.map((brand) => ({ ...namesOfBrand(brand), brand }));
  const [found, ...others] = brandsCalled(said, brands);
  if (found && others.length === 0) return found.brand;
  if (found) throw invalid(`\`${parameter}\`: ${ambiguousName(said, [found, ...others])}.`);
  const near = nearestName(
    said,
    brands.flatMap(({ names }) => names),
  );
  const hint = near === undefined ? namesText(tracked) : `did you mean \`${near}\`?`;
  throw invalid(`\`${parameter}\` must be ${mustBe}; ${hint}`);
}

/** Like `brandNamed`, but also takes `self` for the brand itself. @throws as brandNamed */
export function selfOrNamed(
  { parameter, said }: Omit<NameParameter, 'mustBe'>,
  tracked: readonly TrackedBrand[],
): TrackedBrand {
  const self = tracked.find(({ role }) => role === 'self');
  if (said === 'self' && self) return self;
  const mustBe = '`self` or the name of a brand tracked now';
  return brandNamed({ parameter, said, mustBe }, tracked);
}

const MOST_LISTED = 12;

function namesText(tracked: readonly TrackedBrand[]): string {
  const listed = tracked.slice(0, MOST_LISTED).map(({ name }) => `\`${name}\``);
  const more = tracked.length - listed.length;
  return `tracked are ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

export function namesOfBrand({ name, names }: TrackedBrand): NamesOfBrand {
  return { name, names: names.map(({ text }) => text) };
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_parameter', sentence);
}

/** The error for an ambiguous name, with a way to distinguish the brands. */
export function ambiguousName(said: string, called: readonly NamesOfBrand[]): string {
  const owners = called.map(({ name }) => name).join(' and of ');
  return `"${said}" is a name of ${owners}: write the brand's own name as it is set up`;
}

/** A name with plain quotation marks, apostrophes, and spaces, which keyboards and documents write differently. */
export function plainSpelling(text: string): string {
  return inOneSpelling(text).trim();
}

/** A text with plain quotation marks, apostrophes, and spaces. Keeps its ends, where quotation marks may belong to a sentence or a name. */
export function inOneSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”"\s]+/gu, ' ');
}
