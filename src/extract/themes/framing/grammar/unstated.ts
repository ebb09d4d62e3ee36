import type { Range } from '../../../text/ranges.ts';
import { UNSTATED } from '../words/other-languages-unstated.ts';
import { clausesOf, unstatedIn } from './clauses.ts';

/** Parts of a sentence that the answer doesn't state itself, and doubtful ones. */
interface UnstatedParts {
  readonly surely: readonly Range[];
  readonly perhaps: readonly Range[];
}

const PART = /[^,，、;；:：。]+/gu;
const MAY_BE = /\b(?:may|might|could|(?<!\b(?:i|we) )would|perhaps|maybe|was|were|used to|once|had)\b/;
const MIGHT = /\b(?:may|might|perhaps|maybe|used to be)\b/;

/**
 * Reports, assumptions, questions, and past states in a sentence.
 *
 * @param text the marked sentence
 */
export function unstatedParts(text: string, language: string): UnstatedParts {
  const unstated = unstatedIn(text, clausesOf(text));
  const parts = [...text.matchAll(PART)].map(({ index, 0: part }) => ({
    from: index,
    to: index + part.length,
  }));
  const having = (pattern: RegExp) => parts.filter(({ from, to }) => pattern.test(text.slice(from, to)));
  const words = UNSTATED[language.slice(0, 2)];
  if (language === 'en' || words === undefined)
    return { surely: [...unstated, ...having(MIGHT)], perhaps: having(MAY_BE) };
  if (words.reported.test(text)) return { surely: [{ from: 0, to: text.length }], perhaps: [] };
  return { surely: [...unstated, ...having(words.condition)], perhaps: having(words.nearby) };
}
