import type { OwnTheme } from '../../domain/brand/theme.ts';
import type { Range } from '../text/ranges.ts';
import type { ThemeWords } from './theme-words.ts';

/** A word's strength for its theme: certain, certain and judging, or only with other words. */
type ThemeWordKind = 'sure' | 'judging' | 'weak';

/** A theme's word or phrase, with its place in a text. */
export interface ThemePhrase extends Range {
  readonly theme: string;
  readonly kind: ThemeWordKind;
}

/** A phrase's word: whole, or a stem. */
interface Piece {
  readonly text: string;
  readonly isStem: boolean;
}

interface Entry {
  readonly theme: string;
  readonly kind: ThemeWordKind;
  readonly pieces: readonly Piece[];
  readonly length: number;
}

const NONE = 'none';
const PIECE = /[\p{L}\p{M}\p{N}]+/gu;
const AMOUNT =
  /[$€£¥₩₽₺₹]\s?\d|\d(?:[\d.,\u00A0 ]{0,20}\d)?\s?(?:[€£₽₺₹円元원]|(?:usd|eur|gbp|dollars?|euros?|zł|kr|tl|руб)(?!\p{L}))/gu;

/** Finds theme words in lowercase texts in one language. */
export class ThemeLexicon {
  readonly #find: (text: string) => ThemePhrase[];

  /** @param isSpaced whether the language has spaces between words */
  constructor(words: ThemeWords, own: readonly OwnTheme[], isSpaced: boolean) {
    const entries = [
      ...own.flatMap(({ name, words: some }) => some.map((word) => entryOf(name, word))),
      ...Object.entries(words).flatMap(([theme, some]) =>
        some
          .trim()
          .split(/\s+/)
          .map((word) => entryOf(theme, word.replaceAll('_', ' '))),
      ),
    ];
    this.#find = isSpaced ? byWords(entries) : byCharacters(entries);
  }

  /**
   * The phrases in text order, without overlaps; one may have several themes. An amount of money belongs to `price`.
   */
  in(text: string): ThemePhrase[] {
    const found = this.#find(text);
    const amounts = [...text.matchAll(AMOUNT)].map(({ index, 0: { length } }) => ({
      theme: 'price',
      kind: 'sure' as const,
      from: index,
      to: index + length,
    }));
    return [...found, ...amounts].filter(({ theme }) => theme !== NONE).sort((a, b) => a.from - b.from);
  }
}

function entryOf(theme: string, word: string): Entry {
  const kind = word.endsWith('!') ? 'judging' : word.endsWith('?') ? 'weak' : 'sure';
  const pieces = [...word.toLowerCase().matchAll(/([\p{L}\p{M}\p{N}]+)(\*?)/gu)].map(
    ([, text = '', star]) => ({ text, isStem: star === '*' }),
  );
  return { theme, kind, pieces, length: pieces.reduce((sum, { text }) => sum + text.length, 0) };
}

function byWords(entries: readonly Entry[]): (text: string) => ThemePhrase[] {
  const full = new Map<string, Entry[]>();
  const stems = new Map<string, Entry[]>();
  let longest = 0;
  for (const entry of entries) {
    const [first] = entry.pieces;
    if (first === undefined) continue;
    const index = first.isStem ? stems : full;
    index.set(first.text, [...(index.get(first.text) ?? []), entry]);
    if (first.isStem) longest = Math.max(longest, first.text.length);
  }
  const beginningWith = (word: string): Entry[] => {
    const found = [...(full.get(word) ?? [])];
    for (let length = Math.min(word.length, longest); length > 1; length--)
      found.push(...(stems.get(word.slice(0, length)) ?? []));
    return found;
  };
  return (text) => {
    const words = [...text.matchAll(PIECE)].map(({ index, 0: word }) => ({ word, from: index }));
    const phrases: ThemePhrase[] = [];
    for (let at = 0; at < words.length; ) {
      const entries = longestOf(
        beginningWith(words[at]?.word ?? '').filter((each) => stands(each, words, at)),
      );
      const length = entries[0]?.pieces.length ?? 1;
      const last = words[at + length - 1];
      const place = { from: words[at]?.from ?? 0, to: (last?.from ?? 0) + (last?.word.length ?? 0) };
      phrases.push(...entries.map(({ theme, kind }) => ({ theme, kind, ...place })));
      at += length;
    }
    return phrases;
  };
}

function stands({ pieces }: Entry, words: readonly { readonly word: string }[], at: number): boolean {
  return pieces.every(({ text, isStem }, index) => {
    const word = words[at + index]?.word;
    return isStem ? word?.startsWith(text) : word === text;
  });
}

/**
 * The entries with most words at one place, and the longest for each theme; entries without a theme only if they are
 * the longest.
 */
function longestOf(entries: readonly Entry[]): Entry[] {
  const most = Math.max(...entries.map(({ pieces }) => pieces.length));
  const longest = entries.filter(({ pieces }) => pieces.length === most).sort((a, b) => b.length - a.length);
  const found = new Map<string, Entry>();
  for (const entry of longest) if (!found.has(entry.theme)) found.set(entry.theme, entry);
  return longest[0]?.theme === NONE ? longest.slice(0, 1) : [...found.values()];
}

/** Without spaces between words, a word matches anywhere. */
function byCharacters(entries: readonly Entry[]): (text: string) => ThemePhrase[] {
  const byText = new Map<string, Entry[]>();
  for (const entry of entries) {
    const text = entry.pieces.map((piece) => piece.text).join(' ');
    if (text === '') continue;
    const known = byText.get(text) ?? [];
    if (known.every(({ theme }) => theme !== entry.theme)) byText.set(text, [...known, entry]);
  }
  const texts = [...byText.keys()].sort((a, b) => b.length - a.length);
  if (texts.length === 0) return () => [];
  const pattern = new RegExp(texts.map((text) => RegExp.escape(text)).join('|'), 'gu');
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: found }) =>
      (byText.get(found) ?? []).map(({ theme, kind }) => ({
        theme,
        kind,
        from: index,
        to: index + found.length,
      })),
    );
}
