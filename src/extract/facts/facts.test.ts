import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FactValue, FactVerdict } from '../../domain/brand/fact.ts';
import { namesOf, type TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { extractorFor } from '../extractor.ts';
import { numeralsIn } from './numerals.ts';
import { amountsIn, priceTermsOf } from './prices.ts';

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
  test(`numbers in ${text}`, () => {
    assert.deepEqual(
      numeralsIn(text).map(({ value }) => value),
      values,
    );
  });
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
  test(`amounts in ${text}`, () => {
    assert.deepEqual(
      amountsIn(text).map(({ amount, currencies }) => [amount, currencies[0]]),
      expected,
    );
  });
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

function brand(name: string, id: number): TrackedBrand {
  return { id, role: id === 1 ? 'self' : 'competitor', name, names: namesOf(name, {}, []), hosts: [] };
}

function read(text: string, value: FactValue, about: readonly string[]) {
  const facts = [{ id: 7, name: 'Fact', about, value }];
  return extractorFor([brand('Vexory', 1), brand('Klentra', 2)], { facts }).readAll({
    text,
    citedHosts: [],
  }).facts;
}

const MONTHLY: FactValue = {
  type: 'price',
  prices: [{ amount: 12, currency: 'USD', period: 'month', perUser: false }],
};

const PLACES: readonly (readonly [string, string, FactVerdict | null])[] = [
  ['a sentence that names the brand', 'Vexory Pro costs $12 per month.', 'agrees'],
  ['the sentence after it', 'Try Vexory. Pro costs $12 per month.', 'agrees'],
  ['one further on', 'Try Vexory. It is good. Pro costs $12 per month.', null],
  ['a paragraph under its heading', '# Vexory\n\nPro costs $12 per month.', 'agrees'],
  ['a field under its heading', '# Vexory\n\n## Pricing\n\nPro costs $12 per month.', 'agrees'],
  ['something else under its heading', '# Vexory\n\n## Notion\n\nPro costs $12 per month.', null],
  ['the heading of another', '# Vexory\n\nOk.\n\n# Klentra\n\nPro costs $12 per month.', null],
  ['a heading of both', '# Vexory or Klentra\n\nPro costs $12 per month.', null],
  ['items below its item', '- **Vexory**\n  - Pro: $12 per month\n', 'agrees'],
  ['the next item', '- **Vexory**\n- Pro: $12 per month\n', null],
  ['items below its lead', '**Vexory:**\n\n- Pro: $12 per month\n', 'agrees'],
  ['a row', '| | Pro |\n|--|--|\n| Vexory | $12 per month |\n', 'agrees'],
  ['a column', '| | Vexory |\n|--|--|\n| Pro | $12 per month |\n', 'agrees'],
  ['the row of another', '| | Pro |\n|--|--|\n| Klentra | $12 per month |\n| Vexory | ? |\n', null],
  ['a price for something else', 'Vexory Pro costs $12 per board per month.', 'unclear'],
  ['both brands', 'Vexory Pro and Klentra Pro cost $12 per month.', 'unclear'],
  ['nobody', 'Pro costs $12 per month.', null],
];

for (const [place, text, verdict] of PLACES) {
  test(`a price in ${place}`, () => {
    const [reading] = read(text, MONTHLY, ['Pro']);
    assert.equal(reading?.verdict ?? null, verdict);
  });
}

test('an answer that says both is unclear, and shows the contradiction', () => {
  const text = 'Vexory Pro costs $12 per month.\n\nVexory Pro costs **$15** per month.';
  assert.deepEqual(read(text, MONTHLY, ['Pro']), [
    { factId: 7, verdict: 'unclear', sentence: 'Vexory Pro costs **$15** per month.' },
  ]);
});

test('a value is unclear beside another fact with the same type', () => {
  const facts = [
    { id: 1, name: 'Pro', about: ['Pro'], value: MONTHLY },
    { id: 2, name: 'Team', about: ['Team'], value: MONTHLY },
  ];
  const { facts: readings } = extractorFor([brand('Vexory', 1)], { facts }).readAll({
    text: 'With Vexory, Pro instead of Team costs $15 per month.',
    citedHosts: [],
  });
  assert.deepEqual(
    readings.map(({ verdict }) => verdict),
    ['unclear', 'unclear'],
  );
});

test('a long sentence has no reading', () => {
  assert.deepEqual(read(`Vexory Pro costs $12 per month ${'and so on '.repeat(60)}`, MONTHLY, ['Pro']), []);
});

const FOUNDED: FactValue = { type: 'year', years: [2014] };
const BASED: FactValue = { type: 'place', places: ['Berlin'] };
const INTEGRATIONS: FactValue = { type: 'number', numbers: [200], units: ['integrations'] };
const API: FactValue = { type: 'plan', plans: ['Business'] };

const OTHERS: readonly (readonly [string, FactValue, string, FactVerdict | null])[] = [
  ['Vexory Pro users pay $5 per month for backups.', MONTHLY, 'Pro', 'unclear'],
  ["Vexory's Pro support package costs $99 per month.", MONTHLY, 'Pro', 'unclear'],
  ['Vexory Pro has a $100 per month spend limit.', MONTHLY, 'Pro', 'unclear'],
  ['Vexory Pro costs $14 per month at Costco.', MONTHLY, 'Pro', 'unclear'],
  ['Vexory Pro costs $14 per month.', MONTHLY, 'Pro', 'contradicts'],
  ['The podcast about Vexory started in 2020.', FOUNDED, 'started', 'unclear'],
  ['The program that Vexory started in 2020 is over.', FOUNDED, 'started', 'unclear'],
  ['A study started in 2018 found Vexory safe.', FOUNDED, 'started', 'unclear'],
  ['The agency that built Vexory is based in Oslo.', BASED, 'based', 'unclear'],
  ['Vexory serves Oslo-based restaurants.', BASED, 'based', 'unclear'],
  ['Oslo-based Vexory makes a tool.', BASED, 'based', 'contradicts'],
  ['Vexory has 150+ integrations.', INTEGRATIONS, 'integrations', 'unclear'],
  ['Vexory has 250 or more integrations.', INTEGRATIONS, 'integrations', 'unclear'],
  ['## Vexory\n\n### Pro\n- $15/month', MONTHLY, 'Pro', 'contradicts'],
  ['## Vexory\n\n- **Pro plan**\n  - $12 per month\n- **Team**\n  - $30 per month', MONTHLY, 'Pro', 'agrees'],
  ['## Vexory\n\n### Pro\n- Storage: $5 per month', MONTHLY, 'Pro', null],
  ['## Vexory\n\n### Team\n- $30/month', MONTHLY, 'Pro', null],
  ['## Vexory\n\n### Business\n- API', API, 'API', 'agrees'],
];

for (const [text, value, about, verdict] of OTHERS) {
  test(`the value’s subject: ${text.replaceAll('\n', ' / ')}`, () => {
    assert.equal(read(text, value, [about])[0]?.verdict ?? null, verdict);
  });
}
