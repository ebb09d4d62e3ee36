import { COUNTRIES, type Country } from './countries.ts';
import { countryNamed } from './country-names.ts';

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

/** The place and the language of a market. They are what it is: other codes are another market, whatever it is called. */
export type MarketCodes = Pick<Market, 'locationCode' | 'languageCode'>;

/** A market of a brand. Every brand has at least one that is active. */
export interface BrandMarket extends MarketCodes {
  /** From 1, within its brand. */
  readonly id: number;
  /** What files and the parameter `market` call it. No other market of the brand has the name, not even a removed one. */
  readonly name: string;
  /** Whether questions are asked in it. A removed market keeps its answers. */
  readonly active: boolean;
}

/** Lower-case letters and digits, with hyphens between them. */
export const MARKET_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LONGEST_MARKET_NAME = 40;

/** Every question is asked in each: more would be a mistake. */
export const MOST_MARKETS = 50;

/** The name of the market that leaves place and language to the engine. */
const ANYWHERE = 'default';

/** The name of a market that was given none: `us-en`, `us`, `en`, or `default`. */
export function marketName({ locationCode, languageCode }: MarketCodes): string {
  const place = locationCode === null ? null : (COUNTRIES.get(locationCode)?.code ?? String(locationCode));
  const words = [place, languageCode].filter((each) => each !== null).join('-');
  const name = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? ANYWHERE : name.slice(0, LONGEST_MARKET_NAME).replace(/-$/, '');
}

/** A market in words: `United States, en`. */
export function marketWords({ locationCode, languageCode }: MarketCodes): string {
  const place = locationCode === null ? null : (countryNamed(locationCode) ?? `location ${locationCode}`);
  const words = [place, languageCode].filter((each) => each !== null);
  return words.length === 0 ? 'no place or language' : words.join(', ');
}

export function isSameMarket(one: MarketCodes, other: MarketCodes): boolean {
  return one.locationCode === other.locationCode && one.languageCode === other.languageCode;
}

/** The markets in which questions are asked, in their order. */
export function activeMarkets(markets: readonly BrandMarket[]): readonly BrandMarket[] {
  return markets.filter(({ active }) => active);
}

/** Whether a question is asked in a market. @param markets the numbers of those that it is asked in; none for all */
export function isAskedIn(markets: readonly number[], marketId: number): boolean {
  return markets.length === 0 || markets.includes(marketId);
}

/** What an imported answer says of its market; null for what it does not say. */
export interface StatedMarket extends MarketCodes {
  readonly market: string | null;
}

/**
 * The market that an imported answer belongs to, or what is wrong with what it says. Answers of different markets must not be
 * counted together, so a brand of several has to be told. A brand of one takes every answer that fits no other. Where a line names a market, its codes are only where the engine
 * answered for.
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

/** The markets that may be meant: the one of exactly these codes, or else the active ones that do not contradict them, or else removed ones. */
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

/** Whether a market has each of the codes that are given. */
function fits(market: MarketCodes, { locationCode, languageCode }: MarketCodes): boolean {
  return (
    (locationCode === null || locationCode === market.locationCode) &&
    (languageCode === null || languageCode === market.languageCode)
  );
}
