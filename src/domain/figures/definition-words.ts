import type { Rules } from './definition-figures.ts';

/** Rules in words, for pages and documents. */

const COUNTED: Readonly<Record<Rules['counts'], string>> = {
  occurrences: 'occurrences of the name',
  answers: 'answers that name the brand',
  citing_answers: 'answers that cite its site',
  prompts: 'questions with an answer that names the brand',
};

const WHOLES: Readonly<Record<Rules['of'], (counts: Rules['counts']) => string>> = {
  nothing: () => 'nothing: it is a count',
  all: (counts) => (counts === 'prompts' ? 'all questions with an answer' : 'all answers'),
  any: () => 'the answers that name any tracked brand',
  brands: (counts) =>
    counts === 'occurrences'
      ? 'the occurrences of all tracked brands'
      : 'the sum of the answers that name each tracked brand',
};

/** `answers that name the brand` */
export function countedText({ counts }: Rules): string {
  return COUNTED[counts];
}

/** The denominator, or that there is none. */
export function wholeText({ counts, of }: Rules): string {
  return WHOLES[of](counts);
}
