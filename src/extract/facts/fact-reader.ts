import type { Fact, FactReading, FactType, FactValue, FactVerdict, Price } from '../../domain/fact.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Range } from '../text/ranges.ts';
import { type Numeral, numeralsIn } from './numerals.ts';
import { comparePlace } from './places.ts';
import { comparePlan, planNamesIn } from './plans.ts';
import { polarityOf } from './polarity.ts';
import { amountsIn, comparePrice, priceTermsOf } from './prices.ts';
import { NAME, type Statement, statementsOf } from './statements.ts';
import { phrasePattern, placesOf } from './subjects.ts';
import {
  BOUND_AFTER,
  BOUND_BEFORE,
  BOUNDARY,
  COMPARED,
  COMPARED_CJK,
  OTHER_PRICE,
  OTHER_PRICE_CJK,
  OTHER_THING,
  OTHER_THING_CJK,
  PAST,
  PLAIN,
  PLAIN_CJK,
  PLAN_WORD,
  SOME_OF,
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
  const found = valueVerdict(fact.value, units, text, places);
  if (found === null || found === 'unclear') return found;
  if (namesOthers || isNoStatement(text) || rivals.some((each) => isRivalIn(each, text, places)))
    return 'unclear';
  return isOfAnother(text, places, fact.value.type) ? 'unclear' : found;
}

/** Whether words of another fact of the type stand in the text, apart from those of this one. */
function isRivalIn({ subjects }: FactFinder, text: string, places: readonly Range[]): boolean {
  return placesOf(subjects, text).some(
    (rival) => !places.some(({ from, to }) => rival.from < to && rival.to > from),
  );
}

/** Whether a text asks, or holds the brand against something. */
function isNoStatement(text: string): boolean {
  return /[?？]/.test(text) || COMPARED.test(text) || COMPARED_CJK.test(text);
}

/** Whether a text may be about what will be, or is not sure. */
function isUnsure(text: string): boolean {
  return UNSURE.test(text) || UNSURE_CJK.test(text);
}

function isOfAnotherTime(text: string): boolean {
  return isUnsure(text) || PAST.test(text);
}

/** Each verdict on its value alone: of the other words of a sentence, only those that change what the value means are looked at. */
function valueVerdict(
  value: FactValue,
  units: RegExp | null,
  text: string,
  places: readonly Range[],
): FactVerdict | null {
  switch (value.type) {
    case 'price':
      return onPrice(value.prices, text, places);
    case 'year':
      return onYear(value.years, text, places);
    case 'number':
      return onNumber(value.numbers, units, text, places);
    case 'place':
      return onPlace(value.places, text, places);
    case 'plan': {
      const found = comparePlan(text, value.plans);
      return found !== null && isOfAnotherTime(text) ? 'unclear' : found;
    }
    case 'yes_no': {
      const found = new Set(places.map((place) => polarityOf(text, place)));
      const [only] = found;
      if (found.size !== 1 || only == null || WISHFUL.test(text)) return 'unclear';
      return only === value.holds ? 'agrees' : 'contradicts';
    }
  }
}

function onPrice(prices: readonly Price[], text: string, places: readonly Range[]): FactVerdict | null {
  const amounts = amountsIn(text);
  const [amount] = amounts;
  if (amount === undefined) return null;
  const isOther = OTHER_PRICE.test(text) || OTHER_PRICE_CJK.test(text) || /[%％]/.test(text);
  const isDated = numeralsIn(text).some((each) => isYear(text, each));
  if (amounts.length > 1 || isOther || isDated || isOfAnotherTime(text)) return 'unclear';
  if (isVague(text, amount) || !isBeside(text, amount, places)) return 'unclear';
  const found = comparePrice(amount, priceTermsOf(text), prices);
  if (found !== 'contradicts') return found;
  const isOwn = places.some((place) => isPlain(textBetween(text, place, amount)));
  return isOwn && !namesOtherPlan(text, places) ? found : 'unclear';
}

function onYear(years: readonly number[], text: string, places: readonly Range[]): FactVerdict | null {
  const found = numeralsIn(text).filter((each) => isYear(text, each));
  const [year] = found;
  if (year === undefined) return null;
  if (found.length > 1 || isUnsure(text) || isOfOtherThing(text) || isVague(text, year)) return 'unclear';
  if (!places.some((place) => isYearOf(text, place, year))) return 'unclear';
  if (years.includes(year.value)) return 'agrees';
  return isOfSomethingOwned(text, places) ? 'unclear' : 'contradicts';
}

