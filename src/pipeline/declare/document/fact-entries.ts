import Type, { type Static } from 'typebox';
import {
  type DeclaredFact,
  FACT_TYPES,
  type FactType,
  type FactValue,
  factWords,
  LONGEST_FACT_NAME,
  MOST_FORMS,
  ONLY_TYPED,
  PRICE_PERIODS,
  PRICE_UNITS,
  type Price,
  type PricePeriod,
} from '../../../domain/brand/fact.ts';
import { VISIBLE } from '../../../domain/text.ts';
import { CLOSED, described, Words } from '../../fields.ts';

/** Facts in apply files: their meaning, their problems, and their text from the store. */

/**
 * A fact's values: amounts with a currency, years, places, plan names, yes or no, or numbers. factProblem checks
 * their type.
 */
const FactValueSchema = Type.Unsafe<string | number | boolean | DeclaredPrice>({
  type: ['string', 'number', 'boolean', 'object'],
  pattern: VISIBLE.source,
  maxLength: 200,
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'number', minimum: 0, maximum: 1_000_000_000, description: 'The price.' },
    currency: { type: 'string', pattern: '^[A-Za-z]{3}$', description: 'Its ISO 4217 code, such as EUR.' },
    period: { enum: [...PRICE_PERIODS], description: 'The time it pays for; left out: it is paid once.' },
    per: { enum: [...PRICE_UNITS], description: 'What it is for; left out: everything.' },
  },
  ...CLOSED,
});

interface DeclaredPrice {
  readonly amount: number;
  readonly currency: string;
  readonly period?: PricePeriod;
  readonly per?: (typeof PRICE_UNITS)[number];
}

