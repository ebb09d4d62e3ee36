/** Facts that a brand's owner declares, to check answers against. They are typed, because free text cannot be compared without guessing. */

export const FACT_TYPES = ['price', 'year', 'place', 'plan', 'yes_no', 'number'] as const;
export type FactType = (typeof FACT_TYPES)[number];

/** Shown to people who declare a fact in free text. */
export const ONLY_TYPED =
  `a fact is of one of the types ${FACT_TYPES.join(', ')}; whether a sentence agrees with free text cannot be told ` +
  'without guessing, so it is refused';

export const PRICE_PERIODS = ['day', 'week', 'month', 'year'] as const;
export type PricePeriod = (typeof PRICE_PERIODS)[number];

/** Units in a price. */
export const PRICE_UNITS = ['user'] as const;

export interface Price {
  readonly amount: number;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  /** Null for a one-time price. */
  readonly period: PricePeriod | null;
  /** Whether the price is per user or seat. */
  readonly perUser: boolean;
}

/** A fact's value first, then other correct forms. */
export type FactValue =
  | { readonly type: 'price'; readonly prices: readonly Price[] }
  | { readonly type: 'year'; readonly years: readonly number[] }
  | { readonly type: 'place'; readonly places: readonly string[] }
  /** All plans' names. */
  | { readonly type: 'plan'; readonly plans: readonly string[] }
  | { readonly type: 'yes_no'; readonly holds: boolean }
  | { readonly type: 'number'; readonly numbers: readonly number[]; readonly units: readonly string[] };

export interface DeclaredFact {
  readonly name: string;
  /** Words that identify sentences about the fact. */
  readonly about: readonly string[];
  readonly value: FactValue;
}

export interface Fact extends DeclaredFact {
  readonly id: number;
}

/** Facts with equal keys would be confused: ignores capitals and blanks. */
export function factKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** The most facts per brand: every answer that names the brand is checked for all of them. */
export const MOST_FACTS = 50;
export const LONGEST_FACT_NAME = 100;
export const MOST_FORMS = 50;

/** An answer's verdict on a fact. Silent answers have none. */
export const FACT_VERDICTS = ['agrees', 'contradicts', 'unclear'] as const;
export type FactVerdict = (typeof FACT_VERDICTS)[number];

/** Filters on an answer's verdict; `stated`: agrees or contradicts. `silent`: the other answers that name the brand. */
export const SAYS_OF_FACT = {
  agree: ['agrees'],
  contradict: ['contradicts'],
  unclear: ['unclear'],
  stated: ['agrees', 'contradicts'],
  silent: [],
} as const satisfies Readonly<Record<string, readonly FactVerdict[]>>;
export type SaysOfFact = keyof typeof SAYS_OF_FACT;

export interface FactReading {
  readonly factId: number;
  readonly verdict: FactVerdict;
  /** The sentence, verbatim; null if the answer has no text. */
  readonly sentence: string | null;
}

/** A fact's value for people: `12 EUR per month`. */
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
