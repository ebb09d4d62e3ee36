import Type from 'typebox';
import { SightlineError } from '../../domain/errors.ts';
import { activeMarkets, type BrandMarket, marketWords } from '../../domain/market.ts';
import { nearestName } from '../../domain/nearest.ts';
import type { SeenBrand } from '../../storage/directory/brands.ts';
import type { QueryOf } from './report.ts';

/**
 * Markets are never counted together, as engines are not. Without `market`, a report whose rows are of one market each has rows of every
 * active one (eachMarket); one whose rows have no place for it, as those of the contract, is about the first (oneMarket), and its note says
 * so (marketNote).
 */

export const marketQuery = {
  market: Type.Optional(
    Type.String({ description: 'Only answers from this market of the brand: a name from /brands.' }),
  ),
};

export type MarketQuery = QueryOf<typeof marketQuery>;

type Markets = Pick<SeenBrand, 'publicId' | 'markets'>;

/** The market that a report is about if none is asked for, where it can be about one only. */
export function firstMarket({ publicId, markets: [first] }: Markets): BrandMarket {
  if (first === undefined) throw new Error(`the markets of ${publicId} were not read`);
  return first;
}

/** The market that is asked for, or else the first. @throws SightlineError `invalid_parameter` if the brand has none of that name */
export function oneMarket(brand: Markets, query: MarketQuery): BrandMarket {
  return marketAsked(brand, query) ?? firstMarket(brand);
}

/** The market that is asked for, or else every active one, in their order. @throws as oneMarket */
export function eachMarket(brand: Markets, query: MarketQuery): readonly BrandMarket[] {
  const asked = marketAsked(brand, query);
  return asked === undefined ? activeMarkets(brand.markets) : [asked];
}

/** A market as a filter of a brand's answers; undefined where all of them are from it, which needs no filter. */
export function onlyIn({ markets }: Markets, { id }: BrandMarket): ReadonlySet<number> | undefined {
  return markets.length === 1 ? undefined : new Set([id]);
}

/** What the note says of a report that is about the first of several markets because none was asked for; '' of any other. */
export function marketNote(brand: Markets, { market }: MarketQuery): string {
  const active = activeMarkets(brand.markets);
  if (market !== undefined || active.length < 2) return '';
  const first = firstMarket(brand);
  const others = active.slice(1).map(({ name }) => `\`${name}\``);
  return (
    `Only answers from the market \`${first.name}\` (${marketWords(first)}), the first of ${active.length}: markets are never counted ` +
    `together. Pass \`market\` for another: ${LIST.format(others)}.`
  );
}

const LIST = new Intl.ListFormat('en-US', { type: 'disjunction' });

function marketAsked({ markets }: Markets, { market: name }: MarketQuery): BrandMarket | undefined {
  if (name === undefined) return undefined;
  const found = markets.find((market) => market.name === name);
  if (found !== undefined) return found;
  const names = markets.map((market) => market.name);
  const near = nearestName(name, names);
  const hint = near === undefined ? `it has ${names.join(', ')}.` : `did you mean \`${near}\`?`;
  throw new SightlineError(
    'invalid_parameter',
    `\`market\`: ${name.trim() === '' ? 'it is empty' : `this brand has no market \`${name.slice(0, 60)}\``}; ${hint}`,
  );
}
