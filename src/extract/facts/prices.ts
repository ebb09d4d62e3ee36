import type { FactVerdict, Price, PricePeriod } from '../../domain/brand/fact.ts';
import type { Range } from '../text/ranges.ts';
import { type Numeral, numeralsIn } from './numerals.ts';

export interface Amount extends Range {
  readonly amount: number;
  /** Possible currencies for its sign, likeliest first. */
  readonly currencies: readonly string[];
}

/** The terms of a price: period, and whether per user. */
interface PriceTerms {
  /** Null for none; undefined for two. */
  readonly period: PricePeriod | null | undefined;
  readonly perUser: boolean;
  /** `billed annually`: another way to pay may have another price. */
  readonly billed: boolean;
}

const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'];

/** Currency signs and words, longer ones before their parts. */
const SIGNS: readonly (readonly [sign: string, currencies: readonly string[]])[] = [
  ['US ?\\$|USD|U\\.S\\. dollars?|US[ -][Dd]ollars?', ['USD']],
  ['CA ?\\$|C\\$|CAD', ['CAD']],
  ['AU ?\\$|A\\$|AUD', ['AUD']],
  ['NZ ?\\$|NZD', ['NZD']],
  ['R\\$|BRL|reais', ['BRL']],
  ['\\$|dollars?|Dollars?|dólares|dollari|dolar(?:ów|y)?|ドル|米ドル|美元|달러', DOLLARS],
  ['€|EUR|Euros?|euros?|euro|ユーロ|欧元|유로', ['EUR']],
  ['£|GBP|pounds?|Pfund|ポンド|英镑', ['GBP']],
  ['CHF|Franken|Fr\\.', ['CHF']],
  ['円|JPY|yen|Yen', ['JPY']],
  ['[¥￥]', ['JPY', 'CNY']],
  ['元|CNY|RMB|人民币', ['CNY']],
  ['₩|원|KRW', ['KRW']],
  ['zł|PLN|złotych|złote', ['PLN']],
  ['Kč|CZK', ['CZK']],
  ['₹|INR|Rs\\.?', ['INR']],
  ['₽|руб(?:лей|\\.)?|RUB', ['RUB']],
  ['₺|TL|TRY', ['TRY']],
  ['SEK', ['SEK']],
  ['NOK', ['NOK']],
  ['DKK', ['DKK']],
  ['kr\\.?', ['SEK', 'NOK', 'DKK']],
];

const BEFORE = SIGNS.map(
  ([sign, currencies]) => [new RegExp(`(?<![\\p{Ll}\\p{Lu}])(?:${sign})\\s?$`, 'u'), currencies] as const,
);
const AFTER = SIGNS.map(
  ([sign, currencies]) => [new RegExp(`^\\s?(?:${sign})(?![\\p{Ll}\\p{Lu}])`, 'u'), currencies] as const,
);

/** The amounts in a text, in order. */
export function amountsIn(text: string): Amount[] {
  return numeralsIn(text).flatMap((numeral) => amountOf(text, numeral) ?? []);
}

function amountOf(text: string, { from, to, value }: Numeral): Amount | null {
  const [before, after] = [text.slice(Math.max(0, from - 8), from), text.slice(to, to + 16)];
  const [sign, code] = [signIn(BEFORE, before), signIn(AFTER, after)];
  const currencies = (code ?? sign)?.currencies;
  if (currencies === undefined) return null;
  // `$12 CAD` has both; the code tells which dollar.
  return { from: from - (sign?.length ?? 0), to: to + (code?.length ?? 0), amount: value, currencies };
}

function signIn(signs: typeof BEFORE, text: string) {
  for (const [pattern, currencies] of signs) {
    const length = pattern.exec(text)?.[0].length;
    if (length !== undefined) return { length, currencies };
  }
  return null;
}

