import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import type { FactValue, FactVerdict } from '../../domain/brand/fact.ts';
import { compareFact } from './compare-fact.ts';
import { numeralsIn, wordNumeralsIn } from './numerals.ts';
import { amountsIn, priceTermsOf } from './prices.ts';
import { unitForms } from './units.ts';

const NUMBERS: readonly (readonly [string, readonly number[]])[] = [
  ['1.299,00 €', [1299]],
  ['$1,299.50', [1299.5]],
  ['1 299 €', [1299]],
  ['1\u00A0299 €', [1299]],
  ["CHF 1'299", [1299]],
  ['9,99 and 9.9', [9.99, 9.9]],
  ['12k users, 1.5 million rows, 3 Mio. Zeilen', [12_000, 1_500_000, 3_000_000]],
  ['3万円', [30_000]],
  ['は1,399ドル', [1399]],
  ['S1, A4, v2.1', []],
  ['1.2.3', []],
  ['12.345.678', [12_345_678]],
];

for (const [text, values] of NUMBERS) {
  test(`numbers in ${text}`, () => assert.deepEqual(pluck(numeralsIn(text), 'value'), values));
}

const AMOUNTS: readonly (readonly [string, readonly (readonly [number, string])[]])[] = [
  ['$12', [[12, 'USD']]],
  ['US$ 12', [[12, 'USD']]],
  ['$12 CAD', [[12, 'CAD']]],
  ['R$ 60', [[60, 'BRL']]],
  ['9,99 €', [[9.99, 'EUR']]],
  ['EUR 9.99', [[9.99, 'EUR']]],
  ['12 dólares', [[12, 'USD']]],
  ['1,399ドル', [[1399, 'USD']]],
  ['¥1,200', [[1200, 'JPY']]],
  ['99 zł', [[99, 'PLN']]],
  ['12 users', []],
  [
    '$10 and £8',
    [
      [10, 'USD'],
      [8, 'GBP'],
    ],
  ],
];

for (const [text, expected] of AMOUNTS) {
  test(`amounts in ${text}`, () =>
    assert.deepEqual(
      amountsIn(text).map(({ amount, currencies }) => [amount, currencies[0]]),
      expected,
    ));
}

const TERMS: readonly (readonly [string, ReturnType<typeof priceTermsOf>])[] = [
  ['$12/user/month', { period: 'month', perUser: true, billed: false }],
  ['$144 a year', { period: 'year', perUser: false, billed: false }],
  ['$12 per month, billed annually', { period: 'month', perUser: false, billed: true }],
  ['$12 per month or $120 per year', { period: undefined, perUser: false, billed: false }],
  ['12 € pro Nutzer und Monat', { period: 'month', perUser: true, billed: false }],
  ['12 € par utilisateur et par mois', { period: 'month', perUser: true, billed: false }],
  ['12 € al mes', { period: 'month', perUser: false, billed: false }],
  ["120 € all'anno", { period: 'year', perUser: false, billed: false }],
  ['12 € por usuário por mês', { period: 'month', perUser: true, billed: false }],
  ['12 € per gebruiker per maand', { period: 'month', perUser: true, billed: false }],
  ['12 zł miesięcznie', { period: 'month', perUser: false, billed: false }],
  ['月額1,200円', { period: 'month', perUser: false, billed: false }],
  ['once', { period: null, perUser: false, billed: false }],
];

for (const [text, expected] of TERMS) {
  test(`price terms in ${text}`, () => assert.deepEqual(priceTermsOf(text), expected));
}

test('units in one family convert, in each way to count', () => {
  const forms = unitForms(['GB']);
  assert.deepEqual(forms.find(({ name }) => name === 'GB')?.factors, [1]);
  assert.deepEqual(forms.find(({ name }) => name === 'tb')?.factors, [1000, 1024]);
  assert.deepEqual(unitForms(['months']).find(({ name }) => name === 'years')?.factors, [12]);
  assert.deepEqual(unitForms(['stores']), [{ name: 'stores', factors: [1] }]);
});

