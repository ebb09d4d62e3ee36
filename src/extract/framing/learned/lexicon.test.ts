import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lexicon, PIECE } from './lexicon.ts';
import { type LanguageWords, WORD_CLASSES, type WordClass } from './word-classes.ts';

/** The number of pieces in the entry at a piece, and its classes; null for none. */
function found(words: LanguageWords, text: string, at = 0): [number, ...WordClass[]] | null {
  const entry = new Lexicon(words).find(text.match(PIECE) ?? [], at);
  return entry && [entry.length, ...entry.classes.map((each) => WORD_CLASSES[each] as WordClass)];
}

test('the longest phrase matches, or a shorter one if the longer one does not continue', () => {
  const words: LanguageWords = { good: ['easy', 'easy to use'], bad: ['easy to break'] };
  assert.deepEqual(found(words, 'easy to use'), [3, 'good']);
  assert.deepEqual(found(words, 'easy to break'), [3, 'bad']);
  assert.deepEqual(found(words, 'easy to carry'), [1, 'good']);
  assert.equal(found(words, 'to use'), null);
});

test('a phrase matches from its start, up to the text’s end', () => {
  const words: LanguageWords = { great: ['second to none'] };
  assert.deepEqual(found(words, 'it is second to none', 2), [3, 'great']);
  assert.equal(found(words, 'it is second to', 2), null);
  assert.equal(found(words, 'it', 5), null);
});

test('a stem takes every ending, the longest stem first, and only as the last word of its phrase', () => {
  const words: LanguageWords = { good: ['zuverlässig*', 'sehr gut*'], bad: ['zuverlässigkeitsproblem*'] };
  assert.deepEqual(found(words, 'zuverlässige'), [1, 'good']);
  assert.deepEqual(found(words, 'zuverlässig'), [1, 'good']);
  assert.deepEqual(found(words, 'zuverlässigkeitsprobleme'), [1, 'bad']);
  assert.equal(found(words, 'unzuverlässig'), null);
  assert.deepEqual(found(words, 'sehr guter'), [2, 'good']);
  assert.equal(found(words, 'sehrs guter'), null);
});

test('a whole word comes before a stem, and a word of two classes has both', () => {
  assert.deepEqual(found({ good: ['fine'], incident: ['fine*'] }, 'fine'), [1, 'good']);
  assert.deepEqual(found({ good: ['fine'], incident: ['fine'] }, 'fine'), [1, 'good', 'incident']);
  assert.deepEqual(found({ better: ['smooth*'], good: ['smooth*'] }, 'smoother'), [1, 'good', 'better']);
});

test('hyphens, capitals and apostrophes of an entry make no difference', () => {
  const words: LanguageWords = { great: ['Best-in-class'], negator: ['can’t', "n'y a"] };
  assert.deepEqual(found(words, 'best in class'), [3, 'great']);
  assert.deepEqual(found(words, "can't"), [1, 'negator']);
});

for (const [language, entry, text, length] of [
  ['Chinese', '性价比高', '性价比高', 4],
  ['Japanese', '使いやす*', '使いやすい', 4],
  ['Thai', 'ดี', 'ดี', 1],
  ['Korean', '훌륭*', '훌륭합니다', 1],
  ['Russian', 'надёжн*', 'надёжная', 1],
  ['Greek', 'αξιόπιστ*', 'αξιόπιστη', 1],
  ['Hindi', 'अच्छा', 'अच्छा', 1],
  ['Vietnamese', 'dễ dùng', 'dễ dùng', 2],
] as const) {
  test(`an entry of ${language} matches by its pieces`, () => {
    assert.deepEqual(found({ good: [entry] }, text), [length, 'good']);
  });
}

test('a lexicon without words finds nothing', () => {
  assert.equal(found({}, 'good'), null);
  assert.equal(found({ good: ['', '*'] }, 'good'), null);
});
