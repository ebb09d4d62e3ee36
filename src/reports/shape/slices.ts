import Type from 'typebox';
import type { BrandMarket } from '../../domain/market.ts';
import type { Period } from '../../domain/period.ts';
import { tagKey } from '../../domain/tags.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { eachMarket, oneMarket, onlyIn } from './markets.ts';
import type { ReportContext } from './report.ts';
import { oneOf, text } from './schemas.ts';
import { type SliceQuery, sliceOf, tagsOf } from './slice.ts';

/** Which answers the rows of a report are about: the slice that its query chooses, market by market, and perhaps tag by tag. */

type Query = SliceQuery & { readonly engine?: string | undefined };

type Context = Pick<ReportContext, 'db' | 'brand' | 'panel'>;

/** The answers of one market that a query is about. */
export interface AskedAnswers {
  readonly market: BrandMarket;
  readonly answers: CountedAnswers;
}

/**
 * For a report of one market: the one that is asked for, or the first.
 *
 * @throws SightlineError `invalid_parameter` if the brand has no such market, tag, or question
 */
export async function answersOfOne(context: Context, query: Query, period: Period): Promise<CountedAnswers> {
  const market = oneMarket(context.brand, query);
  return (await answersFrom(context, query, period))(market).answers;
}

/** For a report whose rows are of one market each: the one that is asked for, or every active one. @throws as answersOfOne */
export async function answersOfEach(context: Context, query: Query, period: Period): Promise<AskedAnswers[]> {
  const answersIn = await answersFrom(context, query, period);
  return eachMarket(context.brand, query).map((market) => answersIn(market));
}

/** For a report that may have rows by tag. */
export const byTagQuery = {
  by: Type.Optional(
    oneOf(
      ['tag'],
      'With `tag`, rows for each tag of the questions that are chosen. A question counts under each of its tags.',
    ),
  ),
};

/** The fields of a row that say which slice it is of. */
export const sliceProperties = {
  market: text('The market, by its name in /brands. Markets are never counted together.'),
};

export const tagProperties = {
  ...sliceProperties,
  tag: Type.Optional(text('The tag, with `by=tag`.')),
};

/** Their columns, which a screen has only where they say something. */
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

/** Those fields of a row. */
export interface SliceOf {
  readonly market: string;
  readonly tag?: string;
}

/** The same by tag if that is asked for, with the fields that say which. @throws as answersOfOne */
export async function answersByTag(
  context: Context,
  query: Query & { readonly by?: 'tag' | undefined },
  period: Period,
): Promise<(AskedAnswers & { readonly of: SliceOf })[]> {
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
): Promise<(market: BrandMarket) => AskedAnswers> {
  const { brand, panel } = context;
  const chosen = await sliceOf(context, period, query);
  return (market) => {
    const only = { ...chosen, engine: query.engine, markets: onlyIn(brand, market) };
    return { market, answers: { panel, period, only } };
  };
}