function onNumber(
  numbers: readonly number[],
  units: RegExp | null,
  text: string,
  places: readonly Range[],
): FactVerdict | null {
  const found = numeralsIn(text).flatMap((each) => {
    const unit = unitBehind(text, each, units);
    return unit === null ? [] : [{ ...each, ...unit }];
  });
  const [number] = found;
  if (number === undefined) return null;
  if (found.length > 1 || isVague(text, number) || isOfAnotherTime(text)) return 'unclear';
  if (!isBeside(text, number, places)) return 'unclear';
  if (numbers.includes(number.value)) return 'agrees';
  const isSome = number.isNarrowed || SOME_OF.test(text) || isOfOtherThing(text) || OF_PLAN.test(text);
  if (isSome || isOfSomethingOwned(text, places)) return 'unclear';
  return isOfWhole(text, number, places) ? 'contradicts' : 'unclear';
}

function onPlace(names: readonly string[], text: string, places: readonly Range[]): FactVerdict | null {
  const found = new Set(places.map((place) => comparePlace(text, place, names)));
  found.delete(null);
  const [only] = found;
  if (only == null) return null;
  if (found.size > 1 || isOfAnotherTime(text) || isOfOtherThing(text)) return 'unclear';
  return only === 'contradicts' && isOfSomethingOwned(text, places) ? 'unclear' : only;
}

function isOfOtherThing(text: string): boolean {
  return OTHER_THING.test(text) || OTHER_THING_CJK.test(text);
}

/** Whether a value is only a bound, or one end of a range. */
function isVague(text: string, value: Range): boolean {
  const before = text.slice(Math.max(0, value.from - 40), value.from);
  return BOUND_BEFORE.test(before) || BOUND_AFTER.test(text.slice(value.to, value.to + 24));
}

/** Whether a value is right beside the words of a fact, with nothing between that begins something else. */
function isBeside(text: string, value: Range, places: readonly Range[]): boolean {
  return places.some((place) => {
    const between = textBetween(text, place, value);
    return between.length <= FARTHEST && !BOUNDARY.test(between);
  });
}

