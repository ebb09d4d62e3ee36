import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationsIn, namedIn, positionIn, searchesIn } from './values.ts';

const [A, B] = ['https://a.example/1,2;3', 'http://b.example/x'];

for (const [what, value, urls] of [
  ['a list', [A, B], [A, B]],
  ['objects', [{ url: A, title: 'T' }, { uri: B }, { link: A }, { nothing: 1 }], [A, B, A]],
  ['JSON', JSON.stringify([A, { url: B }]), [A, B]],
  ['a list of PostgreSQL', `{"${A}",${B}}`, [A, B]],
  ['one per line', `1. ${A}\n2. ${B} `, [A, B]],
  ['semicolons', `${A};${B}`, [A, B]],
  ['commas and blanks', `${B}, ${A}`, [B, A]],
  ['bars', `${B}|${A}`, [B, A]],
  ['Markdown links', `see [T](${B}) and [U](${A})`, [B, A]],
  ['no URLs', 'wikipedia.org, a.example', []],
  ['dangerous ones', ['javascript:alert(1)', 'https://', 'file:///etc/passwd', 'https://x..y/'], []],
  ['an empty list', '[]', []],
  ['nothing', 'N/A', null],
  ['a number', 3, []],
] as const)
  test(`cited pages as ${what}`, () =>
    assert.deepEqual(citationsIn(value)?.map(({ url }) => url) ?? null, urls));

for (const [what, value, searches] of [
  ['a list', ['a, b', '', null, 'c'], ['a, b', 'c']],
  ['objects', [{ query: 'a' }, { text: 'b' }], ['a', 'b']],
  ['JSON', '["a","b"]', ['a', 'b']],
  ['lines', 'a, b\nc', ['a, b', 'c']],
  ['semicolons', 'a; b', ['a', 'b']],
  ['nothing', null, null],
  ['none', [], []],
] as const)
  test(`searches as ${what}`, () => assert.deepEqual(searchesIn(value), searches));

for (const [value, named] of [
  [true, true],
  ['Yes', true],
  ['ja', true],
  ['NON', false],
  ['WAHR', true],
  ['FALSO', false],
  ['not-mentioned', false],
  [0, false],
  ['3', true],
  ['', null],
  [null, null],
  ['61.4', null],
  [['Kestrel Boards', 'tandemly'], true],
  [[{ name: 'Tandemly', position: 2 }], true],
  [['Kestrel Boards'], false],
  ['["Tandemly"]', true],
  [[], false],
] as const)
  test(`${JSON.stringify(value)} says ${named}`, () => assert.equal(namedIn(value, ['tandemly']), named));

for (const [value, position] of [
  [2, 2],
  ['#2', 2],
  ['2nd', 2],
  ['2.0', 2],
  ['2.5', null],
  ['0', null],
  ['top', null],
  ['-1', null],
  [null, null],
  [
    [
      { name: 'Plotwise', position: 1 },
      { name: 'Tandemly', position: 3 },
    ],
    3,
  ],
  [[{ name: 'Plotwise', position: 1 }], null],
] as const)
  test(`the position ${JSON.stringify(value)} is ${position}`, () =>
    assert.equal(positionIn(value, ['tandemly']), position));
