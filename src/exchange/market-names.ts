import { locationCodeFrom } from '../domain/brand/country-names.ts';
import { activeMarkets, type BrandMarket } from '../domain/brand/market.ts';

/**
 * Which of a brand's markets a file's name surely is: by its name, its country, or its country and language (`US`,
 * `United States`, `en-US`, `us-en`). A file that names none is of the brand's only market.
 *
 * @param name as the file says, or null
 * @returns the market's name, or null if it is none of them, or could be several
 */
export function proposedMarket(name: string | null, markets: readonly BrandMarket[]): string | null {
  const active = activeMarkets(markets);
  const only = active.length === 1 ? active[0] : undefined;
  // A market of no place takes answers from anywhere.
  if (name === null || only?.locationCode === null) return only?.name ?? null;
  const plain = name.trim().toLowerCase();
  const same = active.find((market) => market.name === plain.replace(/[^a-z0-9]+/g, '-'));
  if (same !== undefined) return same.name;
  const codes = codesIn(plain);
  const fitting = active.filter(
    ({ locationCode, languageCode }) =>
      (codes.location === null || codes.location === locationCode) &&
      (codes.language === null || (languageCode ?? '').split('-')[0] === codes.language),
  );
  const isSaid = codes.location !== null || codes.language !== null;
  return isSaid && fitting.length === 1 ? (fitting[0]?.name ?? null) : null;
}

/** `us`, `United States`, `en-US`, `us-en`, `de_DE`, `en`: two letters alone are a country if there is one. */
function codesIn(name: string): { location: number | null; language: string | null } {
  const [, one, other] = /^([a-z]{2})[-_/ ]([a-z]{2})$/.exec(name) ?? [];
  if (one === undefined || other === undefined) {
    const location = locationCodeFrom(name) ?? null;
    return { location, language: location === null && /^[a-z]{2}$/.test(name) ? name : null };
  }
  const last = locationCodeFrom(other);
  return last === undefined
    ? { location: locationCodeFrom(one) ?? null, language: other }
    : { location: last, language: one };
}
