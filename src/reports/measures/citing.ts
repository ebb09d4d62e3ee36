import { count } from '../shape/schemas.ts';
import { countBefore, countColumn, type Measure } from './measure.ts';

interface Counted {
  readonly answers: number;
  readonly named: number;
}

const CITING_IT = countColumn('answers_citing_it', 'Answers citing it', () => ({}));

/** How many answers cite a site or page. Its change is of their share of all answers. */
export const CITING = {
  properties: { answers_citing_it: count('Answers in the window that cited it.') },
  columns: [CITING_IT],
  before: [countBefore(CITING_IT, 'Before')],
  isJudged: true,
  figures: ({ answers }: Counted) => ({ answers_citing_it: answers }),
} as const satisfies Measure;

/** Whether these answers name the brand. */
export const CITING_AND_NAMING = {
  properties: {
    answers_where_you_were_named: count('Answers among them that also named the brand.'),
    answers_citing_you_without_naming_you: count(
      'Answers among them that did not name the brand, whoever owns what they cite.',
    ),
  },
  columns: [
    countColumn('answers_where_you_were_named', 'and naming the brand', () => ({ names: 'self' })),
    countColumn('answers_citing_you_without_naming_you', 'and not naming it', () => ({ names_not: 'self' })),
  ],
  figures: ({ answers, named }: Counted) => ({
    answers_where_you_were_named: named,
    answers_citing_you_without_naming_you: answers - named,
  }),
} as const satisfies Measure;

/** How many of these answers name a competitor. */
export const CITING_AND_NAMING_COMPETITORS = {
  properties: {
    answers_naming_competitors: count('Answers among them that named a competitor tracked now.'),
  },
  columns: [
    countColumn('answers_naming_competitors', 'and naming competitors', () => ({ names: 'competitor' })),
  ],
  figures: ({ competitors }: { readonly competitors: number }) => ({
    answers_naming_competitors: competitors,
  }),
} as const satisfies Measure;

/** "Without you" has this meaning everywhere. */
export const CITING_WITHOUT_YOU = {
  properties: {
    answers_without_you: count('Answers among them that name a competitor tracked now and not the brand.'),
  },
  columns: [
    countColumn('answers_without_you', 'and naming a competitor, not the brand', () => ({
      names: 'competitor',
      names_not: 'self',
    })),
  ],
  figures: ({ gaps }: { readonly gaps: number }) => ({ answers_without_you: gaps }),
} as const satisfies Measure;
