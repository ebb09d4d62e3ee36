import { COUNTRIES, type Country } from './countries.ts';

/** Where and in which language a question is asked. */
export interface Market {
  /** Google's geo target id, as DataForSEO uses it; null for nowhere in particular. */
  readonly locationCode: number | null;
  /** ISO 639-1, perhaps with a region; null for none in particular. */
  readonly languageCode: string | null;
  /** The country that the location code stands for; null where the code is not that of a known country. */
  readonly country: Country | null;
}

/** The market of a stored location and language. Codes of regions and cities, or unknown ones, have no country. */
export function marketOf(locationCode: number | null, languageCode: string | null): Market {
  const country = locationCode === null ? undefined : COUNTRIES.get(locationCode);
  return { locationCode, languageCode, country: country ?? null };
}
