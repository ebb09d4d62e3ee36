import { COUNTRIES, type Country } from './countries.ts';
import { countryNamed } from './country-names.ts';

/** A place and language for questions. */
export interface Market {
  /** Google's geo target id, as DataForSEO uses it; null for no particular place. */
  readonly locationCode: number | null;
  /** ISO 639-1, perhaps with a region; null for no particular language. */
  readonly languageCode: string | null;
  /** The location code's country; null for other places. */
  readonly country: Country | null;
}

/** The market for a stored location and language. Regions, cities, and unknown codes have no country. */
export function marketOf(locationCode: number | null, languageCode: string | null): Market {
  const country = locationCode === null ? undefined : COUNTRIES.get(locationCode);
  return { locationCode, languageCode, country: country ?? null };
}

/** A market's place and language, which define it: other codes make another market, even with the same name. */
export type MarketCodes = Pick<Market, 'locationCode' | 'languageCode'>;

/** A brand's market. Every brand has at least one active market. */
export interface BrandMarket extends MarketCodes {
  /** From 1, within its brand. */
  readonly id: number;
  /** Its name in files and in the parameter `market`; unique within the brand, including removed markets. */
  readonly name: string;
  /** Whether Sightline asks questions in it. A removed market keeps its answers. */
  readonly active: boolean;
}

/** Lower-case letters and digits, with hyphens between them. */
export const MARKET_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LONGEST_MARKET_NAME = 40;

/** Every question runs in each market: more would be a mistake. */
export const MOST_MARKETS = 50;

/** The market that leaves place and language to the engine. */
const ANYWHERE = 'default';

/** A market's default name: `us-en`, `us`, `en`, or `default`. */
export function marketName({ locationCode, languageCode }: MarketCodes): string {
  const place = locationCode === null ? null : (COUNTRIES.get(locationCode)?.code ?? String(locationCode));
  const words = [place, languageCode].filter((each) => each !== null).join('-');
  const name = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? ANYWHERE : name.slice(0, LONGEST_MARKET_NAME).replace(/-$/, '');
}

/** A market for people: `United States, en`. */
export function marketWords({ locationCode, languageCode }: MarketCodes): string {
  const place = locationCode === null ? null : (countryNamed(locationCode) ?? `location ${locationCode}`);
  const words = [place, languageCode].filter((each) => each !== null);
  return words.length === 0 ? 'no place or language' : words.join(', ');
}

export function isSameMarket(one: MarketCodes, other: MarketCodes): boolean {
  return one.locationCode === other.locationCode && one.languageCode === other.languageCode;
}

export function activeMarkets(markets: readonly BrandMarket[]): readonly BrandMarket[] {
  return markets.filter(({ active }) => active);
}

/** Whether a question runs in a market. @param markets the question's market ids; none for all */
export function isAskedIn(markets: readonly number[], marketId: number): boolean {
  return markets.length === 0 || markets.includes(marketId);
}

/** An imported answer's own statement of its market; null for missing parts. */
export interface StatedMarket extends MarketCodes {
  readonly market: string | null;
}

/**
 * The market of an imported answer, or the error in its statement. Answers from different markets must not be counted
 * together, so a brand with several needs a statement. A brand with one market takes every answer that fits no other.
 * If a line names a market, its codes only say which place the engine answered for.
 */
export function statedMarket(
  markets: readonly BrandMarket[],
  { market: name, ...codes }: StatedMarket,
): BrandMarket | { readonly problem: string } {
  const known = `the brand has ${markets.map((each) => each.name).join(', ')}`;
  if (name !== null) {
    const named = markets.find((each) => each.name === name);
    return named ?? { problem: `market ${JSON.stringify(name)} does not exist; ${known}` };
  }
  const [only, ...further] = activeMarkets(markets);
  const [market, ...others] = fitting(markets, codes);
  if (market !== undefined && others.length === 0) return market;
  if (only !== undefined && further.length === 0) return only;
  if (saysNothing(codes)) return { problem: `market is missing; ${known}` };
  const many = market === undefined ? 'no market' : 'several markets';
  return { problem: `location_code and language_code fit ${many}; ${known}` };
}

/** Candidate markets: the one with exactly these codes, or else active ones that do not contradict them, or else removed ones. */
function fitting(markets: readonly BrandMarket[], codes: MarketCodes): readonly BrandMarket[] {
  const exact = markets.find((each) => isSameMarket(each, codes));
  if (exact && !saysNothing(codes)) return [exact];
  const agreeing = markets.filter((each) => fits(each, codes));
  const active = activeMarkets(agreeing);
  return active.length > 0 ? active : agreeing;
}

function saysNothing({ locationCode, languageCode }: MarketCodes): boolean {
  return locationCode === null && languageCode === null;
}

function fits(market: MarketCodes, { locationCode, languageCode }: MarketCodes): boolean {
  return (
    (locationCode === null || locationCode === market.locationCode) &&
    (languageCode === null || languageCode === market.languageCode)
  );
}
