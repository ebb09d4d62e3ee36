import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constantModel, learnedInputOf } from '../../../../test/support/learned.ts';
import { Lexicon } from './lexicon.ts';
import { type Token, tokensOf } from './tokens.ts';
import { type LanguageWords, WORD_CLASSES } from './word-classes.ts';

const model = constantModel({ recommended: 0, negative: 0 });

/** The tokens in an answer's first block. */
function read(text: string, words: LanguageWords = {}, names: readonly string[] = ['Vexo']): Token[] {
  const [marked] = learnedInputOf(text, names, model).marked;
  assert.ok(marked);
  const entities = new Map(marked.entities.map((each) => [each.from, each]));
  return tokensOf(marked.text, { from: 0, to: marked.text.length }, entities, new Lexicon(words));
}

function shown(tokens: readonly Token[]): string[] {
  return tokens.map(({ text, brands }) => (brands === null ? text : brands.map(({ name }) => name).join()));
}

function classOf(tokens: readonly Token[], text: string): (string | undefined)[] {
  const token = tokens.find((each) => each.text === text);
  return (token?.classes ?? []).map((each) => WORD_CLASSES[each]);
}

test('a name is one token without text, so the model cannot learn brands', () => {
  const tokens = read('We like Blue Apron and Vexo.', {}, ['Vexo', 'Blue Apron']);
  assert.deepEqual(shown(tokens), ['we', 'like', 'Blue Apron', 'and', 'Vexo', '.']);
  for (const { text, hash, brands } of tokens) {
    if (brands !== null) assert.deepEqual([text, hash], ['', 0]);
  }
});

test('an untracked name has no brands', () => {
  const tokens = read('We prefer Vexo to Quorbit here.');
  assert.deepEqual(
    tokens.filter(({ brands }) => brands !== null).map(({ brands }) => brands?.length),
    [1, 0],
  );
});

test('places refer to the text, also for phrases', () => {
  const text = 'Vexo is second to none.';
  const phrase = read(text, { great: ['second to none'] }).find(({ text: own }) => own.includes('second'));
  assert.equal(text.slice(phrase?.from, phrase?.to), 'second to none');
});

test('hyphens divide only words with letters', () => {
  assert.deepEqual(shown(read('Vexo is well-built.')), ['Vexo', 'is', 'well', 'built', '.']);
  assert.deepEqual(shown(read('Vexo is high‑end.')), ['Vexo', 'is', 'high', 'end', '.']);
  assert.deepEqual(shown(read('Vexo costs 5-9 dollars.')), ['Vexo', 'costs', '5', '-', '9', 'dollars', '.']);
  const best = read('Vexo is best-in-class.', { great: ['best-in-class'] });
  assert.deepEqual(classOf(best, 'best in class'), ['great']);
});

test('Chinese tokens are characters, except known words', () => {
  assert.deepEqual(shown(read('Vexo很好用。', { good: ['好用'] })), ['Vexo', '很', '好 用', '。']);
});

test('a contracted “not” negates with any verb', () => {
  assert.deepEqual(classOf(read("Vexo hasn't improved."), "hasn't"), ['negator']);
  assert.deepEqual(classOf(read('Vexo hasn’t improved.'), "hasn't"), ['negator']);
});

for (const [language, text, entry, written] of [
  ['the Arabic article', 'Vexo هو السريع هنا', 'سريع', 'السريع'],
  ['an Arabic conjunction with the article', 'Vexo جيد والسريع هنا', 'سريع', 'والسريع'],
  ['an Arabic preposition', 'Vexo هنا بسرعة', 'سرعة', 'بسرعة'],
  ['the Hebrew article', 'Vexo הוא הזול כאן', 'זול', 'הזול'],
  ['the Hebrew article before a letter that may be an article', 'Vexo הוא המהיר כאן', 'מהיר', 'המהיר'],
  ['a Hebrew conjunction', 'Vexo קטן ומהיר כאן', 'מהיר', 'ומהיר'],
  ['an Arabic conjunction', 'Vexo صغير وسريع هنا', 'سريع', 'وسريع'],
  ['a Hebrew conjunction with a preposition', 'Vexo טוב ובאיכות כאן', 'איכות', 'ובאיכות'],
] as const) {
  test(`a known word matches after ${language}`, () => {
    const tokens = read(text, { good: [entry] });
    assert.deepEqual(classOf(tokens, written), ['good']);
    assert.ok(text.includes(written));
  });
}

test('a word known with its prefix keeps it', () => {
  assert.deepEqual(classOf(read('Vexo بسرعة', { good: ['بسرعة'], bad: ['سرعة'] }), 'بسرعة'), ['good']);
});

test('punctuation marks are tokens, but not words', () => {
  assert.deepEqual(
    read('Vexo – fine!').map(({ isWord }) => isWord),
    [true, false, true, false],
  );
});
