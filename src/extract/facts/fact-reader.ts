import type { Fact, FactReading, FactVerdict } from '../../domain/fact.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Range } from '../text/ranges.ts';
import { type Numeral, numeralsIn } from './numerals.ts';
import { comparePlace } from './places.ts';
import { comparePlan } from './plans.ts';
import { polarityOf } from './polarity.ts';
import { amountsIn, comparePrice, priceTermsOf } from './prices.ts';
import { type Statement, statementsOf } from './statements.ts';
import { phrasePattern, placesOf } from './subjects.ts';
import {
  BOUND_AFTER,
  BOUND_BEFORE,
  BOUNDARY,
  COMPARED,
  COMPARED_CJK,
  OTHER_PRICE,
  OTHER_PRICE_CJK,
  PAST,
  UNSURE,
  UNSURE_CJK,
} from './words.ts';

/** The length limit of a stored sentence, in UTF-16 units. */
const LONGEST_SENTENCE = 500;

/** How far the words of a fact may be from its value. */
const FARTHEST = 60;

/** Facts with the patterns that they are looked for with. */
export interface FactFinder {
  readonly fact: Fact;
  readonly subjects: RegExp | null;
  /** Those of the fact's units. */
  readonly units: RegExp | null;
}

export function factFindersOf(facts: readonly Fact[]): FactFinder[] {
  return facts.map((fact) => ({
    fact,
    subjects: phrasePattern(fact.about),
    units: fact.value.type === 'number' ? phrasePattern(fact.value.units) : null,
  }));
}

/**
 * What an answer says of each fact. It is conservative: a sentence counts only if it is about the brand, has a word of the fact, and exactly
 * one value of its type, right beside it. A fact of which nothing is said has no reading.
 *
 * @param answer the Markdown that was named
 */
export function factReadingsOf(
  answer: string,
  named: NamedAnswer,
  self: TrackedBrand,
  finders: readonly FactFinder[],
): FactReading[] {
  if (finders.length === 0 || !named.named.some(({ brand }) => brand === self)) return [];
  const statements = statementsOf(answer, named, self);
  return finders.flatMap((finder) => readingOf(finder, statements, finders) ?? []);
}

function readingOf(
  finder: FactFinder,
  statements: readonly Statement[],
  finders: readonly FactFinder[],
): FactReading | null {
  const rivals = finders.filter((each) => each !== finder && each.fact.value.type === finder.fact.value.type);
  const said = new Map<FactVerdict, Statement>();
  for (const statement of statements) {
    const verdict = verdictOn(finder, statement, rivals);
    if (verdict !== null && !said.has(verdict)) said.set(verdict, statement);
  }
  const [agrees, contradicts] = [said.get('agrees'), said.get('contradicts')];
  const [verdict, statement] =
    agrees && contradicts
      ? (['unclear', contradicts] as const)
      : agrees
        ? (['agrees', agrees] as const)
        : contradicts
          ? (['contradicts', contradicts] as const)
          : (['unclear', said.get('unclear')] as const);
  if (statement === undefined) return null;
  return { factId: finder.fact.id, verdict, sentence: cut(statement.shown) };
}

function cut(sentence: string): string {
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  return sentence.slice(0, LONGEST_SENTENCE).replace(/[\uD800-\uDBFF]$/u, '');
}

/** What one statement says of a fact; null if it says nothing of it. */
function verdictOn(
  { fact, subjects, units }: FactFinder,
  { text, namesOthers }: Statement,
  rivals: readonly FactFinder[],
): FactVerdict | null {
  const places = placesOf(subjects, text);
  if (places.length === 0) return null;
  const found = valueVerdict(fact, units, text, places);
  if (found === null || found === 'unclear') return found;
  if (namesOthers || isNoStatement(text) || rivals.some((each) => rivalIn(each, text, places)))
    return 'unclear';
  return found;
}

/** Another fact of the type whose own words stand in the text, apart from those of this one. */
function rivalIn({ subjects }: FactFinder, text: string, places: readonly Range[]): boolean {
  return placesOf(subjects, text).some(
    (rival) => !places.some(({ from, to }) => rival.from < to && rival.to > from),
  );
}

/** Whether a text asks, or holds the brand against something. */
function isNoStatement(text: string): boolean {
  return /[?？]/.test(text) || COMPARED.test(text) || COMPARED_CJK.test(text);
}

/** Whether a text may be about what was or will be. */
function isUnsure(text: string): boolean {
  return UNSURE.test(text) || UNSURE_CJK.test(text);
}