test('small numbers may be words', () => {
  const values = (text: string) => wordNumeralsIn(text).map(({ value }) => value);
  assert.deepEqual([values('two years or zwölf Monate'), values('twenty-five of them')], [[2, 12], []]);
});

const price = (
  amount: number,
  currency: string,
  period: 'month' | 'year' | null,
  perUser = false,
): FactValue => ({ type: 'price', prices: [{ amount, currency, period, perUser }] });
const PRO = price(12, 'USD', 'month');
const TEAM = price(12, 'USD', 'month', true);
const FREE = price(0, 'USD', null);
const FOUNDED: FactValue = { type: 'year', years: [2014] };
const LINZ: FactValue = { type: 'place', places: ['Linz'] };
const AUSTRIA: FactValue = { type: 'place', places: ['Austria', 'Österreich'] };
const PLANS: FactValue = { type: 'plan', plans: ['Solo', 'Studio Pro'] };
const STAFF: FactValue = { type: 'number', numbers: [320], units: ['employees', 'people'] };
const DISK: FactValue = { type: 'number', numbers: [2], units: ['TB'] };
const TERM: FactValue = { type: 'number', numbers: [24], units: ['months'] };
const OPEN: FactValue = { type: 'yes_no', holds: true };

const CASES: readonly (readonly [FactValue, said: string, words: string, FactVerdict | null])[] = [
  [PRO, '12 USD per month', 'Pro costs $12 per month', 'agrees'],
  [PRO, '12 USD', 'Pro costs $12 per month', 'agrees'],
  [PRO, '15 USD per month', 'Pro costs $15 per month', 'contradicts'],
  [PRO, '15 USD', 'Pro costs $15 per month', 'contradicts'],
  [PRO, '12 USD per month', 'Pro costs $15 per month', null],
  [PRO, '12 USD per month', 'Pro is cheap', 'unclear'],
  [PRO, '20 USD per month', 'for twenty dollars a month', 'contradicts'],
  [PRO, '24 USD per month', 'for twenty-four dollars a month', 'unclear'],
  [PRO, 'unclear', 'Pro costs from $12 per month', 'unclear'],
  [PRO, '12 USD to 15 USD per month', 'Pro costs $12 to $15 per month', 'unclear'],
  [PRO, '144 USD per year', 'Pro costs $144 a year', 'agrees'],
  [PRO, '150 USD per year', 'Pro costs $150 a year', 'unclear'],
  [PRO, '15 USD per month, billed annually', '$15 a month, billed annually', 'unclear'],
  [PRO, '15 USD per month', '$15 a month, billed annually', 'unclear'],
  [PRO, '12 USD per user per month', '$12 per user per month', 'unclear'],
  [PRO, '12 USD per board per month', '$12 per board per month', 'unclear'],
  [PRO, '12 EUR per month', 'Pro kostet 12 € im Monat', 'unclear'],
  [PRO, '12 per month', 'Pro is 12 per month', 'unclear'],
  [PRO, '1,200 USD per month', '$1,200 a month', 'contradicts'],
  [PRO, 'free', 'Pro is free', 'contradicts'],
  [TEAM, '12 USD per user per month', '$12 per user per month', 'agrees'],
  [TEAM, '12 USD per month', '$12 per month', 'agrees'],
  [TEAM, '14 USD', '$14 / user / month', 'contradicts'],
  [FREE, 'free', 'shipping is free', 'agrees'],
  [FREE, '0 USD', 'no joining fee', 'agrees'],
  [FREE, '5 USD', 'shipping is $5', 'contradicts'],
  [FOUNDED, '2014', 'founded in 2014', 'agrees'],
  [FOUNDED, '2012', '2012 gegründet', 'contradicts'],
  [FOUNDED, '2014年', '2014年に設立', 'agrees'],
  [FOUNDED, '2014', 'founded in 2012', null],
  [FOUNDED, '2012 or 2013', 'founded in 2012 or 2013', 'unclear'],
  [FOUNDED, 'the nineties', 'founded in the nineties', 'unclear'],
  [FOUNDED, '12', 'founded 12 years ago', 'unclear'],
  [LINZ, 'Linz', 'based in Linz', 'agrees'],
  [LINZ, 'Linz, Austria', 'based in Linz, Austria', 'agrees'],
  [LINZ, 'Graz', 'based in Graz', 'contradicts'],
  [LINZ, 'Austria', 'an Austrian company based in Austria', 'unclear'],
  [LINZ, 'Linz', 'based in Graz', null],
  [LINZ, 'Linz', 'based near Linz', 'unclear'],
  [LINZ, 'Linz and Graz', 'offices in Linz and Graz', 'unclear'],
  [LINZ, 'Linec', 'sídlí v Linec', 'unclear'],
  [AUSTRIA, 'Germany', 'from Germany', 'contradicts'],
  [AUSTRIA, 'Österreich', 'aus Österreich', 'agrees'],
  [AUSTRIA, 'Linz', 'based in Linz', 'unclear'],
  [AUSTRIA, 'Munich, Germany', 'based in Munich, Germany', 'contradicts'],
  [PLANS, 'Solo', 'the Solo plan', 'agrees'],
  [PLANS, 'Solo plan, Studio Pro', 'the plans Solo and Studio Pro', 'agrees'],
  [PLANS, 'Agency', 'the Agency plan', 'contradicts'],
  [PLANS, 'Pro', 'the Pro plan', 'unclear'],
  [PLANS, 'Agency, Team', 'the plans Agency and Team', 'unclear'],
  [PLANS, 'Solo', 'the Agency plan', null],
  [PLANS, '', 'paid plans', null],
  [STAFF, '320 employees', 'has 320 employees', 'agrees'],
  [STAFF, '320', 'Employees: 320', 'agrees'],
  [STAFF, '300 people', 'a team of 300 people', 'contradicts'],
  [STAFF, '300 engineers', 'has 300 engineers', 'unclear'],
  [STAFF, '300 employees', 'has 300+ employees', 'unclear'],
  [STAFF, '320 employees', 'has 302 employees', null],
  [DISK, '2000 GB', 'comes with 2000 GB', 'agrees'],
  [DISK, '2048 GB', 'comes with 2,048 GB', 'agrees'],
  [DISK, '1 TB', 'comes with 1 TB', 'contradicts'],
  [TERM, '2 years', 'a term of two years', 'agrees'],
  [TERM, 'three years', 'a term of three years', 'contradicts'],
  [OPEN, 'yes', 'it is open source', 'agrees'],
  [OPEN, 'No', 'it is proprietary', 'contradicts'],
  [OPEN, 'no', 'it is open source', null],
  [OPEN, 'no', 'er ist quelloffen', null],
  [OPEN, 'yes', 'it is not open source', null],
  [OPEN, 'no', 'no es de código abierto', 'contradicts'],
  [OPEN, 'yes', 'not only open source but free', 'agrees'],
  [FOUNDED, '2019', 'has 2019 clients', null],
  [FOUNDED, '2019', 'hat 2019 Kunden', null],
  [FOUNDED, '2019', 'raised $2019', null],
  [FOUNDED, '2019', 'has 2,019 clients', null],
  [FOUNDED, '2012', 'was not founded in 2012', null],
  [PRO, '99 USD per month', 'has 99 integrations', null],
  [PRO, '30 USD per month', 'a 30-day trial', null],
  [TERM, '12 months', 'has 12 users', null],
  [STAFF, '320', 'has 320 clients', null],
  [STAFF, '320 employees', 'costs $320', null],
  [LINZ, 'Graz', 'isn’t based in Graz', null],
  [AUSTRIA, 'Portugal', 'com sede no Portugal', 'contradicts'],
  [OPEN, 'partly', 'parts are open', 'unclear'],
];

for (const [value, said, words, verdict] of CASES) {
  test(`${value.type}: ${JSON.stringify(said)} in "${words}" ${verdict ?? 'is not there'}`, () => {
    const passage = { words, before: '', after: '', clause: words };
    assert.equal(compareFact({ id: 1, name: 'Fact', about: [], value }, said, passage), verdict);
  });
}
