import { COUNTRIES } from './countries.ts';
import { nearestName } from './nearest.ts';

/** English country names from CLDR, part of the runtime and the same everywhere. */
const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Common names that CLDR lacks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  USA: 'US',
  'United States of America': 'US',
  UK: 'GB',
  'Great Britain': 'GB',
  Großbritannien: 'GB',
  'Grande-Bretagne': 'GB',
  'Gran Bretaña': 'GB',
  'EE. UU.': 'US',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  Türkiye: 'TR',
  Holland: 'NL',
  'Hong Kong': 'HK',
  Macau: 'MO',
};

const NUMBER = /^\d{1,10}$/;

/** Exports are in their maker's language; a name that two languages give to different countries is the first's. */
const OTHER_LANGUAGES = ['de', 'fr', 'es'].map((each) => new Intl.DisplayNames(each, { type: 'region' }));

const byName = new Map<string, number>();
for (const [locationCode, { code }] of COUNTRIES) {
  byName.set(folded(code), locationCode);
  byName.set(folded(NAMES.of(code) ?? code), locationCode);
}
for (const names of OTHER_LANGUAGES)
  for (const [locationCode, { code }] of COUNTRIES) {
    const name = folded(names.of(code) ?? code);
    if (!byName.has(name)) byName.set(name, locationCode);
  }
for (const [name, code] of Object.entries(OTHER_NAMES)) {
  byName.set(folded(name), byName.get(folded(code)) ?? 0);
}

/** A country's location code, from the code as text, the ISO 3166-1 alpha-2 code, or its English, German, French, or Spanish name. */
export function locationCodeFrom(text: string): number | undefined {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : byName.get(folded(trimmed));
}

export function nearestCountry(text: string): string | undefined {
  return nearestName(
    text,
    listCountries().map(({ name }) => name),
  );
}

export interface NamedCountry {
  readonly locationCode: number;
  readonly name: string;
}

export function listCountries(): NamedCountry[] {
  const named = [...COUNTRIES].map(([locationCode, { code }]) => ({
    locationCode,
    name: NAMES.of(code) ?? code,
  }));
  return named.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The country name for a location code; undefined for a region, a city, or an unknown code. */
export function countryNamed(locationCode: number): string | undefined {
  const country = COUNTRIES.get(locationCode);
  return country && NAMES.of(country.code);
}

/** Ignores capitals, accents, blanks, and symbols; `&` is `and`. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\d]/gu, '');
}
