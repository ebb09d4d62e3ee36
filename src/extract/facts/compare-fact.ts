import type { Fact, FactValue, FactVerdict } from '../../domain/brand/fact.ts';
import { hasNegation } from '../text/negation.ts';
import { isOtherTime, isVague } from './certainty.ts';
import { hasNumberOfKind } from './number-kinds.ts';
import { compareNumber } from './numbers.ts';
import { type Numeral, numeralsIn, wordNumeralsIn } from './numerals.ts';
import { comparePlace } from './places.ts';
import { comparePlan } from './plans.ts';
import { comparePrice, isPriceAt } from './prices.ts';

/** Longer values and words, in UTF-16 units, are cut. */
const LONGEST = 500;

/** Quoted words where they stand. */
export interface Passage {
  readonly words: string;
  /** What stands before and after them in their sentence. */
  readonly before: string;
  readonly after: string;
  /** They with the rest of their clause. */
  readonly clause: string;
}

/**
 * Whether the value that an answer is said to give is the declared one. The answer's words must contain it: a whole
 * number in digits must be among them, of the fact's kind, and so must a name; a `no` needs a negation. A number that
 * they write out in letters we don't know is unclear, and so are bounds, ranges, and values of another time.
 *
 * @param said the value in a model's words: `12 USD per user per month`; `unclear` if it cannot be told
 * @returns null if the words don't contain the value
 */
export function compareFact(fact: Fact, said: string, passage: Passage): FactVerdict | null {
  const { value } = fact;
  const { words } = passage;
  const [given = '', clause = ''] = [said, passage.clause].map((text) => text.trim().slice(0, LONGEST));
  if (/^unclear$/i.test(given)) return 'unclear';
  const isNumber = value.type === 'price' || value.type === 'number' || value.type === 'year';
  if (isNumber) {
    const places = placesOfNumbers(passage, given);
    if (places === null) return /\p{N}/u.test(words) ? null : 'unclear';
    const text = passage.before + words + passage.after;
    if (places.some((place) => isVague(text, place, value.type === 'year'))) return 'unclear';
    if (value.type === 'price' && !places.every((place) => isPriceAt(text, place, given))) return null;
  } else if (value.type !== 'yes_no' && hasNegation(words)) return null;
  if (value.type !== 'year' && isOtherTime(clause, isNumber)) return 'unclear';
  const verdict = compared(fact, given, words, clause);
  return verdict === 'unclear' || !isNumber || areOfKind(value, clause, given) ? verdict : null;
}

function compared(fact: Fact, given: string, words: string, clause: string): FactVerdict | null {
  const { value } = fact;
  switch (value.type) {
    case 'price':
      return comparePrice(given, clause, value.prices);
    case 'year':
      return hasNegation(words) ? null : compareYear(given, value.years);
    case 'place':
      return comparePlace(given, words, value.places);
    case 'plan':
      return comparePlan(given, words, value.plans);
    case 'yes_no':
      return compareAnswer(fact, given, clause);
    case 'number':
      return compareNumber(given, value.numbers, value.units);
  }
}

function areOfKind(value: FactValue, clause: string, given: string): boolean {
  return numeralsIn(given).every(({ value: number, to }) =>
    hasNumberOfKind(value, clause, number, given.slice(to).trim()),
  );
}

/** Where quoted words have a value's numbers, in digits or small ones in letters. Null if one is missing. */
function placesOfNumbers({ before, words, after }: Passage, given: string): Numeral[] | null {
  const text = before + words + after;
  const written = [...numeralsIn(text), ...wordNumeralsIn(text)].filter(
    ({ from, to }) => from >= before.length && to <= before.length + words.length,
  );
  const wanted = numeralsIn(given).filter(({ value }) => value !== 0);
  const places = wanted.flatMap(({ value }) => written.find((each) => each.value === value) ?? []);
  return places.length === wanted.length ? places : null;
}

/** Words that deny without a negation: `lacks`, `verzichtet`, `廃止`. */
const LACK =
  /(?<!\p{L})(?:except|dropped|removed|discontinu\p{L}+|retired|ended|proprietary|vergeb\p{L}+|verzicht\p{L}+|entf[aä]ll\p{L}+|supprim\p{L}+|elimin\p{L}+|retir\p{L}+|acab\p{L}+|außer|sauf|excepto|exceto|tranne|behalve|oprócz|utom|кроме|hariç)(?!\p{L})|(?<!\p{L})only\s*$|廃止|終了|なし|欠|缺|폐지|제외/iu;

/** `yes` or `no`, proven by whether its clause is negated. A fact about something negative can be stated either way. */
function compareAnswer({ name, about, value }: Fact, given: string, clause: string): FactVerdict | null {
  const said = /^(yes|true|no|false)\b/i.exec(given)?.[1]?.toLowerCase();
  if (said === undefined || value.type !== 'yes_no') return 'unclear';
  const isYes = said === 'yes' || said === 'true';
  const isNegative = [name, ...about].some(hasNegation);
  const isProven = isYes !== (hasNegation(clause) || LACK.test(clause));
  if (!isNegative && !isProven) return null;
  return isYes === value.holds ? 'agrees' : 'contradicts';
}

function compareYear(given: string, years: readonly number[]): FactVerdict {
  const [year, ...others] = numeralsIn(given).map(({ value }) => value);
  if (year === undefined || others.length > 0 || year < 1000 || year > 2999) return 'unclear';
  return years.includes(year) ? 'agrees' : 'contradicts';
}
