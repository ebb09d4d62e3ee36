import Type from 'typebox';
import type { BrandMarket } from '../../domain/brand/market.ts';
import { tagKey } from '../../domain/questions/tags.ts';
import type { Period } from '../../domain/time/period.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { eachMarket, oneMarket, onlyIn } from './markets.ts';
import type { ReportContext } from './report.ts';
import { oneOf, text } from './schemas.ts';
import { type SliceQuery, sliceOf, tagsOf } from './slice.ts';

/** The answers behind a report's rows: its query's slice, by market and perhaps by tag. */

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

/** Parameter for a report with optional rows by tag. */
export const byTagQuery = {
  by: Type.Optional(
    oneOf(
      ['tag'],
      'With `tag`, rows for each tag on the chosen questions. A question counts under all its tags.',
    ),
  ),
};

/** A row's market and tag. */
export const sliceProperties = {
  market: text('The market, by its name in /brands. Nothing counts markets together.'),
};

export const tagProperties = {
  ...sliceProperties,
  tag: Type.Optional(text('The tag, with `by=tag`.')),
};

/** Market and tag columns; screens hide them where every row is alike. */
export const MARKET_COLUMN = {
  id: 'market',
  label: 'Market',
  kind: 'text',
  field: 'market',
  whereVaried: true,
} as const;
export const TAG_COLUMN = {
  id: 'tag',
  label: 'Tag',
  kind: 'list',
  items: ({ tag }: Pick<SliceOf, 'tag'>): readonly string[] => (tag === undefined ? [] : [tag]),
  whereVaried: true,
} as const;

export interface SliceOf {
  readonly market: string;
  readonly tag?: string;
}

/** Answers by tag if the query asks for it. @throws as answersOfOne */
export async function answersByTag(
  context: Context,
  query: Query & { readonly by?: 'tag' | undefined },
  period: Period,
): Promise<(MarketAnswers & { readonly of: SliceOf })[]> {
  const each = await answersOfEach(context, query, period);
  if (query.by === undefined) return each.map((asked) => ({ ...asked, of: { market: asked.market.name } }));
  const chosen = query.tag && new Set(query.tag.map(tagKey));
  const tags = [...(await tagsOf(context.db, context.brand))].filter(
    ([tag]) => chosen === undefined || chosen.has(tagKey(tag)),
  );
  return each.flatMap((asked) =>
    tags.flatMap(([tag, tagged]) => {
      const { only } = asked.answers;
      const prompts = only.prompts === undefined ? tagged : tagged.intersection(only.prompts);
      if (prompts.size === 0) return [];
      const answers = { ...asked.answers, only: { ...only, prompts } };
      return [{ ...asked, answers, of: { market: asked.market.name, tag } }];
    }),
  );
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
