import type { OwnTheme } from '../../domain/theme.ts';
import type { Range } from '../text/ranges.ts';
import type { ThemeWords } from './theme-words.ts';

/** A word or phrase of a theme at its place in a text. */
export interface ThemePhrase extends Range {
  readonly theme: string;
  /** Whether it judges, as `intuitive` does. */
  readonly judges: boolean;
}

/** A word of a phrase: in full, or how it begins. */
interface Piece {
  readonly text: string;
  readonly isStem: boolean;
}

interface Entry {
  readonly theme: string;
  readonly judges: boolean;
  readonly pieces: readonly Piece[];
  readonly length: number;
}

const NONE = 'none';
const PIECE = /[\p{L}\p{M}\p{N}]+/gu;
const AMOUNT =
  /[$€£¥₩₽₺₹]\s?\d|\d(?:[\d.,\u00A0 ]*\d)?\s?(?:[€£₽₺₹円元원]|(?:usd|eur|gbp|dollars?|euros?|zł|kr|tl|руб)(?!\p{L}))/gu;

/** Finds words of themes in texts of one language, in small letters. */
export class ThemeLexicon {
  readonly #find: (text: string) => ThemePhrase[];

  /** @param isSpaced whether the language parts its words */
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

  /** In the order of the text; none overlaps another. An amount of money is of `price`. */
  in(text: string): ThemePhrase[] {
    const found = this.#find(text);
    const amounts = [...text.matchAll(AMOUNT)].map(({ index, 0: { length } }) => ({
      ...{ theme: 'price', judges: false, from: index, to: index + length },
    }));
    return [...found, ...amounts].filter(({ theme }) => theme !== NONE).sort((a, b) => a.from - b.from);
  }
}

function entryOf(theme: string, word: string): Entry {
  const judges = word.endsWith('!');
  const pieces = [...word.toLowerCase().matchAll(/([\p{L}\p{M}\p{N}]+)(\*?)/gu)].map(
    ([, text = '', star]) => ({ text, isStem: star === '*' }),
  );
  return { theme, judges, pieces, length: pieces.reduce((sum, { text }) => sum + text.length, 0) };
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
      const entry = longestOf(beginningWith(words[at]?.word ?? '').filter((each) => stands(each, words, at)));
      const last = words[at + (entry?.pieces.length ?? 1) - 1];
      if (entry !== undefined && last !== undefined)
        phrases.push({ ...entry, from: words[at]?.from ?? 0, to: last.from + last.word.length });
      at += entry?.pieces.length ?? 1;
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

/** Of those that begin at one place; of several that are as long, the first. */
function longestOf(entries: readonly Entry[]): Entry | undefined {
  let best: Entry | undefined;
  for (const each of entries) {
    const isLonger =
      best === undefined ||
      each.pieces.length > best.pieces.length ||
      (each.pieces.length === best.pieces.length && each.length > best.length);
    if (isLonger) best = each;
  }
  return best;
}

/** Where words are not parted, a word is found anywhere. */
function byCharacters(entries: readonly Entry[]): (text: string) => ThemePhrase[] {
  const byText = new Map<string, Entry>();
  for (const entry of entries) {
    const text = entry.pieces.map((piece) => piece.text).join(' ');
    if (text !== '' && !byText.has(text)) byText.set(text, entry);
  }
  const texts = [...byText.keys()].sort((a, b) => b.length - a.length);
  if (texts.length === 0) return () => [];
  const pattern = new RegExp(texts.map((text) => RegExp.escape(text)).join('|'), 'gu');
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: found }) => {
      const entry = byText.get(found);
      return entry === undefined ? [] : [{ ...entry, from: index, to: index + found.length }];
    });
}
