import type { BrandMarket } from '../../domain/brand/market.ts';
import type { Slice } from '../../panel/panel.ts';
import { type QuestionsQuery, type SliceQuery, UNKNOWN_MODEL } from './slice.ts';

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Each filter of questions in words, in sentence order. */
const QUESTION_WORDS: {
  readonly [Name in keyof QuestionsQuery]-?: (value: NonNullable<QuestionsQuery[Name]>) => string;
} = {
  tag: (tags) => `tagged ${quoted(tags)}`,
  tag_not: (tags) => `not tagged ${quoted(tags)}`,
  branded: (whom) => BRANDED_WORDS[whom],
  question: (ids) => `with the id ${quoted(ids)}`,
};

const BRANDED_WORDS = {
  self: 'that name the brand',
  competitor: 'that name a competitor but not the brand',
  none: 'that name neither the brand nor a competitor',
};

const IMPORTED_WORDS = { yes: 'that were imported', no: 'that Sightline asked for' };

/**
 * Names the answers that a sentence counts, so that quoting it claims no more. Empty for all answers.
 * @param market the answers' market
 * @param only the query's slice
 */
export function sliceSentence(query: SliceQuery, market: BrandMarket, only: Slice): string {
  const parts = [
    only.markets === undefined ? [] : [`from the market ${quoted([market.name])}`],
    only.prompts === undefined ? [] : [`to questions ${questionWords(query).join(' and ')}`],
    query.model === undefined ? [] : [`by ${OR.format(query.model.map(modelWords))}`],
    query.imported === undefined ? [] : [IMPORTED_WORDS[query.imported]],
  ].flat();
  return parts.length === 0 ? '' : `Only answers ${parts.join(', ')} count.`;
}

function questionWords(query: QuestionsQuery): string[] {
  return Object.entries(QUESTION_WORDS).flatMap(([name, words]) => {
    const value = query[name as keyof QuestionsQuery];
    return value === undefined ? [] : [(words as (value: unknown) => string)(value)];
  });
}

function modelWords(model: string): string {
  return model === UNKNOWN_MODEL ? 'an unknown model' : quoted([model]);
}

function quoted(names: readonly string[]): string {
  return OR.format(names.map((name) => `"${name}"`));
}
