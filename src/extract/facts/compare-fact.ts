import type { Fact, FactVerdict } from '../../domain/brand/fact.ts';
import { compareNumber } from './numbers.ts';
import { numeralsIn, wordNumeralsIn } from './numerals.ts';
import { comparePlace } from './places.ts';
import { comparePlan } from './plans.ts';
import { comparePrice } from './prices.ts';

/** Longer values and words, in UTF-16 units, are cut. */
const LONGEST = 500;

/**
 * Whether the value that an answer is said to give is the declared one. The answer's words must contain it: a number in
 * digits must be among them, and so must a name. A number that they write out in letters we don't know is unclear.
 *
 * @param said the value in a model's words: `12 USD per user per month`; `unclear` if it cannot be told
 * @returns null if the words don't contain the value
 */
export function compareFact({ value }: Fact, said: string, words: string): FactVerdict | null {
  const [given, proof] = [said.trim().slice(0, LONGEST), words.slice(0, LONGEST)];
  if (/^unclear$/i.test(given)) return 'unclear';
  const isNumber = value.type === 'price' || value.type === 'number' || value.type === 'year';
  if (isNumber && !holdsNumbers(proof, given)) return /\p{N}/u.test(proof) ? null : 'unclear';
  switch (value.type) {
    case 'price':
      return comparePrice(given, proof, value.prices);
    case 'year':
      return compareYear(given, value.years);
    case 'place':
      return comparePlace(given, proof, value.places);
    case 'plan':
      return comparePlan(given, proof, value.plans);
    case 'yes_no':
      return compareAnswer(given, value.holds);
    case 'number':
      return compareNumber(given, proof, value.numbers, value.units);
  }
}

/** Whether words have a value's numbers, in digits or small ones in letters. Nothing has no number. */
function holdsNumbers(words: string, given: string): boolean {
  const written = [...numeralsIn(words), ...wordNumeralsIn(words)].map(({ value }) => value);
  return numeralsIn(given).every(({ value }) => value === 0 || written.includes(value));
}

function compareAnswer(given: string, holds: boolean): FactVerdict {
  const said = /^(yes|true|no|false)\b/i.exec(given)?.[1]?.toLowerCase();
  if (said === undefined) return 'unclear';
  return (said === 'yes' || said === 'true') === holds ? 'agrees' : 'contradicts';
}

function compareYear(given: string, years: readonly number[]): FactVerdict {
  const [year, ...others] = numeralsIn(given).map(({ value }) => value);
  if (year === undefined || others.length > 0 || year < 1000 || year > 2999) return 'unclear';
  return years.includes(year) ? 'agrees' : 'contradicts';
}
