import type { Range } from '../text/ranges.ts';

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Characters that continue a word, in scripts with spaces. */
const IN_WORD = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]';

/** Words with at least this many letters may have an ending: `Preis`, `Preise`. */
const LEAST_INFLECTED = 5;

/** Matches words or phrases in any case. Longer words may have endings. Null for none. */
export function phrasePattern(phrases: readonly string[]): RegExp | null {
  const patterns = phrases
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .toSorted((a, b) => b.length - a.length)
    .map(patternOf);
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'giu');
}

function patternOf(phrase: string): string {
  const words = phrase.split(/[\s-]+/);
  if (UNSPACED.test(phrase)) return words.map(escaped).join('\\s*');
  const spelled = words.map((word) => escaped(word) + (word.length >= LEAST_INFLECTED ? '\\p{L}{0,3}' : ''));
  return `(?<!${IN_WORD})${spelled.join('[\\s-]+')}(?!${IN_WORD})`;
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

export function placesOf(pattern: RegExp | null, text: string): Range[] {
  if (pattern === null) return [];
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
}