function isOfAnotherTime(text: string): boolean {
  return isUnsure(text) || PAST.test(text);
}

function valueVerdict(
  { value }: Fact,
  units: RegExp | null,
  text: string,
  places: readonly Range[],
): FactVerdict | null {
  switch (value.type) {
    case 'price': {
      const amounts = amountsIn(text);
      const [amount] = amounts;
      if (amount === undefined) return null;
      if (amounts.length > 1 || isVague(text, amount, places) || isOfAnotherTime(text)) return 'unclear';
      if (OTHER_PRICE.test(text) || OTHER_PRICE_CJK.test(text)) return 'unclear';
      return comparePrice(amount, priceTermsOf(text), value.prices);
    }
    case 'year': {
      const years = numeralsIn(text).filter((each) => isYear(text, each));
      return isUnsure(text) && years.length > 0 ? 'unclear' : oneOf(text, years, places, value.years);
    }
    case 'number': {
      const counted = numeralsIn(text).filter((each) => isOfUnit(text, each, units));
      return isOfAnotherTime(text) && counted.length > 0
        ? 'unclear'
        : oneOf(text, counted, places, value.numbers);
    }
    case 'place': {
      const found = [...new Set(places.map((place) => comparePlace(text, place, value.places)))].filter(
        (each) => each !== null,
      );
      const [only] = found;
      if (only === undefined) return null;
      return found.length > 1 || isOfAnotherTime(text) ? 'unclear' : only;
    }
    case 'plan':
      return isOfAnotherTime(text) && comparePlan(text, value.plans) !== null
        ? 'unclear'
        : comparePlan(text, value.plans);
    case 'yes_no': {
      const found = new Set(places.map((place) => polarityOf(text, place)));
      const [only] = found;
      if (found.size !== 1 || only == null || isWishful(text)) return 'unclear';
      return only === value.holds ? 'agrees' : 'contradicts';
    }
  }
}

/** Of a value that is one number: whether it is one that is right. */
function oneOf(
  text: string,
  found: readonly Numeral[],
  places: readonly Range[],
  right: readonly number[],
): FactVerdict | null {
  const [only] = found;
  if (only === undefined) return null;
  if (found.length > 1 || isVague(text, only, places)) return 'unclear';
  return right.includes(only.value) ? 'agrees' : 'contradicts';
}

/** Whether a value is only a bound or one end of a range, or is not right beside the words of the fact. */
function isVague(text: string, value: Range, places: readonly Range[]): boolean {
  const [before, after] = [
    text.slice(Math.max(0, value.from - 40), value.from),
    text.slice(value.to, value.to + 24),
  ];
  return (
    BOUND_BEFORE.test(before) ||
    BOUND_AFTER.test(after) ||
    !places.some((place) => isBeside(text, place, value))
  );
}

function isBeside(text: string, place: Range, value: Range): boolean {
  if (place.from < value.to && value.from < place.to) return true;
  const [from, to] = place.to <= value.from ? [place.to, value.from] : [value.to, place.from];
  return to - from <= FARTHEST && !BOUNDARY.test(text.slice(from, to));
}

/** Four digits that are a year, and no price, part, or number of something. */
function isYear(text: string, { from, to, value }: Numeral): boolean {
  return value >= 1800 && value <= 2100 && to - from === 4 && !/[$€£¥]\s?$/.test(text.slice(0, from));
}

/** `200 integrations`, with at most one word between. */
function isOfUnit(text: string, { to }: Numeral, units: RegExp | null): boolean {
  const after = text.slice(to, to + 40);
  return placesOf(units, after).some(
    ({ from }) => /^\s*(?:\+\s*)?(?:[\p{L}-]+\s+)?$/u.test(after.slice(0, from)) || from === 0,
  );
}

/** A sentence about what may be, or may have been. Denials are what is read. */
const WISHFUL =
  /(?<![\p{L}])(?:used to|formerly|previously|originally|will|would|could|might|may|should|if|unless|perhaps|maybe|planned|depending|wird|früher|könnte|vielleicht|falls|wenn|geplant|pourrait|sera|peut-être|si|autrefois|podría|será|quizás|antes|potrebbe|sarà|forse|se|prima|poderia|talvez|zou|misschien|vroeger|zal|może|będzie|wcześniej|dawniej|ask|check|verify)(?![\p{L}])|かつて|以前|予定|かもしれ|可能性/iu;

function isWishful(text: string): boolean {
  return WISHFUL.test(text);
}
