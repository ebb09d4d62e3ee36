import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { factOf, factProblem, factValueFrom, valueTexts } from './fact-entries.ts';

const typed = (type: string, texts: readonly string[], more: object = {}) => ({
  name: 'It',
  type,
  about: ['x'],
  values: texts.map((text) => factValueFrom(type, text)),
  ...more,
});

describe('the values of a fact, typed as text', () => {
  for (const [type, texts, values, more] of [
    [
      'price',
      ['12 usd per user per month', '99 EUR'],
      [
        { amount: 12, currency: 'USD', period: 'month', per: 'user' },
        { amount: 99, currency: 'EUR' },
      ],
    ],
    ['year', ['2012'], [2012]],
    ['place', ['Berlin'], ['Berlin']],
    ['plan', ['Free', 'Pro'], ['Free', 'Pro']],
    ['yes_no', ['no'], [false]],
    ['number', ['5.5'], [5.5], { units: ['GB'] }],
  ] as const)
    test(`${type}: ${texts.join(', ')}`, () => {
      const entry = typed(type, texts, more);
      assert.deepEqual([entry.values, factProblem(entry)], [values, null]);
      const told = valueTexts(entry).map((text) => factValueFrom(type, text));
      assert.deepEqual(told, values);
    });

  for (const [value, holds] of [
    [true, true],
    ['yes', true],
    ['No', false],
    ['perhaps', null],
  ] as const)
    test(`yes_no: [${value}]`, () => {
      const found = factOf({ name: 'Free plan', type: 'yes_no', values: [value], about: ['free'] });
      assert.deepEqual(found?.value ?? null, holds === null ? null : { type: 'yes_no', holds });
    });

  for (const [type, text, problem, more] of [
    ['text', 'We care', /free text cannot be told without guessing/],
    ['price', 'cheap', /are not amounts such as/],
    ['price', '12 XXQ per month', /XXQ.*which is no ISO 4217 code/],
    ['year', '12', /are not years/],
    ['number', '12', /numbers, with `units`/],
    ['place', 'Berlin', /has units, which only a number has/, { units: ['x'] }],
  ] as const)
    test(`${type}: ${text} is refused`, () =>
      assert.match(factProblem(typed(type, [text], more)) ?? '', problem));
});
