import type { Fact, FactReading, FactType, FactValue, FactVerdict, Price } from '../../domain/brand/fact.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Range } from '../text/ranges.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { NAME } from './name-marks.ts';
import { type Numeral, numeralsIn, wordNumeralsIn } from './numerals.ts';
import { phrasePattern, placesOf } from './phrase-pattern.ts';
import { comparePlace, isCountry } from './places.ts';
import { comparePlan, planNamesIn } from './plans.ts';
import { isFunctionWord, polarityOf } from './polarity.ts';
import { amountsIn, comparePrice, isPerOther, offersIn, priceTermsOf, withoutTerms } from './prices.ts';
import {
  BOUND_AFTER,
  BOUND_BEFORE,
  BOUNDARY,
  CHANGED,
  COMPARED,
  COMPARED_CJK,
  LIKE,
  MORE_AFTER,
  OTHER_PRICE,
  OTHER_PRICE_CJK,
  OTHER_THING,
  OTHER_THING_CJK,
  PAST,
  PLAIN,
  PLAIN_CJK,
  PLAN_WORD,
  SOME_OF,
  UNKNOWN,
  UNKNOWN_CJK,
  UNSURE,
  UNSURE_CJK,
} from './qualifier-words.ts';
import { type Statement, statementsOf } from './statements.ts';
import { unitForms } from './units.ts';
import { isFactYear, isOneOfTwo, yearsIn } from './years.ts';

/** The longest stored sentence, in UTF-16 units. */
const LONGEST_SENTENCE = 500;

/** The largest distance between a fact's words and its value. */
const FARTHEST = 60;

/** A fact with its search patterns. */
export interface FactFinder {
  readonly fact: Fact;
  readonly subjects: RegExp | null;
  /** For a number: the fact's units and their families. */
  readonly units: UnitFinder | null;
}

interface UnitFinder {
  readonly pattern: RegExp | null;
  /** A written unit's factors to the fact's unit, in each way to count. */
  readonly factors: (written: string) => readonly number[];
}

export function factFindersOf(facts: readonly Fact[]): FactFinder[] {
  return facts.map((fact) => ({
    fact,
    subjects: phrasePattern(fact.about),
    units: fact.value.type === 'number' ? unitFinder(fact.value.units) : null,
  }));
}

function unitFinder(units: readonly string[]): UnitFinder {
  const forms = unitForms(units).map(({ name, factors }) => ({ only: phrasePattern([name]), factors }));
  return {
    pattern: phrasePattern(unitForms(units).map(({ name }) => name)),
    factors: (written) =>
      forms.find(({ only }) => only && placesOf(only, written).length > 0)?.factors ?? [1],
  };
}

/**
 * The answer's reading for each fact. It is conservative: a sentence counts only if it is about the brand, has the
 * fact's words, and exactly one value of its type, right beside them. A fact that the answer doesn't mention has no
 * reading.
 *
 * @param answer the Markdown behind `named`
 */
export function factReadingsOf(
  answer: string,
  named: NamedAnswer,
  self: TrackedBrand,
  finders: readonly FactFinder[],
): FactReading[] {
  if (finders.length === 0 || !named.named.some(({ brand }) => brand === self)) return [];
  const isLabel = (head: string) => finders.some((finder) => isFactLabel(finder, head));
  const statements = statementsOf(answer, named, self, isLabel).map((each) => new ParsedStatement(each));
  return finders.flatMap((finder) => readingOf(finder, statements, finders) ?? []);
}

/** Whether a head is only a fact's words, or a plan's name: `Pro`, `Pro plan`. */
function isFactLabel({ fact: { value }, subjects }: FactFinder, head: string): boolean {
  const name = head.replace(PLAN_BESIDE, '').trim();
  if (value.type === 'plan') return value.plans.some((plan) => plan.toLowerCase() === name.toLowerCase());
  return (
    value.type === 'price' &&
    placesOf(subjects, name).some(({ from, to }) => from === 0 && to === name.length)
  );
}

const PLAN_BESIDE = new RegExp(`^(?:${PLAN_WORD})\\s|[\\s-](?:${PLAN_WORD})$`, 'u');

/** A statement that splits into clauses once, for the first fact with words in it. */
class ParsedStatement implements Statement {
  readonly text: string;
  readonly shown: string;
  #clauses: readonly Clause[] | null = null;

  constructor({ text, shown }: Statement) {
    this.text = text;
    this.shown = shown;
  }

  get clauses(): readonly Clause[] {
    this.#clauses ??= clausesOf(this.text);
    return this.#clauses;
  }
}