export const FactSchema = Type.Object(
  {
    name: described(Words(LONGEST_FACT_NAME), 'What you call the fact.'),
    type: described(
      Words(100),
      `What its values are: ${FACT_TYPES.map((each) => `\`${each}\``).join(', ')}.`,
    ),
    values: Type.Array(FactValueSchema, {
      minItems: 1,
      maxItems: MOST_FORMS,
      description: 'The fact, and after it any other values that are right too.',
    }),
    units: Type.Optional(
      Type.Array(Words(100), {
        minItems: 1,
        maxItems: MOST_FORMS,
        description: 'Words for what a number counts, such as `users`.',
      }),
    ),
    about: Type.Array(Words(100), {
      minItems: 1,
      maxItems: MOST_FORMS,
      description: 'Words that show that a sentence is about the fact, in every language you ask in.',
    }),
  },
  CLOSED,
);

export type FactEntry = Static<typeof FactSchema>;
type EntryValue = FactEntry['values'][number];

/** Requirement for each type, in words. */
const VALUES_ARE: Readonly<Record<FactType, string>> = {
  price: 'amounts such as {amount: 12, currency: EUR, period: month}',
  year: 'years such as 2012',
  place: 'names of places',
  plan: 'the names of all plans',
  yes_no: 'one value, yes or no',
  number: 'numbers, with `units` such as [users]',
};

/** A fact's problem; null if valid. */
export function factProblem(entry: FactEntry): string | null {
  const type = typeOf(entry);
  const name = JSON.stringify(entry.name);
  if (type === null) return `the fact ${name} has the type ${JSON.stringify(entry.type)}; ${ONLY_TYPED}`;
  const unknown = entry.values.find((value) => isPrice(value) && !isCurrency(value.currency));
  if (type === 'price' && unknown !== undefined)
    return `the fact ${name} has the currency ${JSON.stringify((unknown as DeclaredPrice).currency)}, which is no ISO 4217 code such as EUR`;
  if (factOf(entry) === null) return `the values of the fact ${name} are not ${VALUES_ARE[type]}`;
  if (type !== 'number' && entry.units) return `the fact ${name} has units, which only a number has`;
  return null;
}

function typeOf({ type }: FactEntry): FactType | null {
  return FACT_TYPES.find((each) => each === type) ?? null;
}

/** A fact from a file; null if its values do not match its type. */
export function factOf(entry: FactEntry): DeclaredFact | null {
  const value = factValueOf(entry);
  return value && { name: entry.name, about: [...new Set(entry.about)], value };
}

function factValueOf(entry: FactEntry): FactValue | null {
  const { values, units } = entry;
  const type = typeOf(entry);
  switch (type) {
    case null:
      return null;
    case 'price':
      return values.every(isPrice) ? { type, prices: values.map(priceOf) } : null;
    case 'year':
      return values.every(isYear) ? { type, years: values } : null;
    case 'place':
      return values.every(isText) ? { type, places: values } : null;
    case 'plan':
      return values.every(isText) ? { type, plans: values } : null;
    case 'number':
      return values.every(isNumber) && units ? { type, numbers: values, units } : null;
    case 'yes_no': {
      const holds = values.length === 1 ? HOLDS.get(String(values[0]).toLowerCase()) : undefined;
      return holds === undefined ? null : { type, holds };
    }
  }
}

/** YAML reads `yes` as a text. */
const HOLDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

const isText = (value: EntryValue) => typeof value === 'string';
const isNumber = (value: EntryValue) => typeof value === 'number';
const isYear = (value: EntryValue): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1800 && value <= 2100;
const isPrice = (value: EntryValue) => typeof value === 'object';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function isCurrency(code: string): boolean {
  return CURRENCIES.has(code.toUpperCase());
}

function priceOf({ amount, currency, period, per }: DeclaredPrice): Price {
  return { amount, currency: currency.toUpperCase(), period: period ?? null, perUser: per === 'user' };
}

export function factEntryWords(entry: FactEntry): string {
  const fact = factOf(entry);
  return fact === null ? '' : `${factWords(fact.value)} (${fact.about.join(', ')})`;
}

export function entryOf({ name, about, value }: DeclaredFact): FactEntry {
  const entry = { name, type: value.type, about: [...about] };
  switch (value.type) {
    case 'price':
      return { ...entry, values: value.prices.map(priceEntry) };
    case 'year':
      return { ...entry, values: [...value.years] };
    case 'place':
      return { ...entry, values: [...value.places] };
    case 'plan':
      return { ...entry, values: [...value.plans] };
    case 'yes_no':
      return { ...entry, values: [value.holds] };
    case 'number':
      return { ...entry, values: [...value.numbers], units: [...value.units] };
  }
}

function priceEntry({ amount, currency, period, perUser }: Price): DeclaredPrice {
  return {
    amount,
    currency,
    ...(period === null ? {} : { period }),
    ...(perUser ? { per: 'user' as const } : {}),
  };
}

/** A price in words: `12 EUR per user per month`. */
const PRICE = new RegExp(
  `^(\\d+(?:\\.\\d+)?) ([A-Za-z]{3})( per user)?(?: per (${PRICE_PERIODS.join('|')}))?$`,
  'u',
);

/** A fact's values in the text form that `factValueFrom` reads; empty if they do not match its type. */
export function valueTexts(entry: FactEntry): string[] {
  const value = factValueOf(entry);
  switch (value?.type) {
    case undefined:
      return [];
    case 'price':
      return value.prices.map((price) => factWords({ type: 'price', prices: [price] }));
    case 'yes_no':
      return [factWords(value)];
    default:
      return entry.values.map(String);
  }
}

/** A fact value from a form; the text itself if it does not match the type. */
export function factValueFrom(type: string, text: string): EntryValue {
  if (type === 'yes_no') return text === 'yes' ? true : text === 'no' ? false : text;
  if (type === 'year' || type === 'number') return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  const [, amount, currency = '', perUser, period] = (type === 'price' && PRICE.exec(text)) || [];
  if (amount === undefined) return text;
  return priceEntry({
    amount: Number(amount),
    currency: currency.toUpperCase(),
    perUser: perUser !== undefined,
    period: PRICE_PERIODS.find((each) => each === period) ?? null,
  });
}
