import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenNameOf, isBlank, storableText } from './text.ts';

for (const [what, text, stored] of [
  ['plain text stays', 'It depends.', 'It depends.'],
  ['NUL is replaced', 'a\u0000b', 'a\uFFFDb'],
  ['every NUL is replaced', '\u0000\u0000', '\uFFFD\uFFFD'],
  ['a lone high surrogate is replaced', 'a\uD83D', 'a\uFFFD'],
  ['a lone low surrogate is replaced', '\uDE00b', '\uFFFDb'],
  ['a pair of surrogates stays', '\u{1F600}', '\u{1F600}'],
  ['other control characters stay', 'a\tb\r\n\u001b[0m', 'a\tb\r\n\u001b[0m'],
  ['a noncharacter stays', '\uFFFF', '\uFFFF'],
  ['empty text stays', '', ''],
] as const) {
  test(`storable text: ${what}`, () => assert.equal(storableText(text), stored));
}

test('a name is on one line, and neither empty nor endless', () => {
  assert.equal(givenNameOf(' Ada\n\u0000 Lovelace '), 'Ada Lovelace');
  assert.deepEqual(
    [givenNameOf(' \u200b '), givenNameOf('\u3164'), givenNameOf('x'.repeat(101))],
    [null, null, null],
  );
});

for (const text of [
  '',
  ' \n\t',
  '\u00A0\u3000',
  '\u200B\u2060\uFEFF',
  '\u00AD\u034F',
  '\u115F\u3164\uFFA0',
  '\uFE0F',
  '\u2800',
  '\u{E0041}',
])
  test(`nothing is seen of ${JSON.stringify(text)}`, () => assert.ok(isBlank(text)));

for (const text of ['a', '\u200Ba', '❤️', '名', '-', '\u0301e'])
  test(`something is seen of ${text}`, () => assert.ok(!isBlank(text)));