const BILLED =
  /\(?(?:when |if )?(?:billed|paid|charged|invoiced)[\s,]+(?:\p{L}+ ){0,2}?(?:annually|yearly|monthly|quarterly|upfront)|annual(?:ly)? (?:billing|payment|commitment|plan)|(?:bei |mit )?(?:jährlich|monatlich)e[rn]? (?:Zahlung|Abrechnung|Zahlweise)|(?:jährlich|monatlich) (?:abgerechnet|gezahlt|bezahlt)|factur(?:é|ée|ation|ado|ada|ación) \p{L}+|fatturat[oa] \p{L}+|(?:cobrado|faturado) \p{L}+|jaarlijks (?:gefactureerd|betaald)|rozliczan\p{L}+ \p{L}+|年払い|年契約|按年/giu;

const PERIODS: readonly (readonly [PricePeriod, RegExp])[] = [
  [
    'month',
    /\/\s?(?:mo|mon|month|monat|monate|mois|mes|mese|mês|maand|mies(?:iąc)?|мес)(?!\p{L})|(?<!\p{L})(?:per|a|each|every|pro|im|par|al|por|ao|za|na|und|and|et) (?:user |seat |\p{L}+ per )?(?:month|monat|mois|mes|mese|mês|maand|miesiąc)(?!\p{L})|(?<!\p{L})(?:monthly|monatlich\p{L}*|mensuel\p{L}*|mensual\p{L}*|mensil\p{L}*|mensais|mensal|maandelijks|miesięczni\p{L}*|месяц)(?!\p{L})|月額|\/月|毎月|每月|\/월|매월|月々|か月|ヶ月/iu,
  ],
  [
    'year',
    /\/\s?(?:yr|year|annum|jahr|an|año|anno|ano|jaar|rok|год)(?!\p{L})|(?<!\p{L})(?:per|a|each|every|pro|im|par|al|por|ao|za|na|und|and|et) (?:user |seat |\p{L}+ per )?(?:year|annum|jahr|an|année|año|anno|ano|jaar|rok)(?!\p{L})|all['’]anno|l['’]an(?:née)?(?!\p{L})|(?<!\p{L})(?:annually|annual|yearly|jährlich\p{L}*|annuel\p{L}*|anual\p{L}*|annu[aio]\p{L}*|anuais|jaarlijks|roczni\p{L}*|год)(?!\p{L})|年額|\/年|毎年|每年|\/년|매년|年間/iu,
  ],
  [
    'week',
    /\/\s?(?:wk|week|woche|semaine|semana|settimana)(?!\p{L})|(?<!\p{L})(?:per|a|pro|par|por|a la|alla) (?:week|woche|semaine|semana|settimana)|(?<!\p{L})(?:weekly|wöchentlich)|\/週|每周/iu,
  ],
  [
    'day',
    /\/\s?(?:day|tag|jour|día|giorno|dia|dag)(?!\p{L})|(?<!\p{L})(?:per|a|pro|par|por|al|per) (?:day|tag|jour|día|giorno|dia|dag)(?!\p{L})|\/日/iu,
  ],
];

const PER_USER =
  /\/\s?(?:user|seat|member|person|nutzer|benutzer|utilisateur|usuario|utente|usuário|gebruiker|użytkownik)|(?<!\p{L})(?:per|pro|each|a|par|por|za|na|je|für jeden) (?:\p{L}+ )?(?:user|seat|member|person|editor|agent|head|nutzer|benutzer|mitglied|arbeitsplatz|mitarbeiter|utilisateur|membre|siège|personne|usuario|usuário|persona|pessoa|asiento|miembro|utente|postazione|gebruiker|persoon|użytkownik\p{L}*|osob\p{L}*)(?!\p{L})|ユーザーあたり|1ユーザー|一人あたり|人あたり|每(?:个)?用户|每人|사용자당|인당/iu;

export function priceTermsOf(text: string): PriceTerms {
  const plain = text.replace(BILLED, ' ');
  const periods = PERIODS.filter(([, pattern]) => pattern.test(plain)).map(([period]) => period);
  return {
    period: periods.length > 1 ? undefined : (periods[0] ?? null),
    perUser: PER_USER.test(plain),
    billed: plain !== text,
  };
}

/** `$9 per board`. */
const PER = /(?:\p{Sc}|\d|\b[A-Z]{3})\s?(?:\/\s?|(?:per|pro|par|por|je|za)\s)\p{L}{3,}/u;

/** Whether a price is per something other than a user or period. */
function isPerOther(text: string): boolean {
  const per = PER.exec(text.replace(PER_USER, ' '))?.[0];
  return per !== undefined && PERIODS.every(([, pattern]) => !pattern.test(per));
}

/** A longer period in shorter ones. */
const MONTHS_OF_YEAR = 12;

/** Whether an amount is the same price in another period: $144 a year are $12 a month. */
function isSameOverYear(price: Price, amount: number, period: PricePeriod | null): boolean {
  if (price.period === 'month' && period === 'year') return isEqual(price.amount * MONTHS_OF_YEAR, amount);
  return price.period === 'year' && period === 'month' && isEqual(amount * MONTHS_OF_YEAR, price.amount);
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.005;
}

const FREE =
  /^(?:free(?: of charge)?|kostenlos\p{L}*|gratis|gratuit\p{L}*|za darmo|bezpłatn\p{L}*|無料|免费)(?!\p{L})/iu;

/**
 * Whether a number in a sentence is the price that is said to be there: with its currency and period, if they are
 * said: beside it, or else anywhere in the sentence. A number in letters has no sign.
 */
export function isPriceAt(text: string, { from, to }: Range, given: string): boolean {
  const written = amountsIn(text).find((amount) => amount.from <= from && amount.to >= to);
  const [said] = amountsIn(given);
  const isWord = !/\p{N}/u.test(text.slice(from, to));
  const signs = written ? [written] : amountsIn(text);
  if (said && !isWord && !signs.some(({ currencies }) => isOneOf(currencies, said.currencies))) return false;
  const { period } = priceTermsOf(given);
  if (period === null || period === undefined) return true;
  const right = priceTermsOf(/^[^\d,;()]*/u.exec(text.slice(to))?.[0] ?? '').period;
  return right === null
    ? PERIODS.some(([each, pattern]) => each === period && pattern.test(text))
    : right === period;
}

function isOneOf(some: readonly string[], others: readonly string[]): boolean {
  return some.some((each) => others.includes(each));
}

/**
 * The verdict on a price. The clause completes the terms that the value leaves out. Unclear if it may belong to
 * another way to pay.
 */
export function comparePrice(given: string, clause: string, prices: readonly Price[]): FactVerdict {
  const [found, ...others] = amountsIn(given);
  if (FREE.test(given) || (found?.amount === 0 && others.length === 0))
    return prices.some(({ amount }) => amount === 0) ? 'agrees' : 'contradicts';
  if (found === undefined || others.length > 0 || isPerOther(given) || isPerOther(clause)) return 'unclear';
  const [own, written] = [priceTermsOf(given), priceTermsOf(clause)];
  const period = own.period === null ? written.period : own.period;
  if (period === undefined) return 'unclear';
  const terms = {
    period,
    perUser: own.perUser || written.perUser,
    billed: own.billed || written.billed,
  };
  return verdictOn(found, terms, prices);
}

function verdictOn(
  { amount, currencies }: Amount,
  { period, perUser, billed }: PriceTerms & { readonly period: PricePeriod | null },
  prices: readonly Price[],
): FactVerdict {
  const likely = prices.filter(({ currency }) => currencies.includes(currency));
  const alike = likely.filter(
    (price) =>
      (!perUser || price.perUser) &&
      (((period === null || price.period === period) && isEqual(price.amount, amount)) ||
        isSameOverYear(price, amount, period)),
  );
  if (alike.length > 0) return 'agrees';
  const sameTerms = likely.filter(
    (price) => price.currency === currencies[0] && price.period === period && price.perUser === perUser,
  );
  return sameTerms.length > 0 && !billed ? 'contradicts' : 'unclear';
}
