import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyLanguages, ordinaryLanguagesOf } from './ordinary-languages.ts';

const ordinaryIn = (text: string, code: string | null = null, questions: readonly string[] = []) =>
  ordinaryLanguagesOf({ text, caseSensitive: null }, likelyLanguages([{ languageCode: code }], questions));

test('a name may be an ordinary English word in any market', () =>
  assert.deepEqual(
    ['Notion', 'RING', 'loom', 'Monday', 'Tandemly', 'E.ON', 'C++', 'Whole Foods'].filter(
      (name) => ordinaryIn(name, 'fr').length > 0,
    ),
    ['Notion', 'RING', 'loom', 'Monday'],
  ));

test('a name may be an ordinary word in the market’s or a question’s language, and no other', () => {
  assert.deepEqual(ordinaryIn('Claro', 'es-MX'), ['spanish']);
  assert.deepEqual(ordinaryIn('Spiegel', null, ['Welche Zeitung ist die beste?']), ['german']);
  assert.deepEqual(ordinaryIn('Claro', 'de'), []);
});

test('a name that counts in any case counts everywhere', () => {
  const languages = likelyLanguages([], []);
  assert.deepEqual(ordinaryLanguagesOf({ text: 'Ring', caseSensitive: false }, languages), []);
  assert.deepEqual(ordinaryLanguagesOf({ text: 'Ring', caseSensitive: true }, languages), ['english']);
});
