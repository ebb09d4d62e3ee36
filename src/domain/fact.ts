/** Facts about a brand that its owner declares, so that answers can be held against them. Only facts of a type: text cannot be compared without guessing. */

export const FACT_TYPES = ['price', 'year', 'place', 'plan', 'yes_no', 'number'] as const;
export type FactType = (typeof FACT_TYPES)[number];

/** Why a fact in free text is refused, where somebody declares one. */
export const ONLY_TYPED =
  `a fact is of one of the types ${FACT_TYPES.join(', ')}; whether a sentence agrees with free text cannot be told ` +
  'without guessing, so it is refused';

export const PRICE_PERIODS = ['day', 'week', 'month', 'year'] as const;
export type PricePeriod = (typeof PRICE_PERIODS)[number];

/** What a price may be for each of. */
export const PRICE_UNITS = ['user'] as const;

export interface Price {
  readonly amount: number;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  /** Null for a price that is paid once. */
  readonly period: PricePeriod | null;
  /** Whether it is paid for each user or seat. */
  readonly perUser: boolean;
}

/** What a fact says: the value first, then other forms of it that are right as well. */
export type FactValue =
  | { readonly type: 'price'; readonly prices: readonly Price[] }
  | { readonly type: 'year'; readonly years: readonly number[] }
  | { readonly type: 'place'; readonly places: readonly string[] }
  /** The names of all plans. */
  | { readonly type: 'plan'; readonly plans: readonly string[] }
  /** Whether the brand has a property. */
  | { readonly type: 'yes_no'; readonly holds: boolean }
  | { readonly type: 'number'; readonly numbers: readonly number[]; readonly units: readonly string[] };

/** A fact as it is declared. */
export interface DeclaredFact {
  /** What people call it; no other fact of the brand has this name. */
  readonly name: string;
  /** The words by which a sentence is known to speak of it. */
  readonly about: readonly string[];
  readonly value: FactValue;
}

/** A fact of a brand in the store. Another value, or other words, make another fact. */
export interface Fact extends DeclaredFact {
  readonly id: number;
}

/** Facts of one key would be taken for one another: names are told apart without capitals and blanks. */
export function factKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** How many facts a brand may have: all of them are looked for in every answer that names it. */
export const MOST_FACTS = 50;
export const LONGEST_FACT_NAME = 100;
/** How many words or values one fact may have. */
export const MOST_FORMS = 50;

/** What an answer says of a fact. One that says nothing is silent, and has no verdict. */
export const FACT_VERDICTS = ['agrees', 'contradicts', 'unclear'] as const;
export type FactVerdict = (typeof FACT_VERDICTS)[number];

/** How a filter of answers says what they say of a fact; `stated`: they agree or contradict. Of answers that name the brand, `silent` are the rest. */
export const SAYS_OF_FACT = {
  agree: ['agrees'],
  contradict: ['contradicts'],
  unclear: ['unclear'],
  stated: ['agrees', 'contradicts'],
  silent: [],
} as const satisfies Readonly<Record<string, readonly FactVerdict[]>>;
export type SaysOfFact = keyof typeof SAYS_OF_FACT;

/** What an answer was read to say of a fact. */
export interface FactReading {
  readonly factId: number;
  readonly verdict: FactVerdict;
  /** The sentence, verbatim; null where the answer has no text to read. */
  readonly sentence: string | null;
}

/** A fact's value as people read it: `12 EUR per month`. */
export function factWords(value: FactValue): string {
  switch (value.type) {
    case 'price':
      return value.prices.map(priceWords).join(', or ');
    case 'year':
      return value.years.join(', or ');
    case 'place':
      return value.places.join(', or ');
    case 'plan':
      return value.plans.join(', ');
    case 'yes_no':
      return value.holds ? 'yes' : 'no';
    case 'number':
      return `${value.numbers.join(', or ')} ${value.units[0] ?? ''}`.trim();
  }
}

function priceWords({ amount, currency, period, perUser }: Price): string {
  return `${amount} ${currency}${perUser ? ' per user' : ''}${period === null ? '' : ` per ${period}`}`;
}

/** The measure under which the state of a fact is remembered from one evaluation to the next. */
export function measureOfFact(id: number): string {
  return `fact ${id}`;
}

export function isMeasureOfFact(measure: string): boolean {
  return /^fact \d+$/.test(measure);
}
