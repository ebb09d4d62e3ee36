import type { Fact, FactVerdict } from '../../domain/brand/fact.ts';

/**
 * Whether the value that an answer is said to give is the declared one.
 *
 * @param said the value in a model's words: `12 USD per user per month`; `unclear` if it cannot be told
 * @param words the answer's words, which must contain the value
 * @returns null if the words don't contain it
 */
export function compareFact({ value }: Fact, said: string, words: string): FactVerdict | null {
  if (value.type === 'yes_no') {
    const holds = /^yes$/i.test(said) ? true : /^no$/i.test(said) ? false : null;
    return holds === null || words === '' ? 'unclear' : holds === value.holds ? 'agrees' : 'contradicts';
  }
  return 'unclear';
}
