import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withNewValues, withoutDenied } from './changes.ts';
import { clausesOf } from './clauses.ts';
import { NAME, OTHER_NAME } from './name-marks.ts';
import { wordNumeralsIn } from './numerals.ts';
import { offersIn } from './prices.ts';
import { unitForms } from './units.ts';
import { isFactYear, yearsIn } from './years.ts';

/** A text with marks for `Acme` and `Bolt`, as in statements. */
function named(text: string): string {
  return text.replaceAll('Acme', NAME.repeat(4)).replaceAll('Bolt', OTHER_NAME.repeat(4));
}

const CLAUSES: readonly (readonly [string, readonly (readonly [topic: string, text: string])[]])[] = [
  ['Acme costs $5.', [['self', 'Acme costs $5.']]],
  ['It costs $5.', [['self', 'It costs $5.']]],
  [
    'Bolt costs $5, while Acme costs $6.',
    [
      ['other', 'Bolt costs $5'],
      ['self', 'Acme costs $6.'],
    ],
  ],
  [
    'Acme is free, but Bolt costs $5; it is new.',
    [
      ['self', 'Acme is free'],
      ['other', 'Bolt costs $5'],
      ['other', 'it is new.'],
    ],
  ],
  [
    'Slack costs $5, but Acme is free.',
    [
      ['other', 'Slack costs $5'],
      ['self', 'Acme is free.'],
    ],
  ],
  [
    'Unlike Bolt, Acme is free.',
    [
      ['other', 'Unlike Bolt, '],
      ['self', 'Acme is free.'],
    ],
  ],
  ['Acme is in Linz, not Graz.', [['self', 'Acme is in Linz.']]],
];

for (const [text, expected] of CLAUSES) {
  test(`clauses of ${text}`, () => {
    assert.deepEqual(
      clausesOf(named(text)).map((clause) => [clause.topic, clause.text]),
      expected.map(([topic, clause]) => [topic, named(clause)]),
    );
  });
}

for (const [text, expected] of [
  ['It moved from Graz to Linz.', 'It in Linz.'],
  ['It raised Pro from $5 to $7.', 'It Pro in $7.'],
  ['It sits between Graz and Linz.', 'It sits between Graz and Linz.'],
  ['Plans run from $5 to $7.', 'Plans run from $5 to $7.'],
] as const) {
  test(`the result of a change: ${text}`, () => {
    const changed = withNewValues(text);
    assert.equal(changed.length, text.length);
    assert.equal(changed.replace(/\s+/g, ' '), expected);
  });
}

test('a denied value disappears if another follows', () => {
  const text = withoutDenied('It is not in Graz but in Linz.');
  assert.equal(text.replace(/\s+/g, ' '), 'It is in Linz.');
  assert.equal(withoutDenied('It is not in Graz.'), 'It is not in Graz.');
});

test('units in one family convert, in each way to count', () => {
  const forms = unitForms(['GB']);
  assert.deepEqual(forms.find(({ name }) => name === 'GB')?.factors, [1]);
  assert.deepEqual(forms.find(({ name }) => name === 'tb')?.factors, [1000, 1024]);
  assert.deepEqual(unitForms(['months']).find(({ name }) => name === 'years')?.factors, [12]);
  assert.deepEqual(unitForms(['stores']), [{ name: 'stores', factors: [1] }]);
});

test('small numbers may be words', () => {
  const values = (text: string) => wordNumeralsIn(text).map(({ value }) => value);
  assert.deepEqual(values('two years or zwölf Monate'), [2, 12]);
  assert.deepEqual(values('twenty-five of them'), []);
});

test('each price has its part of a text, unless nothing separates the prices', () => {
  const parts = (text: string) =>
    offersIn(
      text,
      [...text.matchAll(/\$\d+/g)].map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
    );
  assert.deepEqual(parts('Basic at $5 and Pro at $9'), ['Basic at $5', 'Pro at $9']);
  assert.deepEqual(parts('Pro $9'), ['Pro $9']);
  assert.equal(parts('$5 to $9'), null);
});

for (const [text, isOwn] of [
  ['Acme was founded in 2012.', true],
  ['Acme was founded by two friends in 2012.', true],
  ['Acme was founded in Graz on 3 May 2012.', true],
  ['In 2012, Acme was founded.', true],
  ['Acme was founded by Anna, who left in 2012.', false],
  ['Acme founded a school in 2012.', false],
] as const) {
  test(`${text} gives the founding year: ${isOwn}`, () => {
    const marked = named(text);
    const [year] = yearsIn(marked);
    const from = marked.indexOf('founded');
    assert.equal(year !== undefined && isFactYear(marked, { from, to: from + 7 }, year), isOwn);
  });
}
