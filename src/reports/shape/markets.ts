import Type from 'typebox';
import { activeMarkets, type BrandMarket, marketWords } from '../../domain/brand/market.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { QueryOf } from './report.ts';

/**
 * Markets are never pooled, like engines. Without `market`, a report with rows per market covers every active one (eachMarket). A report
 * with no place for a market in its rows covers the first (oneMarket), and its note says so (marketNote).
 */

export const marketQuery = {
  market: Type.Optional(Type.String({ description: 'Only answers from this market: a name from /brands.' })),
};

export type MarketQuery = QueryOf<typeof marketQuery>;

type Markets = Pick<BrandSnapshot, 'publicId' | 'markets'>;

/** The default market for a report that covers only one. */
function firstMarket({ publicId, markets: [first] }: Markets): BrandMarket {
  if (first === undefined) throw new Error(`the markets of ${publicId} were not read`);
  return first;
}

/**
 * The market that the query names, or else the first.
 * @throws SightlineError `invalid_parameter` if the brand has no such market
 */
export function oneMarket(brand: Markets, query: MarketQuery): BrandMarket {
  return marketAsked(brand, query) ?? firstMarket(brand);
}

/** The market that the query names, or else every active one, in order. @throws as oneMarket */
export function eachMarket(brand: Markets, query: MarketQuery): readonly BrandMarket[] {
  const asked = marketAsked(brand, query);
  return asked === undefined ? activeMarkets(brand.markets) : [asked];
}

/** A market as an answer filter; undefined if the brand never had another. */
export function onlyIn({ markets }: Markets, { id }: BrandMarket): ReadonlySet<number> | undefined {
  return markets.length === 1 ? undefined : new Set([id]);
}

/** A report's note if it covers the first market by default, and the brand has several; '' otherwise. */
export function marketNote(brand: Markets, { market }: MarketQuery): string {
  const active = activeMarkets(brand.markets);
  if (market !== undefined || active.length < 2) return '';
  const first = firstMarket(brand);
  const others = active.slice(1).map(({ name }) => `\`${name}\``);
  return (
    `Only answers from the market \`${first.name}\` (${marketWords(first)}), the first of ${active.length}. Markets never count ` +
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
