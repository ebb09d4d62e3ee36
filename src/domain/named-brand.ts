/** A brand with all the names that it goes by, its own first. */
export interface NamesOfBrand {
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * The brands that a person may mean by a name of one: by its own name as it is written, only that brand; otherwise every brand
 * with such a name, whose capitals do not matter. More than one means that the name is ambiguous.
 */
export function brandsCalled<Brand extends NamesOfBrand>(said: string, brands: readonly Brand[]): Brand[] {
  const spelled = plainSpelling(said);
  const own = brands.filter(({ name }) => plainSpelling(name) === spelled);
  if (own.length === 1) return own;
  const folded = spelled.toLowerCase();
  return brands.filter(({ names }) => names.some((each) => plainSpelling(each).toLowerCase() === folded));
}

/** Why an ambiguous name is refused, and how to distinguish the brands. */
export function ambiguousName(said: string, called: readonly NamesOfBrand[]): string {
  const owners = called.map(({ name }) => name).join(' and of ');
  return `"${said}" is a name of ${owners}: write the brand's own name as it is set up`;
}

/** A name without what keyboards and documents write differently: quotation marks, apostrophes, and spaces. */
export function plainSpelling(text: string): string {
  return inOneSpelling(text).trim();
}

/** The same of any text. Quotation marks may be those of a sentence or of a name. */
export function inOneSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”"\s]+/gu, ' ');
}