function readingOf(
  finder: FactFinder,
  statements: readonly ParsedStatement[],
  finders: readonly FactFinder[],
): FactReading | null {
  const otherFinders = finders.filter(
    (each) => each !== finder && each.fact.value.type === finder.fact.value.type,
  );
  const said = new Map<FactVerdict, ParsedStatement>();
  for (const statement of statements) {
    const verdict = verdictOn(finder, statement, otherFinders);
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

/** One statement's verdict on a fact; null for none. */
function verdictOn(
  finder: FactFinder,
  statement: ParsedStatement,
  otherFinders: readonly FactFinder[],
): FactVerdict | null {
  const { text } = statement;
  if (placesOf(finder.subjects, text).length === 0) return null;
  const verdicts = new Set<FactVerdict | null>();
  let places: readonly Range[] = [];
  for (const clause of statement.clauses) {
    const own = placesOf(finder.subjects, clause.text);
    places = own.length > 0 ? own : places.length > 0 ? pronounsIn(clause.text) : [];
    verdicts.add(verdictIn(finder, clause, places, otherFinders));
  }
  const isAsked = /[?？]/.test(text) || UNKNOWN.test(text) || UNKNOWN_CJK.test(text);
  const isBoth = verdicts.has('agrees') && verdicts.has('contradicts');
  const [decided] = (['agrees', 'contradicts'] as const).filter((verdict) => verdicts.has(verdict));
  if (decided !== undefined) return isBoth || isAsked ? 'unclear' : decided;
  return verdicts.has('unclear') ? 'unclear' : null;
}

/** The pronoun by which a clause continues the previous subject: `…; it is $18 now`. */
function pronounsIn(text: string): Range[] {
  const found =
    /^[^\d,]{0,30}?(?<!\p{L})(?:it|they|sie|er|es|elle|il|esso|essa|ela|ele|het|hij)(?!\p{L})/iu.exec(
      text,
    )?.[0];
  return found === undefined ? [] : [{ from: 0, to: found.length }];
}

/** One clause's verdict on a fact; null for none. */
function verdictIn(
  { fact, subjects, units }: FactFinder,
  { text, topic }: Clause,
  places: readonly Range[],
  otherFinders: readonly FactFinder[],
): FactVerdict | null {
  if (places.length === 0) return null;
  const found = valueVerdict(fact.value, units, { text, subjects, places });
  if (found === null || found === 'unclear') return found;
  if (topic === 'other' || isCompared(text, fact.value.type)) return 'unclear';
  if (fact.value.type !== 'price' && otherFinders.some((each) => hasOtherFact(each, text, places)))
    return 'unclear';
  return belongsToOther(text, places, fact.value.type) ? 'unclear' : found;
}

/** Whether a text has another fact's words, outside this fact's. */
function hasOtherFact({ subjects }: FactFinder, text: string, places: readonly Range[]): boolean {
  return placesOf(subjects, text).some(
    (rival) => !places.some(({ from, to }) => rival.from < to && rival.to > from),
  );
}

/** Whether a text compares the brand with something. */
function isCompared(text: string, type: FactType): boolean {
  return COMPARED.test(text) || (type !== 'year' && LIKE.test(text)) || COMPARED_CJK.test(text);
}

/** Whether a text may concern the future, or is uncertain. */
function isUnsure(text: string): boolean {
  return UNSURE.test(text.replace(MAY, ' ').replace(PASSIVE, ' ')) || UNSURE_CJK.test(text);
}

/** `wird in China hergestellt`: a present passive, not a future. */
const PASSIVE =
  /(?<!\p{L})(?:wird|werden)(?=\s(?:[^\s,;]+\s){0,8}(?:\p{L}*ge\p{L}+t|\p{L}+(?:iert|stellt|kauft|boten|fertigt|zahlt|hostet)|fällig)(?!\p{L}))/gu;

/** The month. */
const MAY = /(?<=\d\.?\s|(?:in|on|since)\s)May(?!\p{L})/gu;

function isAboutOtherTime(text: string): boolean {
  return isUnsure(text) || CHANGED.test(text) || PAST.test(text);
}

/** A clause with a fact's words. */
interface FactClause {
  readonly text: string;
  readonly subjects: RegExp | null;
  /** The places of the fact's words. */
  readonly places: readonly Range[];
}

/** The verdict on the value alone. Of a clause's other words, only those that change the value's meaning matter. */
function valueVerdict(value: FactValue, units: UnitFinder | null, said: FactClause): FactVerdict | null {
  const { text, places } = said;
  switch (value.type) {
    case 'price':
      return priceVerdict(value.prices, said);
    case 'year':
      return yearVerdict(value.years, said);
    case 'number':
      return numberVerdict(value.numbers, units, said);
    case 'place':
      return placeVerdict(value.places, said);
    case 'plan': {
      const found = comparePlan(text, value.plans);
      return found !== null && isAboutOtherTime(text) ? 'unclear' : found;
    }
    case 'yes_no': {
      const found = new Set(places.map((place) => polarityOf(text, place)));
      const [only] = found;
      if (found.size !== 1 || only == null || WISHFUL.test(text) || WITHOUT.test(text)) return 'unclear';
      if (!only && PART_OF.test(text)) return 'unclear';
      return only === value.holds ? 'agrees' : 'contradicts';
    }
  }
}

/** The verdict on prices, each in its part of the clause. */
function priceVerdict(prices: readonly Price[], said: FactClause): FactVerdict | null {
  const all = amountsIn(said.text);
  if (all.length === 0) return freeVerdict(prices, said);
  const parts = offersIn(said.text, all);
  if (parts === null) return 'unclear';
  const own: string[] = [];
  let isOwn = false;
  for (const part of parts) {
    if (placesOf(said.subjects, part).length > 0) isOwn = true;
    else if (ANCHOR.test(part)) isOwn = false;
    if (isOwn) own.push(part);
  }
  const periods = own.map((part) => priceTermsOf(part).period);
  if (new Set(periods).size < periods.length) return 'unclear';
  if (own.length > 1 && own.some((part) => priceTermsOf(part).billed)) return 'unclear';
  const verdicts = own.map((part) =>
    offerVerdict(prices, { ...said, text: part, places: placesOf(said.subjects, part) }),
  );
  if (verdicts.length === 0) return null;
  if (verdicts.length === 1) return verdicts[0] ?? null;
  return verdicts.every((verdict) => verdict !== 'contradicts') && verdicts.includes('agrees')
    ? 'agrees'
    : 'unclear';
}

/** The verdict on free things: `delivery is free`, `no joining fee`. */
function freeVerdict(prices: readonly Price[], { text, places }: FactClause): FactVerdict | null {
  const isNothing = prices.some(({ amount }) => amount === 0);
  const isFree = places.some(
    ({ from, to }) =>
      FREE_BEHIND.test(text.slice(to)) || (isNothing && FREE_BEFORE.test(text.slice(0, from))),
  );
  if (!isFree) return null;
  if (isAboutOtherTime(text) || isAboutOtherThing(text) || OF_SOME.test(text)) return 'unclear';
  return isNothing ? 'agrees' : 'contradicts';
}

const FREE =
  'free(?: of charge)?|kostenlos\\p{L}*|kostenfrei\\p{L}*|gratis|gratuite?s?|offerte?|gratuit[oa]s?|za darmo|bezpłatn\\p{L}*|darmow\\p{L}*';
const FREE_BEHIND = new RegExp(
  `^\\**(?:\\s*[:：]\\s*|(?:${NAME}|at|of|bei|von|chez|de|en|da|di|van|is|are|ist|sind|est|sont|es|son|è|sono|é|são|zijn|jest|always|immer|toujours|siempre|\\s)+)\\**(?:${FREE})(?!\\p{L})|^(?:は|が)?無料|^免费`,
  'iu',
);
const FREE_BEFORE =
  /(?<!\p{L})(?:free|no|without(?: an?)?|kostenlos\p{L}*|kostenfrei\p{L}*|keine?n?|ohne|gratis|pas de|sans|sin|senza|nessun[ao]?|sem|geen|zonder|bez)\s$|(?:無料|免费)の?$/iu;
/** Phrases for only some customers, or above some amount. */
const OF_SOME =
  /(?<!\p{L})(?:for|from|over|above|on orders|if|when|only|für|ab|über|wenn|nur|pour|dès|à partir|si|para|desde|a partir|solo|per|oltre|voor|vanaf|dla|od)(?!\p{L})/iu;

/** Another thing with a price: `Enterprise`, `V3`. */
const ANCHOR = new RegExp(
  `(?<![\\p{L}\\p{N}${NAME}])\\p{Lu}[\\p{L}\\p{N}]+(?!\\p{L})(?<!EUR|USD|GBP|CHF|US)`,
  'u',
);

function offerVerdict(prices: readonly Price[], { text, places }: FactClause): FactVerdict {
  const [amount, ...others] = amountsIn(text);
  if (amount === undefined || others.length > 0) return 'unclear';
  const plain = text.replace(WILL_COST, (found) => '\u0020'.repeat(found.length));
  const isOther =
    OTHER_PRICE.test(plain) || OTHER_PRICE_CJK.test(plain) || /[%％]/.test(plain) || FOR_SEVERAL.test(plain);
  const isDated = yearsIn(plain).length > 0;
  if (isOther || isDated || isAboutOtherTime(plain)) return 'unclear';
  if (
    MORE_AFTER.test(plain.slice(amount.to)) ||
    isVague(plain, amount, ONLY) ||
    !isBeside(plain, amount, places)
  )
    return 'unclear';
  const found = isPerOther(plain) ? 'unclear' : comparePrice(amount, priceTermsOf(plain), prices);
  if (found !== 'contradicts') return found;
  const after = plain.slice(amount.to);
  const isOfOther =
    FOR_PURPOSE.test(after) ||
    ELSEWHERE.test(after) ||
    precedesPricedNoun(plain, places) ||
    isNounPrice(plain, amount) ||
    /(?<!\p{L})costs? (?:us|me)(?!\p{L})/iu.test(plain);
  return isAboutWholeBrand(plain, amount, places) && !isOfOther && !namesOtherPlan(plain, places)
    ? found
    : 'unclear';
}

/** `$5 a month for backups`. */
const FOR_PURPOSE =
  /^[^),;–—]*\s(?:for|für|pour|para|voor|dla)\s(?!(?:an?|its|their|your|son|sa|votre|su|tu|seu|sua|zijn|haar|one|each|every|the|all|both|individuals?|teams?|single|unlimited|eine[nm]?|jede[nr]?|den|die|das|alle|einzel\p{L}*|une?|chaque|le|la|les|l['’]|un[ao]?|cada|el|los|las|ogni|il|lo|o|um|uma|elke?|het|de|user|seat|month|year|person|utente|mese|anno|utilisateur|usuario)(?!\p{L}))\p{Ll}{3,}/u;

/** `$299 at Costco`, `$9 with a contract`: another seller's price, or a condition. */
const ELSEWHERE =
  /^[^),;–—]*\s(?:(?:at|from|via|through|on|bei|chez|en|su|bij)\s\p{Lu}\p{Ll}|(?:with an?|con|avec un|mit|met|com) \p{L}*(?:contract|commitment|permanencia|engagement|vertrag|laufzeit|contratt\p{L}*|contrato|fidelidade|trade-in|coupon|code))/iu;

/** `a $50 a month phone contract`: a noun's price. */
function isNounPrice(text: string, amount: Range): boolean {
  const isBeforeIt = /(?<!\p{L})(?:an?|eine[nm]?|une?|un[ao]?)\s$/iu.test(text.slice(0, amount.from));
  const noun = /^\s*(?:-\s?)?(\p{Ll}{3,})/u.exec(withoutTerms(text.slice(amount.to)))?.[1];
  return isBeforeIt && noun !== undefined && !PLAIN.has(noun) && !isFunctionWord(noun);
}

/** Whether a separately priced noun follows a fact's words: `Pro support`. */
function precedesPricedNoun(text: string, places: readonly Range[]): boolean {
  return places.some(({ to }) =>
    /^\s(?:support|storage|hosting|training|service|warranty|Support|Speicher|assistance|stockage|soporte)(?!\p{L})/u.test(
      text.slice(to),
    ),
  );
}

/** `will set you back`: a present price. */
const WILL_COST =
  /(?<!\p{L})(?:will (?:set you back|cost you)|you (?:will|would|can expect to) pay|you['’](?:ll|d) pay|expect to pay|charges?|takes?|cobran?|rekent|berechnet|verlangt|demande|facture|chiede|fattura)(?!\p{L})/giu;
/** A flat price for several users. */
const FOR_SEVERAL =
  /(?<!\p{L})(?:for|für|pour|para|per|voor|dla)\s(?:up to |bis zu |jusqu['’]à |hasta |fino a |até |tot |the first |die ersten |les |los primeros |i primi |de eerste )?\d+\s(?:users?|seats?|people|members?|nutzer\p{L}*|personen|utilisateurs|personnes|usuarios|personas|utenti|persone|usuários|pessoas|gebruikers|osób)/iu;

function yearVerdict(years: readonly number[], { text, places }: FactClause): FactVerdict | null {
  const all = yearsIn(text);
  if (all.length === 0) return null;
  const own = all.filter((year) => places.some((place) => isFactYear(text, place, year)));
  const [year] = own;
  if (year === undefined || own.length > 1 || isOneOfTwo(text, year)) return 'unclear';
  const main = text.replace(/\([^()]*\)/gu, (found) =>
    yearsIn(found).some(({ value }) => value === year.value) ? found : ' '.repeat(found.length),
  );
  if (isUnsure(main) || isAboutOtherThing(main) || isVague(without(text, places), year)) return 'unclear';
  if (years.includes(year.value)) return 'agrees';
  const isOther = isAboutOwnedThing(text, places) || isAboutPart(text, places) || PART_OF.test(text);
  if (isOther || isMarketLaunch(text) || OPENED_IN.test(text)) return 'unclear';
  return 'contradicts';
}

/** `opened in Lyon`: a branch. */
const OPENED_IN = /(?<!\p{L})(?:opened|eröffn\p{L}*|ouvert|abri\p{L}*|aperto)\s(?:in|en|à|a)\s\p{Lu}/u;

/** `Acme Foundation`, `Acme-Stiftung`: another organization's name. */
const PART_OF = new RegExp(
  `${NAME}(?:-\\p{Lu}|\\s(?!Inc|LLC|Ltd|GmbH|AG|SE|SA|SAS|SL|Spa|BV|Corp|Co|Group|Gründung|Limited)\\p{Lu}\\p{Ll})`,
  'u',
);

/** `launched in Germany in 2014`: perhaps elsewhere earlier. */
function isMarketLaunch(text: string): boolean {
  const found = LAUNCHED.exec(text)?.groups?.place;
  return found !== undefined && (isCountry(found) || REGION.test(found));
}

const REGION = /^(?:US|USA|UK|EU|Europe|Europa|Asia|Asie|Africa|America|North America|Latin America)$/u;

const LAUNCHED =
  /(?:launch\p{L}*|start\p{L}*|gestart\p{L}*|lanc\p{L}*|lanz\p{L}*)\s.*?(?:in|en|em|au|aux)\s(?:the\s)?(?<place>\p{Lu}[\p{L}]+(?:\s\p{Lu}\p{L}+)?)/u;

function numberVerdict(
  numbers: readonly number[],
  units: UnitFinder | null,
  said: FactClause,
): FactVerdict | null {
  const { text, places } = said;
  const found = quantitiesIn(said, units);
  const [quantity] = found;
  if (quantity === undefined) return null;
  if (found.length > 1 || quantity.isBound || isVague(text, quantity) || isAboutOtherTime(text))
    return 'unclear';
  if (!isBeside(text, quantity, places)) return 'unclear';
  const { from, to } = quantity;
  const local =
    text.slice(text.lastIndexOf(',', from) + 1, to) + (/^[^,;]*/u.exec(text.slice(to))?.[0] ?? '');
  if (SOMEWHERE.test(local)) return 'unclear';
  if (quantity.values.some((value) => numbers.some((each) => isEqualNumber(each, value)))) return 'agrees';
  const isSome =
    quantity.isNarrowed ||
    SOME_OF.test(text) ||
    isAboutOtherThing(without(text, [...places, quantity])) ||
    OF_PLAN.test(text);
  if (isSome || isAboutOwnedThing(text, places)) return 'unclear';
  return isAboutWholeBrand(text, quantity, places) ? 'contradicts' : 'unclear';
}

function isEqualNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.abs(one);
}

/** `in Germany`: there may be more elsewhere. */
const SOMEWHERE =
  /(?<!\p{L})(?:at|in|on|bei|chez|en) (?:our|my|your|his|her|unsere[mnr]?|meine[mnr]?|notre|mon|nuestr[oa]|mi)(?!\p{L})|(?<!\p{L})(?:in|en|au|aux|em|no|na|nel|w|à)\s(?:the\s|der\s|den\s|la\s|el\s)?\p{Lu}\p{Ll}/u;

function placeVerdict(names: readonly string[], { text, places }: FactClause): FactVerdict | null {
  const found = new Set(places.map((place) => comparePlace(text, place, names)));
  found.delete(null);
  const [only] = found;
  if (only == null) return null;
  if (found.size > 1 || isAboutOtherTime(text) || isAboutOtherThing(text)) return 'unclear';
  const isOwnOther = isAboutOwnedThing(text, places) || isAboutPart(text, places);
  return only === 'contradicts' && (isOwnOther || isAboutOthers(text, places)) ? 'unclear' : only;
}

/**
 * `agencies based in Lyon`, `Lyon-based restaurants`, `Acme soles are made in Italy`: the place belongs to others, or
 * to a part of the brand.
 */
function isAboutOthers(text: string, places: readonly Range[]): boolean {
  const isThing = (word: string | undefined) =>
    word !== undefined && !PLAIN.has(word) && !isFunctionWord(word) && !/(?:ly|ed)$/u.test(word);
  if (isThing(THING_OF.exec(text)?.[1])) return true;
  return places.every(({ from, to }) => {
    const isCompound = text[from - 1] === '-';
    if (!isCompound) return isThing(/(?<!\p{L})(\p{Ll}+)\s$/u.exec(text.slice(0, from))?.[1]);
    const behind =
      text
        .slice(to)
        .match(/^\s(?:[\p{L}-]+\s?){1,3}/u)?.[0]
        .trim()
        .split(/\s/) ?? [];
    return behind.length > 0 && behind.every(isThing);
  });
}

/** A noun after the brand's name, and its verb. */
const THING_OF = new RegExp(
  `(?<!(?:All|Alle) ${NAME}*)${NAME}\\s(\\p{Ll}+)\\s(?:is|are|was|were)(?!\\p{L})`,
  'u',
);

function isAboutOtherThing(text: string): boolean {
  return OTHER_THING.test(text) || OTHER_THING_CJK.test(text);
}

/** `The lab of Acme was founded`: a part of the brand. */
function isAboutPart(text: string, places: readonly Range[]): boolean {
  const named = text.indexOf(NAME);
  const part = OF_NAME.exec(text.slice(0, Math.max(0, named)))?.groups?.part;
  const isPart = part !== undefined && !PLAIN.has(part.toLowerCase());
  if (!isPart && !THAT_DOES.test(text.slice(0, Math.max(0, named)))) return false;
  return places.every(({ from }) => from > named);
}

/** `the agency that built Acme`. */
const THAT_DOES = /\p{L}\s(?:that|who|which|qui|che|que)\s(?:[\p{L}-]+\s){0,3}$/u;

const OF_NAME =
  /(?<part>\p{L}[\p{L}-]*)\s+(?:of|about|at|for|around|against|von|über|der|des|de|du|sur|d['’]|sobre|di|della|su|da|do|van|over)\s*(?:the\s|la\s|a\s)?$/iu;

/** Whether a value is only a bound, or one end of a range. */
function isVague(text: string, value: Range, except?: RegExp): boolean {
  const near = text.slice(Math.max(0, value.from - 40), value.from);
  const before = except === undefined ? near : near.replace(except, '');
  return BOUND_BEFORE.test(before) || BOUND_AFTER.test(text.slice(value.to, value.to + 24));
}

/** Words that bound a count, but not a price. */
const ONLY = /(?<!\p{L})(?:only|just|nur|solo|sólo|apenas|slechts|tylko)\s+(?=(?:US)?[$€£¥]?\s?$)/iu;

/** Whether a value is right beside a fact's words, without a new subject between them. */
function isBeside(text: string, value: Range, places: readonly Range[]): boolean {
  return places.some((place) => {
    const between = textBetween(text, place, value);
    if (/^[\s*]*[:：(–—-][\s*(]*$/u.test(between)) return true;
    if (between.length > FARTHEST) return false;
    const isFronted = value.to <= place.from && FRONTED.test(text.slice(0, value.from));
    const joined = isFronted ? between.replace(/^([^,]*),/u, '$1 ') : between.replace(JOINED, ' ');
    return !BOUNDARY.test(withoutTerms(joined));
  });
}

/** `At $12 a month, Acme Pro …`. */
const FRONTED =
  /^[\s*]*(?:\p{L}+\s){0,4}(?:at|for|with|of|für|mit|bei|von|pour|à|de|avec|por|a|con|per|di|com|voor|met|van|za)\s+(?:only |just |nur )?$/iu;
/** `, which costs`, and a preposition right before a value. */
const JOINED =
  /,\s(?:at|für|à|por|a|per|voor)\s*$|,?\s(?:which|that|der|die|das|qui|que|che)\s(?=(?:costs?|is|are|has|runs|kostet|coûte|est|cuesta|costa|custa|kost|kosztuje)\s)|\s(?:with|mit|avec|con|com|met)\s*(?:an? |einem |einer |un |una |een )?(?=$|(?:price|preis|prix|precio|prezzo|preço|prijs))/giu;

/** Whether words only connect a value with its subject. */
function isPlain(words: string): boolean {
  const tokens =
    words
      .replaceAll(NAME, ' ')
      .replace(/(?<!\p{L})you(?:['’]ll| will)? get(?!\p{L})/giu, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return tokens.every((token) => PLAIN.has(token) || PLAIN_CJK.test(token));
}

/** `Acme's servers are based in`: a thing that the brand owns. */
function isAboutOwnedThing(text: string, places: readonly Range[]): boolean {
  return places.every(({ from }) => OWNED.test(text.slice(0, from)));
}

const OWNED = new RegExp(`${NAME}['’]s\\s+[^${NAME}]*\\p{L}[^${NAME}]*$`, 'u');

/**
 * Whether a value concerns the whole brand: nothing before or between its name, the fact's words, and the value adds
 * another subject.
 */
function isAboutWholeBrand(text: string, value: Range, places: readonly Range[]): boolean {
  const nearest = places.toSorted((one, other) => distance(one, value) - distance(other, value))[0];
  const named = text.lastIndexOf(NAME);
  const end = Math.max(value.to, nearest?.to ?? 0, named + 1);
  const start = startOf(text, Math.min(nearest?.from ?? value.from, value.from));
  let [words, at] = ['', start];
  for (const { from, to } of [...places, value].toSorted((one, other) => one.from - other.from)) {
    if (from >= end || from < start) continue;
    words += ` ${text.slice(at, from)}`;
    at = Math.max(at, to);
  }
  words += ` ${text.slice(at, end)}`;
  return isPlain(withoutTerms(words).replaceAll(/(?<=\uE001)['’]s/gu, ''));
}

/** The start of the current statement: after the last comma or colon, unless another name precedes it. */
function startOf(text: string, place: number): number {
  const at = Math.max(...[', ', ': ', '; '].map((mark) => text.lastIndexOf(mark, place - 1)));
  if (at === -1) return 0;
  const head = text.slice(0, at);
  return head.includes(NAME) && !/(?<=\S\s)\**\p{Lu}\p{Ll}/u.test(head) ? at + 1 : 0;
}

function distance(one: Range, other: Range): number {
  return Math.max(one.from, other.from) - Math.min(one.to, other.to);
}

function without(text: string, ranges: readonly Range[]): string {
  return ranges.reduce(
    (rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to),
    text,
  );
}

/** '' if they overlap. */
function textBetween(text: string, one: Range, other: Range): string {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  return text.slice(first.to, Math.max(first.to, second.from));
}

/** A number with one of the fact's units. */
interface Quantity extends Range {
  /** In the fact's unit, in each way to count. */
  readonly values: readonly number[];
  /** `200 native integrations`: only some. */
  readonly isNarrowed: boolean;
  /** `200+ integrations`: only a bound. */
  readonly isBound: boolean;
}

function quantitiesIn({ text, places }: FactClause, units: UnitFinder | null): Quantity[] {
  if (units === null) return [];
  const written = numeralsIn(text);
  const words = wordNumeralsIn(text).filter(
    (word) => !written.some(({ from, to }) => from < word.to && word.from < to),
  );
  return [...written, ...words].flatMap((numeral) => {
    const unit = unitBeside(text, numeral, units, places);
    if (unit === null) return [];
    const { from, to, isNarrowed, isBound } = unit;
    const values = unit.factors.map((factor) => factor * numeral.value);
    return [{ from, to, values, isNarrowed, isBound }];
  });
}

/** The unit after a number, or before it as in `Employees: 320`, with both ranges. */
function unitBeside(
  text: string,
  { from, to }: Numeral,
  { pattern, factors }: UnitFinder,
  places: readonly Range[],
) {
  const after = text.slice(to, to + 40);
  const bound = MORE_THAN.exec(after)?.[0] ?? '';
  const isBound = bound !== '';
  for (const unit of placesOf(pattern, after)) {
    const between = after.slice(bound.length, Math.max(bound.length, unit.from));
    const isNarrowed = /^\s*(?!(?:de|di|of)\s)[\p{L}-]+\s+$/u.test(between);
    if (!isNarrowed && !/^\s*-?\s*\**(?:de\s|d['’]|di\s|of\s|の|件の|個の|以上の)?$/u.test(between)) continue;
    const end = to + (isNarrowed ? 0 : unit.to);
    return { from, to: end, isNarrowed, isBound, factors: factors(after.slice(unit.from, unit.to)) };
  }
  const before = text.slice(0, from);
  const unit = placesOf(pattern, before).at(-1);
  if (unit === undefined) return null;
  const label = places.find((place) => place.from <= unit.from && place.to >= unit.to);
  const isField = /^[\s*]*(?::|：|of|von|de|d['’]|di)[\s*]*$/u.test(
    before.slice(Math.max(unit.to, label?.to ?? 0)),
  );
  if (!isField || !/^[\s*.)]*$/u.test(after.slice(bound.length))) return null;
  return { from, to, isNarrowed: false, isBound, factors: factors(before.slice(unit.from, unit.to)) };
}

/** Words right after a number that make it a lower bound. */
const MORE_THAN =
  /^\s?(?:\+|plus(?= )|or (?:more|so)|and (?:more|counting)|oder mehr|und mehr|ou plus|et plus|o más|y más|o più|ou mais|of meer|lub więcej)|^(?:以上|余り|余|多(?=[个種种]))/iu;

/** Words that limit a number to one plan. */
const OF_PLAN =
  /(?<!\p{L})(?:plans?|tiers?|editions?|tarif\p{L}*|paket|abo|forfaits?|formules?|abonnements?|planes|piano|piani|abbonamento|planos?|pakket|pakiet\p{L}*|free|pro|basic|starter|enterprise)(?!\p{L})|プラン|套餐/iu;

/** Whether a text names a plan other than the fact's words. */
function namesOtherPlan(text: string, places: readonly Range[]): boolean {
  return planNamesIn(text).some((name) => !places.some(({ from, to }) => from < name.to && name.from < to));
}

/**
 * Whether a fact's words are part of another name, like `Pro Max` or `Other Pro`; or stand before the brand's first
 * name, after another possible subject.
 */
function belongsToOther(text: string, places: readonly Range[], type: FactType): boolean {
  const isPart = ({ from, to }: Range) => {
    const before = NAME_BEFORE.exec(text.slice(0, from))?.groups?.word;
    const isInName = before !== undefined && !isOpening(before);
    return isCapital(text.slice(from)) && (isInName || NAME_BEHIND.test(text.slice(to)));
  };
  if (type === 'price' && places.some(isPart)) return true;
  if (
    OWNED_TYPES.has(type) &&
    (ACQUIRES.test(text) || places.every(({ from }) => OF_OTHER_NAME.test(text.slice(0, from))))
  )
    return true;
  return type !== 'plan' && places.some((place) => followsOtherName(text, place));
}

/** `acquired Globex`: the rest concerns Globex. */
const ACQUIRES = new RegExp(
  `${NAME}\\s(?:has |have |hat |a |ha |later |then )?(?:acquired|acquires|bought|purchased|übernahm|übernimmt|kaufte|racheté|acquis|rachète|compró|adquirió|comprado|acquisito|comprato|comprou|adquiriu|kocht|przejął|przejęła)(?!\\p{L})|${NAME}\\s(?:hat|nam)\\s.*(?:übernommen|gekauft|over)(?!\\p{L})`,
  'u',
);

const OWNED_TYPES: ReadonlySet<FactType> = new Set<FactType>(['year', 'place', 'number']);

/** `bought by Globex, founded in`: the rest concerns the last name. */
const OF_OTHER_NAME = new RegExp(
  `(?:^|[^${NAME}])(?<!\\p{L})(?!(?:Inc|LLC|Ltd|GmbH|AG|SE|SA|SAS|SL|Spa|BV|Corp|Co|Group)\\.?,)\\p{Lu}[\\p{L}\\d]*,\\s+(?:(?:whose|which (?:is|was)|who (?:is|was)|die|das|der|dessen|deren|qui (?:est|a été)|dont (?:le|la)|que (?:es|fue)|cuy[oa]|che è|(?:an?|eine?|une?|una?|uno|um|uma|een)\\s(?:[\\p{L}-]+\\s){1,4})\\s*){0,3}$`,
  'u',
);

/** Whether the brand's name only follows a place, after another possible name. */
function followsOtherName(text: string, { from, to }: Range): boolean {
  const before = text.slice(0, from);
  const named = text.indexOf(NAME);
  if (named === -1 || named < from) return false;
  const between = text.slice(to, named);
  if (/^\s*(?:(?:the|a|o|la|le|il|das|die|den)\s)?$/iu.test(between)) return false;
  const thing =
    /^\W*(?:[Aa]n?|[Tt]he|[Ss]ome|[Ee]ine?|[Dd]er|[Dd]ie|[Dd]as|[Uu]ne?|[Ll]e|[Ll]a|[Uu]n[ao]?|[Ee]l|[Ii]l)\s(\p{Ll}+)\s*$/u.exec(
      before,
    )?.[1];
  if (thing !== undefined && !PLAIN.has(thing)) return true;
  if (between.includes(',') && !/[,(]\s*(?:\p{L}{1,4}\s)?$/u.test(between)) return true;
  const [first = '', ...others] = before.match(/(?<![\p{L}-])\p{L}[\p{L}'’-]*/gu) ?? [];
  return (
    (isCapital(first) &&
      !isOpening(first.replace(/['’]s$/u, '')) &&
      !before.trimStart().startsWith(`${first},`)) ||
    (!/(?:^|\s)(?:der|die|das|dem|ein|eine|im|bei)\s/i.test(text) && others.some(isCapital))
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
  `(?<!\\p{L})(?!(?:${PLAN_WORD})(?:['’]s)?\\s)(?<word>\\p{Lu}[\\p{L}\\p{N}]*)(?:['’]s)?\\s$`,
  'u',
);
function isOpening(word: string): boolean {
  const small = word.toLowerCase();
  return (
    OPENING.test(word) ||
    PLAIN.has(small) ||
    isFunctionWord(small) ||
    /^(?:ge\p{L}+t|\p{L}{3,}ed)$/u.test(small)
  );
}

/** Words at a sentence's start that are not names. */
const OPENING =
  /^(?:Besides|Neben|Outre|Além|Además|Oltre|Naast|Oprócz|Since|Seit|Depuis|Desde|Dal|Dalla|Sinds|Od|When|After|Around|Expect|You|Unfortunately|Einen?|Einem|Einer|Without|Sans|Sin|Senza|Sem|Ohne|Zonder|Bez|The|There|It|Its|In|On|At|With|For|As|A|An|No|Yes|Free|Founded|Established|Based|Headquartered|Launched|Der|Die|Das|Den|Dem|Ein|Eine|Im|Bei|Mit|Es|Kein\p{L}*|Gegründet|Le|La|Les|L['’]\p{L}*|Il|Un|Une|Fondée?|Créée?|Basée?|Avec|Chez|El|Los|Las|Una|Hay|No|Con|En|Fundad[oa]|Lo|I|Gli|Fondat[oa]|Non|O|Os|As|Um|Uma|Não|Há|Com|De|Het|Een|Er|Opgericht|Met|W|Założon[ayeo]|Siedziba|Ten|Ta)$/u;

/** `Acme without an app is …`: a hypothesis. */
const WITHOUT = new RegExp(
  `${NAME}\\s(?:without|ohne|sans|sin|senza|sem|zonder|bez)\\s(?:[^\\s,]+\\s){1,4}(?:is|are|means|ist|bleibt|est|es|è|é)(?!\\p{L})`,
  'iu',
);

/** Words for possibilities, past and future. Denials are verdicts, so they are not here. */
const WISHFUL =
  /(?<![\p{L}])(?:used to|formerly|previously|originally|will|would|could|might|may|should|if|unless|perhaps|maybe|planned|depending|wird(?!\s(?:\S+\s){0,6}(?:\p{L}*ge\p{L}+t|\p{L}+(?:iert|stellt|stützt|boten))(?!\p{L}))|früher|könnte|vielleicht|falls|wenn|geplant|pourrait|sera|peut-être|si(?! (?:può|trova|possono))|autrefois|podría|será|quizás|antes|potrebbe|sarà|forse|prima|poderia|talvez|zou|misschien|vroeger|zal|może|będzie|wcześniej|dawniej|ask|check|verify|soon|upcoming|coming (?:next|in|later|this)|next (?:year|month|quarter|week)|(?:on|in) (?:the|its|their) roadmap|demnächst|bald|nächste[sn]? (?:jahr|monat)|bientôt|prochainement|l['’]an(?:née)? prochaine?|próximamente|el (?:próximo año|año que viene)|prossimamente|em breve|binnenkort|wkrótce)(?![\p{L}])|かつて|以前|予定|かもしれ|可能性/iu;