/** Whether words only join a value to what it is of. */
function isPlain(words: string): boolean {
  const tokens =
    words
      .replaceAll(NAME, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return tokens.every((token) => PLAIN.has(token) || PLAIN_CJK.test(token));
}

/** `Acme's servers are based in`: it is of something that the brand has. */
function isOfSomethingOwned(text: string, places: readonly Range[]): boolean {
  return places.every(({ from }) => OWNED.test(text.slice(0, from)));
}

const OWNED = new RegExp(`${NAME}['’]s\\s+[^${NAME}]*\\p{L}[^${NAME}]*$`, 'u');

/** Whether a number is of the brand as a whole: between its name, the words of the fact, and the number stands nothing that says of what else. */
function isOfWhole(text: string, number: Range, places: readonly Range[]): boolean {
  const named = text.lastIndexOf(NAME, number.from);
  const from = named === -1 ? 0 : named + 1;
  const own = places.filter((place) => place.from >= from && place.to <= number.from);
  let [words, at] = ['', from];
  for (const place of own) {
    words += text.slice(at, place.from);
    at = Math.max(at, place.to);
  }
  words += ` ${text.slice(at, number.from)}`;
  const before = text.slice(0, Math.max(0, text.indexOf(NAME)));
  return isPlain(words.replace(/^\s*\**['’]s/u, '')) && isPlain(before);
}

/** '' where they overlap. */
function textBetween(text: string, one: Range, other: Range): string {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  return text.slice(first.to, Math.max(first.to, second.from));
}

/** Between `founded` and its year: who, where, and prepositions. What was founded, if it is not the brand, is another thing. */
const TO_YEAR = new RegExp(
  `^(?:\\s*(?:[(:]|${NAME}+|in|im|back|way|the|year|of|by|as|von|durch|als|Jahre?|en|par|el|año|por|nel|nell['’]anno|da|no|em|ano|de|door|het|jaar|w|roku|przez|a|été|wurde|werd|was|is|fue|foi|è|stata|stato|${NAME}|(?<=(?:in|by|von|par|por|da|door|przez|em|à|en|a|w|te|and|[A-Z]\\p{L}+)\\s)\\p{Lu}[\\p{L}'’.-]*|年に?|に|は))*\\s*$`,
  'u',
);

function isYearOf(text: string, place: Range, year: Range): boolean {
  const between = textBetween(text, place, year);
  return between.length <= FARTHEST && TO_YEAR.test(between);
}

/** Four digits that are a year, and no price or part of a number. */
function isYear(text: string, { from, to, value }: Numeral): boolean {
  return value >= 1800 && value <= 2100 && to - from === 4 && !/[$€£¥]\s?$/.test(text.slice(0, from));
}

/** The unit behind a number, as far as it reaches: `200 integrations`. A word between, as in `200 native integrations`, narrows it. */
function unitBehind(text: string, { to }: Numeral, units: RegExp | null): { isNarrowed: boolean } | null {
  const after = text.slice(to, to + 40);
  for (const { from } of placesOf(units, after)) {
    const between = after.slice(0, from);
    if (/^\s*(?:の|件の|個の|以上の)?$/u.test(between)) return { isNarrowed: false };
    if (/^\s*\+?\s*[\p{L}-]+\s+$/u.test(between)) return { isNarrowed: true };
  }
  return null;
}

/** A number of one plan is not that of all. */
const OF_PLAN =
  /(?<!\p{L})(?:plans?|tiers?|editions?|tarif\p{L}*|paket|abo|forfaits?|formules?|abonnements?|planes|piano|piani|abbonamento|planos?|pakket|pakiet\p{L}*|free|pro|basic|starter|enterprise)(?!\p{L})|プラン|套餐/iu;

/** Whether a text names a plan other than by the words of the fact. */
function namesOtherPlan(text: string, places: readonly Range[]): boolean {
  return planNamesIn(text).some((name) => !places.some(({ from, to }) => from < name.to && name.from < to));
}

/**
 * Whether the words of a fact belong to the name of something else, as in `Pro Max` or `Other Pro`; or stand before the first name of the
 * brand, behind a name that may be the one they are about.
 */
function isOfAnother(text: string, places: readonly Range[], type: FactType): boolean {
  const isPart = ({ from, to }: Range) =>
    isCapital(text.slice(from)) &&
    (NAME_BEHIND.test(text.slice(to)) || NAME_BEFORE.test(text.slice(0, from)));
  if (type === 'price' && places.some(isPart)) return true;
  return type !== 'plan' && places.some((place) => isBehindAnother(text, place));
}

/** Whether the brand is named only behind a place, and something before it may be another name. */
function isBehindAnother(text: string, { from, to }: Range): boolean {
  const before = text.slice(0, from);
  const named = text.indexOf(NAME);
  if (named === -1 || named < from) return false;
  const between = text.slice(to, named);
  if (between.trim() === '') return false;
  if (between.includes(',') && !/[,(]\s*(?:\p{L}{1,4}\s)?$/u.test(between)) return true;
  const [first = '', ...others] = before.match(/(?<![\p{L}-])\p{L}[\p{L}'’-]*/gu) ?? [];
  return (
    (isCapital(first) && !OPENING.test(first)) ||
    (!/\s(?:der|die|das|ein|eine|im|bei)\s/.test(text) && others.some(isCapital))
  );
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

const NAME_BEHIND = new RegExp(
  `^\\s(?!(?:${PLAN_WORD})(?!\\p{L}))(?:\\p{Lu}[\\p{L}\\p{N}]*|\\+|for \\p{Lu})`,
  'u',
);
const NAME_BEFORE = new RegExp(
  `(?<![\\p{L}])(?!(?:${PLAN_WORD}|The|Its|With|On|For|In|And|But|A|Der|Die|Das|Den|Dem|Im|Mit|Bei|Le|La|Les|El|Il|O|De|Het|Met|Avec|Con|Com)(?:['’]s)?\\s)\\p{Lu}[\\p{L}\\p{N}]*(?:['’]s)?\\s$`,
  'u',
);
/** Words that begin a sentence without being a name. */
const OPENING =
  /^(?:Without|Sans|Sin|Senza|Sem|Ohne|Zonder|Bez|The|There|It|Its|In|On|At|With|For|As|A|An|No|Yes|Free|Founded|Established|Based|Headquartered|Launched|Der|Die|Das|Den|Dem|Ein|Eine|Im|Bei|Mit|Es|Kein\p{L}*|Gegründet|Le|La|Les|L['’]\p{L}*|Il|Un|Une|Fondée?|Créée?|Basée?|Avec|Chez|El|Los|Las|Una|Hay|No|Con|En|Fundad[oa]|Lo|I|Gli|Fondat[oa]|Non|O|Os|As|Um|Uma|Não|Há|Com|De|Het|Een|Er|Opgericht|Met|W|Założon[ayeo]|Siedziba|Ten|Ta)$/u;

/** A sentence about what may be, or may have been. Denials are what is read. */
const WISHFUL =
  /(?<![\p{L}])(?:used to|formerly|previously|originally|will|would|could|might|may|should|if|unless|perhaps|maybe|planned|depending|wird|früher|könnte|vielleicht|falls|wenn|geplant|pourrait|sera|peut-être|si|autrefois|podría|será|quizás|antes|potrebbe|sarà|forse|prima|poderia|talvez|zou|misschien|vroeger|zal|może|będzie|wcześniej|dawniej|ask|check|verify)(?![\p{L}])|かつて|以前|予定|かもしれ|可能性/iu;
