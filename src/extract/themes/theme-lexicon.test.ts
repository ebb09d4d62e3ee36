import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEMES } from '../../domain/brand/theme.ts';
import { ThemeLexicon } from './theme-lexicon.ts';
import { UNSPACED, WORDS } from './words/index.ts';

const WORDS_HERE = {
  none: 'designed_for',
  design: 'design* looks_great!',
  price: 'price per_user late?',
  speed: 'late',
};
const SIGNS = { sure: '', judging: '!', weak: '?' };

function themesIn(text: string): string[] {
  return new ThemeLexicon(WORDS_HERE, [], true)
    .in(text)
    .map(({ theme, kind, from, to }) => `${theme}${SIGNS[kind]} ${text.slice(from, to)}`);
}

test('a phrase matches with any separator, and a stem with any ending', () => {
  assert.deepEqual(themesIn('its redesign looks great: designers pay per-user'), [
    'design! looks great',
    'design designers',
    'price per-user',
  ]);
});

test('a word may have several themes, certain or weak', () => {
  assert.deepEqual(themesIn('too late'), ['price? late', 'speed late']);
});

test('the longest phrase counts, and phrases without a theme use up their words', () => {
  assert.deepEqual(themesIn('designed for teams, well designed'), ['design designed']);
});

test('an amount of money belongs to price', () => {
  assert.deepEqual(themesIn('from $9 or 9,50 € or 30 zł, 20 teams'), [
    'price $9',
    'price 9,50 €',
    'price 30 zł',
  ]);
});

test('a brand’s own words belong to its themes', () => {
  const own = [{ name: 'Client portals', words: ['client portal*', 'price'] }];
  const lexicon = new ThemeLexicon({}, own, true);
  assert.deepEqual(
    lexicon.in('the price of client portals').map(({ theme, from }) => [theme, from]),
    [
      ['Client portals', 4],
      ['Client portals', 13],
    ],
  );
});

test('without spaces, words match anywhere, longest first', () => {
  const lexicon = new ThemeLexicon({ price: '価格', value: '価格以上!' }, [], false);
  assert.deepEqual(
    lexicon.in('これは価格以上です。価格は').map(({ theme }) => theme),
    ['value', 'price'],
  );
});

for (const [language, words] of Object.entries(WORDS)) {
  test(`${language} has words for every theme`, () => {
    const named = THEMES.filter((theme) => theme !== 'other');
    assert.deepEqual(
      named.filter((theme) => (words[theme] ?? '') === ''),
      [],
    );
    for (const [theme, some] of Object.entries(words))
      for (const word of some.trim().split(/\s+/))
        assert.match(
          word,
          UNSPACED.has(language) ? /^[^*]+$/u : /^[\p{L}\p{M}\p{N}_*]+[!?]?$/u,
          `${theme}: ${word}`,
        );
  });
}
