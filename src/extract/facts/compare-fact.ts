import type { Fact, FactValue, FactVerdict } from '../../domain/brand/fact.ts';
import { hasNegation } from '../text/negation.ts';
import { hasNumberOfKind } from './number-kinds.ts';
import { compareNumber } from './numbers.ts';
import { numeralsIn, wordNumeralsIn } from './numerals.ts';
import { comparePlace } from './places.ts';
import { comparePlan } from './plans.ts';
import { comparePrice } from './prices.ts';

/** Longer values and words, in UTF-16 units, are cut. */
const LONGEST = 500;

/**
 * Whether the value that an answer is said to give is the declared one. The answer's words must contain it: a number in
 * digits must be among them, of the fact's kind, and so must a name; a `no` needs a negation. A number that they write
 * out in letters we don't know is unclear.
 *
 * @param said the value in a model's words: `12 USD per user per month`; `unclear` if it cannot be told
 * @param clause the words with the rest of their clause
 * @returns null if the words don't contain the value
 */
export function compareFact(fact: Fact, said: string, words: string, clause = words): FactVerdict | null {
  const { value } = fact;
  const [given, proof, around] = [said, words, clause].map((text) => text.trim().slice(0, LONGEST));
  if (given === undefined || proof === undefined || around === undefined) return null;
  if (/^unclear$/i.test(given)) return 'unclear';
  const isNumber = value.type === 'price' || value.type === 'number' || value.type === 'year';
  if (isNumber && !holdsNumbers(proof, given)) return /\p{N}/u.test(proof) ? null : 'unclear';
  const isDenied = ['year', 'place', 'plan'].includes(value.type) && hasNegation(proof);
  const verdict = isDenied ? null : compared(fact, given, proof, around);
  return verdict === 'unclear' || !isNumber || areOfKind(value, around, given) ? verdict : null;
}

function compared(fact: Fact, given: string, proof: string, clause: string): FactVerdict | null {
  const { value } = fact;
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
      return compareAnswer(fact, given, clause);
    case 'number':
      return compareNumber(given, proof, value.numbers, value.units);
  }
}

function areOfKind(value: FactValue, clause: string, given: string): boolean {
  return numeralsIn(given).every(({ value: number, to }) =>
    hasNumberOfKind(value, clause, number, given.slice(to).trim()),
  );
}

/** Whether words have a value's numbers, in digits or small ones in letters. Nothing has no number. */
function holdsNumbers(words: string, given: string): boolean {
  const written = [...numeralsIn(words), ...wordNumeralsIn(words)].map(({ value }) => value);
  return numeralsIn(given).every(({ value }) => value === 0 || written.includes(value));
}

/** Words that deny without a negation: `lacks`, `verzichtet`, `廃止`. */
const LACK =
  /(?<!\p{L})(?:lack(?:s|ing)?|dropped|removed|discontinu\p{L}+|retired|ended|proprietary|vergeb\p{L}+|verzicht\p{L}+|fehl(?:t|en)|entf[aä]ll\p{L}+|manque\p{L}*|supprim\p{L}+|care(?:ce|nte)n?|falta\p{L}*|elimin\p{L}+|retir\p{L}+|acab\p{L}+|manca\p{L}*|ontbre\p{L}+|brak\p{L}*|sakna\p{L}*|отсутств\p{L}+|yok)(?!\p{L})|(?<!\p{L})only\s*$|廃止|終了|なし|폐지/iu;

/** `yes` or `no`, proven by whether its clause is negated. A fact about something negative can be stated either way. */
function compareAnswer({ name, about, value }: Fact, given: string, clause: string): FactVerdict | null {
  const said = /^(yes|true|no|false)\b/i.exec(given)?.[1]?.toLowerCase();
  if (said === undefined || value.type !== 'yes_no') return 'unclear';
  const isYes = said === 'yes' || said === 'true';
  const isNegative = [name, ...about].some(hasNegation);
  const isProven = isYes ? !hasNegation(clause) : hasNegation(clause) || LACK.test(clause);
  if (!isNegative && !isProven) return null;
  return isYes === value.holds ? 'agrees' : 'contradicts';
}

function compareYear(given: string, years: readonly number[]): FactVerdict {
  const [year, ...others] = numeralsIn(given).map(({ value }) => value);
  if (year === undefined || others.length > 0 || year < 1000 || year > 2999) return 'unclear';
  return years.includes(year) ? 'agrees' : 'contradicts';
}
