import type { BrandMarket } from '../../domain/brand/market.ts';
import type { Period } from '../../domain/time/period.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { eachMarket, oneMarket, onlyIn } from './markets.ts';
import type { ReportContext } from './report.ts';
import { type SliceQuery, sliceOf } from './slice.ts';

/** The answers behind a report's rows: its query's slice, by market. */

type Query = SliceQuery & { readonly engine?: string | undefined };

type Context = Pick<ReportContext, 'db' | 'brand' | 'panel'>;

/** One market's answers to a query. */
export interface MarketAnswers {
  readonly market: BrandMarket;
  readonly answers: CountedAnswers;
}

/**
 * For a report about one market: the one its query names, or the first.
 *
 * @throws SightlineError `invalid_parameter` if the brand has no such market, tag, or question
 */
export async function answersOfOne(context: Context, query: Query, period: Period): Promise<CountedAnswers> {
  const market = oneMarket(context.brand, query);
  return (await answersFrom(context, query, period))(market).answers;
}

/** For a report with rows per market: the market its query names, or every active one. @throws as answersOfOne */
export async function answersOfEach(
  context: Context,
  query: Query,
  period: Period,
): Promise<MarketAnswers[]> {
  const answersIn = await answersFrom(context, query, period);
  return eachMarket(context.brand, query).map((market) => answersIn(market));
}

async function answersFrom(
  context: Context,
  query: Query,
  period: Period,
): Promise<(market: BrandMarket) => MarketAnswers> {
  const { brand, panel } = context;
  const chosen = await sliceOf(context, period, query);
  return (market) => {
    const only = { ...chosen, engine: query.engine, markets: onlyIn(brand, market) };
    return { market, answers: { panel, period, only } };
  };
}
