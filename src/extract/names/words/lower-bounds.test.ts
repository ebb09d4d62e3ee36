import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyLanguages, ordinaryLanguagesOf } from './lower-bounds.ts';

const ordinaryIn = (text: string, code: string | null = null, questions: readonly string[] = []) =>
  ordinaryLanguagesOf({ text, caseSensitive: null }, likelyLanguages([{ languageCode: code }], questions));

test('a name is an ordinary word of English whatever the market', () => {
  assert.deepEqual(
    ['Notion', 'RING', 'loom', 'Monday', 'Tandemly', 'E.ON', 'C++', 'Whole Foods'].filter(
      (name) => ordinaryIn(name, 'fr').length > 0,
    ),
    ['Notion', 'RING', 'loom', 'Monday'],
  );
});

test('a name is an ordinary word of the language of the market or of a question, and of no other', () => {
  assert.deepEqual(ordinaryIn('Claro', 'es-MX'), ['spanish']);
  assert.deepEqual(ordinaryIn('Spiegel', null, ['Welche Zeitung ist die beste?']), ['german']);
  assert.deepEqual(ordinaryIn('Claro', 'de'), []);
});

test('a name for which any capitals count is counted everywhere', () => {
  const languages = likelyLanguages([], []);
  assert.deepEqual(ordinaryLanguagesOf({ text: 'Ring', caseSensitive: false }, languages), []);
  assert.deepEqual(ordinaryLanguagesOf({ text: 'Ring', caseSensitive: true }, languages), ['english']);
});
